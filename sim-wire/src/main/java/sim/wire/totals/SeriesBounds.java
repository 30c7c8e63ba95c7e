package sim.wire.totals;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many names have series of their own. An application has some for itself, so that no other one takes them, and more of those that all
 * applications share. Any thread.
 */
public final class SeriesBounds {
    /** What has a series of its own, or counts as {@link ApplicationTotals#OTHER}. */
    public enum Sort {
        METHODS,
        CONTEXTS,
        PAYLOADS,
        MISHAPS,
        /** Names of the application's own measures: each method may have each of them. */
        MEASURES,
        /** What the runtime of an application counts beside mishaps. */
        COUNTERS;

        /** As it is told. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of one kind of names. */
    record Bound(int most, int own, int shared, AtomicInteger free) {
        Bound(int most, int own, int shared) {
            this(most, Math.min(most, own), shared, new AtomicInteger(shared));
        }

        /** A part of it, of which each application has at least one. */
        Bound part(int of) {
            return new Bound(Math.max(1, most / of), Math.max(1, own / of), shared / of);
        }

        /** Whether an application that has so many may have one more; it has it then. */
        boolean admits(int has) {
            if (has >= most) {
                return false;
            }
            return has < own || free.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        }

        /** An application that had so many has only so many now. */
        void left(int had, int has) {
            free.addAndGet(Math.max(0, had - own) - Math.max(0, has - own));
        }
    }

    /** Of so many methods with a series one may stand still that lost it. */
    private static final int DISPLACED = 4;
    /** So many methods may be known of each application, whatever the others have. */
    private static final int OWN_NAMES = 1_000;

    private final Map<Sort, Bound> bounds = new EnumMap<>(Sort.class);

    private final Bound displaced;

    private final Bound names;

    private SeriesBounds(int mostMethods, int ownMethods, int sharedMethods, Bound names) {
        this.names = names;
        Bound methods = new Bound(mostMethods, ownMethods, sharedMethods);
        displaced = methods.part(DISPLACED);
        bounds.put(Sort.METHODS, methods);
        bounds.put(Sort.CONTEXTS, new Bound(200, 10, 1_000));
        bounds.put(Sort.PAYLOADS, new Bound(100, 10, 500));
        bounds.put(Sort.MISHAPS, new Bound(200, 20, 1_000));
        bounds.put(Sort.MEASURES, new Bound(40, 10, 200));
        bounds.put(Sort.COUNTERS, new Bound(200, 40, 1_000));
    }

    /** Of a single application. */
    public static SeriesBounds ofOne(int mostMethods) {
        return new SeriesBounds(mostMethods, mostMethods, 0, new Bound(Integer.MAX_VALUE, Integer.MAX_VALUE, 0));
    }

    /**
     * Of many applications.
     *
     * @param mostMethods of one application
     * @param ownMethods of these, those that are for it alone
     * @param sharedMethods what all share
     * @param sharedNames how many names of methods all share, with a series or without
     */
    public static SeriesBounds ofAll(int mostMethods, int ownMethods, int sharedMethods, int sharedNames) {
        return new SeriesBounds(mostMethods, ownMethods, sharedMethods,
                new Bound(Integer.MAX_VALUE, OWN_NAMES, sharedNames));
    }

    /** So many has one application at most. */
    public int most(Sort sort) {
        return bounds.get(sort).most();
    }

    /** So many are for each application alone. */
    public int own(Sort sort) {
        return bounds.get(sort).own();
    }

    /** So many more are for all applications together. */
    public int shared(Sort sort) {
        return bounds.get(sort).shared();
    }

    /** So many of what all share are free. */
    public int free(Sort sort) {
        return bounds.get(sort).free().get();
    }

    /** Whether an application that has so many may have one more; it has it then. */
    boolean admits(Sort sort, int has) {
        return bounds.get(sort).admits(has);
    }

    /** An application that had so many has only so many now. */
    void left(Sort sort, int had, int has) {
        bounds.get(sort).left(had, has);
    }

    /** Methods that are known by name, with a series or without. */
    Bound names() {
        return names;
    }

    /** Methods that lost their series and are shown with what they counted. */
    Bound displaced() {
        return displaced;
    }
}
