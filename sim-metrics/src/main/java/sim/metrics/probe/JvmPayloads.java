package sim.metrics.probe;

import java.util.function.Consumer;
import sim.metrics.payload.BoundProbe;
import sim.metrics.payload.Mishaps;
import sim.metrics.payload.Payloads;
import sim.metrics.payload.Recording;
import sim.model.payload.PayloadEvent;
import sim.payload.spi.PayloadRuntime;

/**
 * SIM's implementation of the payload API: it finds the calling thread's payload stack. No method throws. While nothing records, a begin
 * takes three loads and an end one.
 *
 *
 * <p>A probe is listed at its first use, recorded or not. For that, SIM remembers by hash which classes were used, but only from one
 * drain to the next: otherwise they could not be unloaded.
 */
public final class JvmPayloads extends PayloadRuntime {
    private static final int SEEN = 256;
    /** In place of a number where a begin failed. */
    private static final long FAILED = -1;
    /** In place of a number at an end that knows none. */
    private static final long INNERMOST = -1;
    /** Places a class may be remembered at, from its own on. */
    private static final int NEAR = 8;

    private final Threads threads;
    private final Payloads payloads;
    private final Consumer<String> bookmarks;
    private final Class<?>[] seen = new Class<?>[SEEN];

    /** @param bookmarks takes the moments that the application marks */
    JvmPayloads(Threads threads, Payloads payloads, Consumer<String> bookmarks) {
        this.threads = threads;
        this.payloads = payloads;
        this.bookmarks = bookmarks;
    }

    /** The runtime of the JVM. The API calls it once, by reflection. */
    public static PayloadRuntime open() {
        return Metering.runtime().payloadRuntime();
    }

    /** Forgets which classes were used, so that they can be unloaded. Called by the collector's thread. */
    void forgetClasses() {
        java.util.Arrays.fill(seen, null);
    }

    @Override
    public void enter(Class<?> probe, Object controlObject, Enum<?> type) {
        if (payloads.isActive() || probe == null || !isSeen(probe)) {
            begin(probe, controlObject, type);
        }
    }

    @Override
    public void exit(String description, Throwable error) {
        if (payloads.isActive()) {
            end(null, description, null, null, error);
        }
    }

    @Override
    public void exit(Class<?> probe, String description, Object controlObject, Enum<?> type, Throwable error) {
        if (payloads.isActive()) {
            end(probe, description, controlObject, type, error);
        }
    }

    @Override
    public boolean isActive() {
        return payloads.isActive() || payloads.isAwaiting();
    }

    @Override
    public boolean isRecording(Class<?> probe) {
        try {
            // A new class is met first: it may be one that is to be recorded from its first use on.
            if (!payloads.isActive() && probe != null && isSeen(probe)) {
                return false;
            }
            BoundProbe of = meet(probe);
            return of != null && payloads.recordingOf(of) != null;
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
            return false;
        }
    }

    /**
     * The probe of a class, for callers that keep it and begin and end payloads with it. Null if there is none yet: the caller asks again
     * later.
     */
    public BoundProbe bind(Class<?> probe) {
        try {
            return meet(probe);
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
            return null;
        }
    }

    /** Whether a probe records. Takes one or two loads. */
    public boolean isRecording(BoundProbe of) {
        return payloads.recordingOf(of) != null;
    }

    /** Begins a payload that may end on another thread; null if it is not recorded. */
    LoosePayload beginLoose(Class<?> probe) {
        if (!isRecording(probe)) {
            return null;
        }
        try {
            BoundProbe of = payloads.of(probe);
            Recording into = payloads.recordingOf(of);
            ThreadContext context = threads.forPayload();
            if (context == null) {
                payloads.mishaps.add(Mishaps.Kind.DROPPED);
                return null;
            }
            LoosePayload begun = into == null || context.isShut()
                    ? null
                    : new LoosePayload(payloads, of, into, context);
            threads.releaseIdle(context);
            return begun;
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
            return null;
        }
    }

    private void begin(Class<?> probe, Object controlObject, Enum<?> type) {
        try {
            BoundProbe of = meet(probe);
            if (of != null) {
                enter(of, controlObject, type);
            }
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
        }
    }

    /**
     * A payload of a probe that was met begins.
     *
     * @return its number among those of the calling thread; 0 where it is none, negative where beginning it failed
     */
    public long enter(BoundProbe of, Object controlObject, Enum<?> type) {
        long number = 0;
        try {
            if (payloads.isActive()) {
                ThreadContext context = threads.forPayload();
                if (context == null) {
                    if (payloads.isRecording()) {
                        threads.dropped.begin();
                    }
                    return 0;
                }
                if (!context.isShut()) {
                    number = PayloadStack.of(context).enter(of, controlObject, type);
                }
                threads.releaseIdle(context);
            }
            return number;
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
            return number == 0 ? FAILED : number;
        }
    }

    /**
     * A payload and a split of the calling thread, by their numbers, were never ended, for the stack was full: they are counted as lost.
     * Where both are 0 something that has no number was.
     */
    public void giveUp(long payload, long split) {
        ThreadContext known = threads.find();
        if (known == null) {
            payloads.mishaps.add(Mishaps.Kind.LOST); // it could not begin: nothing of the thread is in progress
        } else if (!known.isShut()) {
            PayloadStack.of(known).giveUp(payload, split);
            threads.releaseIdle(known);
        }
    }

    private void end(Class<?> probe, String description, Object controlObject, Enum<?> type, Throwable error) {
        try {
            exit(INNERMOST, probe == null ? null : payloads.of(probe), description, controlObject, type, error);
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
        }
    }

    /**
     * A payload ends, of that probe where one is given; false where ending it failed.
     *
     * @param number its number; negative for the innermost payload of the calling thread
     */
    public boolean exit(long number, BoundProbe of, String description, Object controlObject, Enum<?> type,
            Throwable error) {
        try {
            if (payloads.isActive()) {
                ThreadContext known = threads.find();
                if (threads.isOfDropped(threads.dropped, known)) {
                    return true;
                }
                ThreadContext context = known == null ? threads.forPayload() : known;
                if (context == null) {
                    hasNotBegun(Mishaps.Kind.UNMATCHED);
                    return true;
                }
                if (!context.isShut()) {
                    PayloadStack.of(context).exit(number, of, description, controlObject, type, error);
                }
                threads.releaseIdle(context);
            }
            return true;
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
            return false;
        }
    }

    /** Counts an end on a thread that has no context, and so nothing of a payload. */
    private void hasNotBegun(Mishaps.Kind kind) {
        if (payloads.isRecording()) {
            payloads.mishaps.add(kind);
        }
    }

    /** The probe of a class; null if it does not record, or SIM itself is calling the application. */
    private BoundProbe meet(Class<?> probe) {
        if (probe == null) {
            return null;
        }
        if (threads.plan.metered && isSeen(probe)) {
            return payloads.of(probe);
        }
        if (!threads.plan.metered) {
            see(probe); // SIM must not call the application now
            return null;
        }
        ThreadContext context = threads.current();
        if (context.isShut()) {
            return null;
        }
        OwnWork work = new OwnWork(context); // SIM asks the probe class about itself: what that does is no payload
        try {
            BoundProbe of = payloads.of(probe);
            if (of.probe == null) {
                return null;
            }
            see(probe);
            return of;
        } finally {
            work.end();
            threads.releaseIdle(context);
        }
    }

    /** Whether the class was used since the last drain. One load, unless classes share a slot. */
    boolean isSeen(Class<?> probe) {
        int first = probe.hashCode() & SEEN - 1;
        return seen[first] == probe || isSeenNear(probe, first);
    }

    private boolean isSeenNear(Class<?> probe, int first) {
        for (int at = first + 1; at < first + NEAR; at++) {
            if (seen[at & SEEN - 1] == probe) {
                return true;
            }
        }
        return false;
    }

    private void see(Class<?> probe) {
        int first = probe.hashCode() & SEEN - 1;
        for (int at = first; at < first + NEAR; at++) {
            if (seen[at & SEEN - 1] == null) {
                seen[at & SEEN - 1] = probe;
                return;
            }
        }
    }

    @Override
    public void open(Class<?> probe, Object controlObject, String name) {
        object(probe, controlObject, name, true);
    }

    @Override
    public void close(Class<?> probe, Object controlObject) {
        object(probe, controlObject, null, false);
    }

    private void object(Class<?> probe, Object object, String name, boolean opens) {
        try {
            BoundProbe of = object == null ? null : meet(probe);
            if (of == null) {
                return;
            }
            // An open object has the name that SIM made of the given one, which may be null or of any length.
            long opened = opens ? payloads.open(of, object, name) : 0;
            String known = payloads.nameOf(of, object);
            long id = opens ? opened : payloads.close(of, object);
            if (payloads.isRecording()) {
                ThreadContext context = threads.forPayload();
                if (context == null) {
                    payloads.mishaps.add(Mishaps.Kind.OBJECT_EVENTS_DROPPED);
                    return;
                }
                PayloadStack.of(context).object(of, opens ? PayloadEvent.Kind.OPEN : PayloadEvent.Kind.CLOSE, id,
                        known);
                threads.releaseIdle(context);
            }
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
        }
    }

    @Override
    public void enterSplit(Class<?> probe, String description) {
        if (payloads.isActive() || probe == null || !isSeen(probe)) {
            split(probe, description);
        }
    }

    @Override
    public void exitSplit(Throwable error) {
        endSplit(INNERMOST, error);
    }

    /**
     * A split begins.
     *
     * @return its number among those of the calling thread; 0 where it is none, negative where beginning it failed
     */
    public long split(Class<?> probe, String description) {
        long number = 0;
        try {
            BoundProbe of = meet(probe);
            if (of != null && payloads.isActive()) {
                ThreadContext context = threads.forPayload();
                if (context == null) {
                    if (payloads.isRecording()) {
                        threads.droppedSplits.begin();
                    }
                    return 0;
                }
                if (!context.isShut()) {
                    number = PayloadStack.of(context).enterSplit(of, description);
                }
                threads.releaseIdle(context);
            }
            return number;
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
            return number == 0 ? FAILED : number;
        }
    }

    /**
     * A split ends; false where ending it failed.
     *
     * @param number its number; negative for the innermost split of the calling thread
     */
    public boolean endSplit(long number, Throwable error) {
        try {
            if (payloads.isActive()) {
                ThreadContext known = threads.find();
                if (threads.isOfDropped(threads.droppedSplits, known)) {
                    return true;
                }
                ThreadContext context = known == null ? threads.forPayload() : known;
                if (context == null) {
                    hasNotBegun(Mishaps.Kind.SPLITS_UNMATCHED);
                    return true;
                }
                if (!context.isShut()) {
                    PayloadStack.of(context).exitSplit(number, error);
                }
                threads.releaseIdle(context);
            }
            return true;
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
            return false;
        }
    }

    @Override
    public void startRecording(String probe, boolean events) {
        if (probe != null) {
            payloads.start(probe, events);
        }
    }

    @Override
    public void stopRecording(String probe) {
        if (probe != null) {
            payloads.stop(probe);
        }
    }

    @Override
    public void bookmark(String description) {
        try {
            bookmarks.accept(description);
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
        }
    }
}
