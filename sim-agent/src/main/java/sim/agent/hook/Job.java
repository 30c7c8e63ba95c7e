package sim.agent.hook;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import sim.agent.cache.WeavingResult;
import sim.agent.cache.View;

/**
 * The class that is being woven on this thread, and what went wrong with it. Begun and ended by the agent's transformer; the
 * weaver's hooks write into it.
 */
public final class Job implements AutoCloseable {
    private static final ThreadLocal<Job> CURRENT = new ThreadLocal<>();

    private final Job outer = CURRENT.get();
    private final ClassLoader loader;
    private final byte[] bytes;
    private final View view;
    private final Made taker;
    private final List<WeavingResult.Made> made = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    /** The types that the weaver wanted to know for this class, by signature; those before for all classes of the loader. Null if nobody asks. */
    private final Set<String> resolved;
    private final Set<String> resolvedAhead;
    private boolean passing;
    private boolean begun;
    private byte[] given;
    private byte[] readable;
    private boolean framing;
    private boolean inFrames;
    private Throwable failure;
    private String message;

    /** Takes a class the weaver has made, where it is not to be defined. */
    public interface Made {
        void take(String name, byte[] bytes);
    }

    private Job(ClassLoader loader, byte[] bytes, View view, Made taker) {
        this.loader = loader;
        this.bytes = bytes;
        this.view = view;
        this.taker = taker;
        this.resolved = view != null && view.isOfTypes() ? new HashSet<>() : null;
        this.resolvedAhead = resolved == null ? null : new HashSet<>();
        CURRENT.set(this);
    }

    /** Begins weaving a class of {@code loader} on this thread. */
    public Job(ClassLoader loader, byte[] bytes) {
        this(loader, bytes, null, null);
    }

    /** @param view where what becomes of the class may be kept; null where it is not */
    public Job(ClassLoader loader, byte[] bytes, View view) {
        this(loader, bytes, view, null);
    }

    /** The same for a class that is not loaded now. */
    public static Job aheadOfTime(ClassLoader loader, byte[] bytes, Made taker) {
        return new Job(loader, bytes, null, taker);
    }

    static Job current() {
        return CURRENT.get();
    }

    ClassLoader loader() {
        return loader;
    }

    /** The weaver reads a class once or twice: the answer is kept for the second time. */
    byte[] readable(byte[] read, UnaryOperator<byte[]> make) {
        begun |= read == bytes;
        if (read != given) {
            given = read;
            readable = make.apply(read);
        }
        return readable;
    }

    /** Whether the weaver is at the class itself, and no more at its configuration. */
    boolean hasBegun() {
        return begun;
    }

    /** The weaver makes a class: for this one, or while it reads its configuration for all of the loader. */
    void makes(String name, byte[] code) {
        if (taker != null) {
            taker.take(name, code);
        } else if (begun) {
            made.add(new WeavingResult.Made(name, code));
        } else if (view != null) {
            view.ahead(name, code);
        }
    }

    boolean isAheadOfTime() {
        return taker != null;
    }

    /** The weaver wants to know a type. */
    void resolves(String signature) {
        if (resolved != null) {
            (begun ? resolved : resolvedAhead).add(signature);
        }
    }

    /** The types that the weaver wanted to know for the class, by internal name. */
    public Set<String> resolved() {
        return names(resolved);
    }

    /** The same for all classes of the loader, if its weaver read its configuration meanwhile. */
    public Set<String> resolvedAhead() {
        return names(resolvedAhead);
    }

    /** Without those of the JDK, which come with the JVM. Type variables and generic types come with plain ones. */
    private static Set<String> names(Set<String> signatures) {
        Set<String> names = new TreeSet<>();
        for (String each : signatures) {
            int begin = each.lastIndexOf('[') + 1;
            int end = each.indexOf('<');
            end = end < 0 ? each.length() - 1 : end;
            if (end > begin && "LP".indexOf(each.charAt(begin)) >= 0 && !each.startsWith("java/", begin + 1)) {
                names.add(each.substring(begin + 1, end).replace('.', '/'));
            }
        }
        return names;
    }

    /** The weaver has a message of that kind. */
    void said(String kind) {
        said.add(kind);
    }

    /** The user has to know something of the configuration, at every start. */
    void told() {
        if (view != null) {
            view.refuse();
        }
    }

    /** What becomes of the current class depends on a class that is in no file. */
    static void dependsOnTheRun() {
        Job job = CURRENT.get();
        if (job != null) {
            job.passing = true;
        }
    }

    /** Whether the same may become of the class at the next start. */
    public boolean mayBeKept() {
        // what the JVM refuses to link, it may take where other classes came first
        return isOfFiles() && outer == null && !(failure instanceof VirtualMachineError)
                && !(failure instanceof LinkageError);
    }

    /** The same where the weaver was not asked. */
    public boolean isOfFiles() {
        return view != null && !passing;
    }

    /** What the weaver made of the class. If that needs a class that the JVM has refused, the weaver has failed. */
    public void gave(byte[] woven) {
        String lacking = woven == null || taker != null ? null : MadeClasses.lackingIn(loader, woven);
        if (lacking != null) {
            failed(null, lacking);
            passing = true;
        }
    }

    /** A result, with what came beside it, and with what the weaver made before for another class: the next start may begin with this one. */
    public WeavingResult complete(WeavingResult result) {
        if (view != null && result.isOfTheWeaver()) {
            for (WeavingResult.Made each : MadeClasses.sharedIn(loader, result.code())) {
                if (made.stream().noneMatch(known -> known.name().replace('.', '/').equals(each.name()))) {
                    made.add(each);
                }
            }
        }
        return result.with(made, said);
    }

    void framing(boolean begun) {
        framing = begun;
    }

    /** The first thing that went wrong stays. */
    void failed(Throwable thrown, String said) {
        if (failure == null && message == null) {
            failure = thrown;
            message = said;
            inFrames = framing;
        }
    }

    /** Whether the weaver has given up on the class. */
    public boolean hasFailed() {
        return failure != null || message != null;
    }

    /** Whether that was while stack map frames were computed. */
    public boolean failedInFrames() {
        return inFrames;
    }

    /** What it threw; null where it only said something. */
    public Throwable failure() {
        return failure;
    }

    /** What it said; null where it only threw something. */
    public String message() {
        return message;
    }

    @Override
    public void close() {
        if (outer == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(outer);
        }
    }
}
