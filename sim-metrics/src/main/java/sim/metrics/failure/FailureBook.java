package sim.metrics.failure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.failure.Fatal;
import sim.base.meter.Clock;
import sim.base.redact.Redaction;
import sim.context.ErrorText;
import sim.context.FailureWatch;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.StackRecord;
import sim.model.text.Text;

/**
 * Counts exceptions by type and by the place where they began, and reads the stacks of some: of the first of each type and place, and of so many a second.
 * Threads tell it of calls and contexts as these end with an exception. It keeps texts alone, never an exception, and throws nothing but a
 * {@code ThreadDeath}.
 *
 * An exception passes through the calls around the one it ended. Frames know it by its identity hash; where a context ends with it, or a call in
 * one, a slot by that hash says so to what is around. A slot that another exception has taken meanwhile costs a count too many.
 *
 * A program may throw one object again and again. Each time counts where SIM can tell it from the time before. It cannot where a call or a context
 * caught the object from a call inside and later throws it by itself: it looks as if it passed through.
 */
public final class FailureBook implements FailureWatch {
    /** Places where exceptions began, of all types together. Past it an exception is counted by its type, without a place. */
    private static final int MOST_PLACES = 1_000;
    private static final int MOST_TYPES = 1_000;
    /** Once half of either is taken, what had no exception between so many drains gives way: what fails now is told, not what failed first. */
    private static final int IDLE = 60;
    /** Characters of a type: a class may have a name of 65,535. */
    private static final int LONGEST_TYPE = 1_000;
    /** Different stacks between two drains. */
    private static final int MOST_STACKS = 200;
    private static final int MOST_CONTEXTS = 50;
    private static final String OTHER = "[other]";
    private static final int SLOTS = 512;
    private static final int COUNT_BITS = 12;
    private static final long COUNT = (1 << COUNT_BITS) - 1;

    private final Redaction redaction;
    private final int valueLength;
    private final int rate;
    private final Map<String, OfType> types = new ConcurrentHashMap<>();
    private final Place other = new Place(0, 0);
    /** Written under the lock; read without, so that no call waits once a bound is reached. */
    private volatile int places;
    private volatile int typesKnown;
    /** How often it was drained. */
    private volatile int drains;
    private final AtomicLong folded = new AtomicLong();
    /** By identity hash: the hash, and below it in which context a call ended with the exception (even), or a context inside it (odd). */
    private final long[] ended = new long[SLOTS];
    /** By identity hash: the hash, and below it that of the light call into which the exception went on. */
    private final long[] light = new long[SLOTS];
    /** The second that is counted, and how many stacks were read in it. */
    private final AtomicLong window = new AtomicLong();
    private final AtomicLong unread = new AtomicLong();
    /** By hash. Guarded by itself. */
    private final Map<Long, Seen> stacks = new LinkedHashMap<>();

    /**
     * @param valueLength characters kept of a message
     * @param rate stacks a second beside the first ones; 0 for none at all
     */
    public FailureBook(Redaction redaction, int valueLength, int rate) {
        this.redaction = redaction;
        this.valueLength = valueLength;
        this.rate = (int) Math.min(rate, COUNT);
    }

    /** What an exception is known by while it passes through calls; never 0. */
    public static int mark(Throwable error) {
        int hash = System.identityHashCode(error);
        return hash == 0 ? 1 : hash;
    }

    /**
     * A call has ended with an exception.
     *
     * @param node the call's place
     * @param context the context in which it was made, 0 for none
     * @param hasPassed whether a call inside has ended with it too
     */
    public void failed(Throwable error, int node, long context, boolean hasPassed) {
        try {
            int mark = mark(error);
            if (!hasPassed && ended[mark & SLOTS - 1] != told(mark, (int) context | 1)) {
                count(error, node, context);
            }
            // also without a context: what a context at the top has left there is of one passage, and the object may be thrown again
            ended[mark & SLOTS - 1] = told(mark, (int) context & ~1);
        } catch (Throwable broken) {
            lost(broken);
        }
    }

    @Override
    public void failed(long context, long parent, Throwable error) {
        try {
            int mark = mark(error);
            long before = ended[mark & SLOTS - 1] | 1;
            if (before != told(mark, (int) context | 1)) {
                count(error, 0, context);
            }
            ended[mark & SLOTS - 1] = told(mark, (int) parent | 1);
        } catch (Throwable broken) {
            lost(broken);
        }
    }

    /** An exception goes on from a light call to the one around it. */
    public void goesOn(int mark, Object caller) {
        light[mark & SLOTS - 1] = told(mark, System.identityHashCode(caller));
    }

    /** Whether it came to a light call from one inside it. Tells it once: a light call is used again, and the object may be thrown again. */
    public boolean cameTo(int mark, Object call) {
        boolean came = light[mark & SLOTS - 1] == told(mark, System.identityHashCode(call));
        if (came) {
            light[mark & SLOTS - 1] = 0;
        }
        return came;
    }

    private static long told(int mark, int low) {
        return (long) mark << 32 | low & 0xFFFF_FFFFL;
    }

    private void lost(Throwable broken) {
        unread.incrementAndGet();
        Fatal.pass(broken);
    }

    private void count(Throwable error, int node, long context) {
        String type = Text.cut(error.getClass().getName(), LONGEST_TYPE);
        Place place;
        do {
            place = place(type, node);
        } while (!place.add()); // it has just given way: another takes its place
        if (place.node != node || place == other) {
            folded.incrementAndGet();
        }
        if (rate > 0 && (place.isFirst() || isInRate())) {
            read(error, place == other ? OTHER : type, node, context);
        }
    }

    private Place place(String type, int node) {
        OfType of = types.get(type);
        if (of == null) {
            return typesKnown >= MOST_TYPES ? other : create(type, node);
        }
        Place known = of.at(node);
        return known != null ? known : places >= MOST_PLACES ? of.anywhere : create(type, node);
    }

    private synchronized Place create(String type, int node) {
        OfType of = types.get(type);
        if (of == null) {
            if (typesKnown >= MOST_TYPES) {
                return other;
            }
            of = new OfType(drains);
            types.put(type, of);
            typesKnown++;
        }
        Place known = of.at(node);
        if (known != null) {
            return known;
        }
        if (places >= MOST_PLACES) {
            return of.anywhere;
        }
        Place added = new Place(node, drains);
        of.add(added);
        places++;
        return added;
    }

    private boolean isInRate() {
        long second = System.nanoTime() / 1_000_000_000 << COUNT_BITS;
        long seen = window.get();
        if ((seen & ~COUNT) != second) {
            return window.compareAndSet(seen, second | 1) || isInRate();
        }
        return (seen & COUNT) < rate && window.compareAndSet(seen, seen + 1);
    }

    private void read(Throwable error, String type, int node, long context) {
        StackText stack = StackText.of(error, this::textOf);
        String message = textOf(error);
        String text = stack.text();
        long key = stack.hash() * 31 + node;
        synchronized (stacks) {
            Seen seen = stacks.get(key);
            if (seen == null) {
                if (stacks.size() >= MOST_STACKS) {
                    unread.incrementAndGet();
                    return;
                }
                seen = new Seen(type, node, stack.hash());
                stacks.put(key, seen);
            }
            seen.add(message, text, context);
        }
    }

    private String textOf(Throwable error) {
        return redaction.text(ErrorText.of(error, valueLength));
    }

    /** What came since the last drain. The collector's thread only; where it fails, for want of memory, the next time has it all. */
    public void drain(List<FailureRecord> failures, List<StackRecord> read) {
        List<Place> told = new ArrayList<>();
        List<FailureRecord> records = new ArrayList<>();
        types.forEach((type, of) -> {
            of.anywhere.drain(type, records, told);
            Arrays.stream(of.places).forEach(place -> place.drain(type, records, told));
        });
        other.drain(OTHER, records, told);
        failures.addAll(records);
        for (int i = 0; i < told.size(); i++) {
            told.get(i).told += records.get(i).count();
            told.get(i).last = drains;
        }
        drains++;
        if (places > MOST_PLACES / 2 || typesKnown > MOST_TYPES / 2) {
            giveWay();
        }
        synchronized (stacks) {
            List<StackRecord> seen = new ArrayList<>();
            stacks.values().forEach(each -> seen.add(each.record()));
            read.addAll(seen);
            stacks.clear();
        }
    }

    /** Removes what has been idle. What a thread adds to it meanwhile is not lost: it is counted one step further out. */
    private synchronized void giveWay() {
        types.forEach((type, of) -> {
            Place[] all = of.places;
            Place[] kept = Arrays.stream(all).filter(place -> !isIdle(place)).toArray(Place[]::new);
            if (kept.length < all.length) {
                of.places = kept; // first: a thread that finds a place closed looks for another
                places -= all.length - kept.length;
                for (Place place : all) {
                    if (isIdle(place)) {
                        of.anywhere.count.addAndGet(place.close());
                    }
                }
            }
            if (kept.length == 0 && isIdle(of.anywhere) && of.anywhere.isTold()) {
                types.remove(type);
                typesKnown--;
                other.count.addAndGet(of.anywhere.close());
            }
        });
    }

    private boolean isIdle(Place place) {
        return drains - place.last > IDLE;
    }

    /** Adds how many stacks could not be read or found no room, and how many exceptions were counted without their place. */
    public void count(Map<String, Long> counters) {
        counters.put("errors.places.folded", folded.get());
        counters.put("errors.stacks.dropped", unread.get());
    }

    /** The places of a type, in no order: most have one or two. */
    private static final class OfType {
        volatile Place[] places = {};
        /** Where no metered call ended with it, or past the bound on places. */
        final Place anywhere;

        OfType(int drains) {
            anywhere = new Place(0, drains);
        }

        Place at(int node) {
            if (node == 0) {
                return anywhere;
            }
            for (Place place : places) {
                if (place.node == node) {
                    return place;
                }
            }
            return null;
        }

        void add(Place place) {
            Place[] more = Arrays.copyOf(places, places.length + 1);
            more[more.length - 1] = place;
            places = more;
        }
    }

    private static final class Place {
        final int node;
        final AtomicLong count = new AtomicLong();
        private static final long CLOSED = Long.MIN_VALUE;
        private final AtomicBoolean read = new AtomicBoolean();
        /** How many were drained, and the number of the drain that last had some. Only the collector uses them. */
        long told;
        int last;

        Place(int node, int drains) {
            this.node = node;
            this.last = drains;
        }

        /** Counts one; false if it is closed. */
        boolean add() {
            return count.incrementAndGet() > 0;
        }

        boolean isTold() {
            return count.get() == told;
        }

        /** From here on nothing is counted in it. Returns what was not drained. */
        long close() {
            return count.getAndSet(CLOSED) - told;
        }

        boolean isFirst() {
            return !read.get() && read.compareAndSet(false, true);
        }

        void drain(String type, List<FailureRecord> into, List<Place> drained) {
            long since = count.get() - told;
            if (since > 0) {
                into.add(new FailureRecord(type, node, since));
                drained.add(this);
            }
        }
    }

    /** A stack since the last drain. */
    private static final class Seen {
        private final String type;
        private final int node;
        private final long stack;
        private final long[] contexts = new long[MOST_CONTEXTS];
        private int known;
        private long latest;
        private String message;
        private String text;
        private long reads;
        private long timeMicros;

        Seen(String type, int node, long stack) {
            this.type = type;
            this.node = node;
            this.stack = stack;
        }

        /** The last context is that of the texts: who forgets it forgets them. 0 stands last for texts that are of none. */
        void add(String said, String frames, long context) {
            message = said;
            text = frames;
            reads++;
            timeMicros = Clock.epochMicros();
            latest = context;
            if (context != 0) {
                known = Math.min(known + 1, contexts.length);
                contexts[known - 1] = context;
            }
        }

        StackRecord record() {
            return new StackRecord(timeMicros, type, node, stack, message, text, reads,
                    Arrays.copyOf(contexts, latest == 0 ? known + 1 : known));
        }
    }
}
