package sim.payload.recording;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.failure.Fatal;

/** Counts failures of payload probes, and data that found no room, by kind, since the JVM started. Any thread. */
public final class Mishaps {
    /** The kinds; each is a counter. */
    public enum Kind {
        /** An end without a begin, or whose begin came before the recording. */
        UNMATCHED("payloads.unmatched"),
        /** A begin without an end. */
        LOST("payloads.lost"),
        /** A payload whose begin and end are not in the same recording. */
        CUT("payloads.cut"),
        /** A begin inside too many others. */
        TOO_DEEP("payloads.too.deep"),
        /** A payload of a virtual thread for whose context there was no memory. */
        DROPPED("payloads.dropped"),
        /** A split of such a thread. What is below it is below its caller. */
        SPLITS_DROPPED("splits.dropped"),
        /** A payload counted as [other], because there were too many distinct descriptions. */
        FOLDED("payloads.folded"),
        /** An event type that does not belong to its probe. */
        FOREIGN_TYPE("payloads.types.foreign"),
        /** The application's code threw when asked for a name, a description or a type. */
        HANDLER("payloads.handlers.failed"),
        /** A script was switched off because one call exceeded its budget. */
        SCRIPT_STOPPED("payloads.scripts.stopped"),
        /** A probe past the bound on probes. */
        PROBES("payloads.probes.refused"),
        /** A split counted as [other]. */
        SPLITS_FOLDED("splits.folded"),
        /** A split that was closed by the end of the call around it. */
        SPLITS_LOST("splits.lost"),
        /** A split's end without a begin. */
        SPLITS_UNMATCHED("splits.unmatched"),
        /** A single event that was added up with others of its minute. */
        CONSOLIDATED("payload.events.consolidated"),
        /** A single event that found no room in its minute either. The payload's sums contain it. */
        EVENTS_DROPPED("payload.events.dropped"),
        /** An opening or closing of a control object that found no room as an event. The object's record has its time. */
        OBJECT_EVENTS_DROPPED("payload.object.events.dropped"),
        /** A payload counted under [other] control objects. */
        OBJECTS_FOLDED("payload.objects.folded"),
        /** A telemetry that failed. SIM no longer reads it. */
        TELEMETRY("payload.telemetries.failed"),
        /** A number of a telemetry that found no room. */
        POINTS_DROPPED("payload.points.dropped"),
        /** A failure of SIM itself. */
        FAILURE("payload.failures");

        private final String counter;

        Kind(String counter) {
            this.counter = counter;
        }
    }

    /** Not striped: the first addition to such a counter links code, for which a full heap has no room. */
    private final AtomicLong[] counts = new AtomicLong[Kind.values().length];
    private final AtomicBoolean[] said = new AtomicBoolean[Kind.values().length];

    Mishaps() {
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new AtomicLong();
            said[i] = new AtomicBoolean();
        }
    }

    /** Counts one. */
    public void add(Kind kind) {
        counts[kind.ordinal()].incrementAndGet();
    }

    /** Counts some. */
    public void add(Kind kind, long many) {
        counts[kind.ordinal()].addAndGet(many);
    }

    /** Counts one. The first of each kind for whose line the heap has room is also printed. */
    void say(Kind kind, String line) {
        add(kind);
        print(kind, line, "");
    }

    /** The same with what was thrown at the end of the line. Throws nothing where the heap is full. */
    void say(Kind kind, String line, Throwable failure) {
        add(kind);
        print(kind, line, failure);
    }

    private void print(Kind kind, String line, Object failure) {
        AtomicBoolean isSaid = said[kind.ordinal()];
        if (!isSaid.getAndSet(true)) {
            try {
                System.err.println("sim: " + line + failure + "; further ones are counted as " + kind.counter);
            } catch (OutOfMemoryError full) {
                isSaid.set(false);
            }
        }
    }

    /** Prints a line on a thread of the application. It is counted, where the heap has no room for it. */
    public static void print(String line) {
        try {
            System.err.println("sim: " + line);
        } catch (OutOfMemoryError full) {
            // as said
        }
    }

    /** Counts one and prints it. For kinds that are rare and have a reason each. */
    void tell(Kind kind, String line) {
        add(kind);
        print(line);
    }

    /** Counts a failure of SIM itself. A stack overflow is not one. */
    public void failed(Throwable failure) {
        if (!(failure instanceof StackOverflowError)) {
            say(Kind.FAILURE, "a payload could not be recorded: ", failure);
            Fatal.pass(failure);
        }
    }

    void count(Map<String, Long> counters) {
        for (Kind kind : Kind.values()) {
            counters.put(kind.counter, counts[kind.ordinal()].get());
        }
    }
}
