package sim.payload.runtime;

import java.util.Arrays;
import java.util.Collections;
import sim.metrics.feature.FeatureHost;
import sim.metrics.feature.MeteredThread;
import sim.metrics.feature.Pause;
import sim.metrics.probe.Metering;
import sim.model.payload.PayloadEvent;
import sim.payload.recording.BoundProbe;
import sim.payload.recording.Mishaps;
import sim.payload.recording.Payloads;
import sim.payload.recording.Recording;
import sim.payload.spi.PayloadRuntime;

/**
 * SIM's implementation of the payload API: it finds what is in progress on the calling thread. Nothing that the application calls throws; {@link #giveUp} is
 * for the agent alone. While nothing records, a begin takes three loads and an end one.
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

    /** The name of the event for a moment that the application marks by JProfiler's controller. */
    private static final String BOOKMARK = "Bookmark";

    private final FeatureHost host;
    private final Payloads payloads;
    /** Those of virtual threads past the memory for contexts. */
    private final DroppedPayloads dropped;
    private final DroppedPayloads droppedSplits;
    private final Class<?>[] seen = new Class<?>[SEEN];

    JvmPayloads(FeatureHost host, Payloads payloads) {
        this.host = host;
        this.payloads = payloads;
        this.dropped = new DroppedPayloads(payloads.mishaps, Mishaps.Kind.DROPPED);
        this.droppedSplits = new DroppedPayloads(payloads.mishaps, Mishaps.Kind.SPLITS_DROPPED);
    }

    /** That of the JVM. The API calls it once, by reflection. */
    public static JvmPayloads open() {
        return of(Metering.runtime());
    }

    /** That of a runtime. */
    public static JvmPayloads of(Metering runtime) {
        return runtime.feature(PayloadFeature.class).api();
    }

    /** Whether SIM has met a payload probe of that class: it was called, or its aspect was made. */
    public boolean isMet(String type) {
        return payloads.isMet(type);
    }

    @Override
    public void handlerFailed(String line) {
        payloads.mishaps.add(Mishaps.Kind.HANDLER);
        if (line != null) {
            Mishaps.print(line);
        }
    }

    /** Counts a script that exceeded its budget and is switched off. Prints the line. */
    public void scriptStopped(String line) {
        payloads.mishaps.add(Mishaps.Kind.SCRIPT_STOPPED);
        Mishaps.print(line);
    }

    /** Nothing records any more: payloads that were dropped and have not ended will not end, or nobody wants to know. */
    void forgetDropped() {
        dropped.forget();
        droppedSplits.forget();
    }

    /** Forgets which classes were used, so that they can be unloaded. Called by the collector's thread. */
    void forgetClasses() {
        Arrays.fill(seen, null);
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
    public LoosePayload beginLoose(Class<?> probe) {
        if (!isRecording(probe)) {
            return null;
        }
        try {
            BoundProbe of = payloads.of(probe);
            Recording into = payloads.recordingOf(of);
            MeteredThread thread = host.enter();
            if (thread == null) {
                payloads.mishaps.add(Mishaps.Kind.DROPPED);
                return null;
            }
            LoosePayload begun = into == null || thread.isShut()
                    ? null
                    : new LoosePayload(payloads, of, into, thread);
            host.leave(thread);
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
                MeteredThread thread = host.enter();
                if (thread == null) {
                    if (payloads.isRecording()) {
                        dropped.begin();
                    }
                    return 0;
                }
                if (!thread.isShut()) {
                    number = part(thread).open.enter(of, controlObject, type);
                }
                host.leave(thread);
            }
            return number;
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
            return number == 0 ? FAILED : number;
        }
    }

    /**
     * A payload and a split of the calling thread, by their numbers, were never ended, because the stack was full: they are counted as lost.
     * If both are 0, the lost item never got a number. Throws where the stack is still too full: nothing is counted then, and the agent comes again.
     */
    public void giveUp(long payload, long split) {
        MeteredThread known = host.known();
        if (known == null) {
            payloads.mishaps.add(Mishaps.Kind.LOST); // it could not begin: nothing of the thread is in progress
        } else if (!known.isShut()) {
            part(known).giveUp(payload, split);
            host.leave(known);
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
                MeteredThread known = host.known();
                if (dropped.ends(host, known)) {
                    return true;
                }
                MeteredThread thread = known == null ? host.enter() : known;
                if (thread == null) {
                    hasNotBegun(Mishaps.Kind.UNMATCHED);
                    return true;
                }
                if (!thread.isShut()) {
                    part(thread).open.exit(number, of, description, controlObject, type, error);
                }
                host.leave(thread);
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
        if (host.isMetering() && isSeen(probe)) {
            return payloads.of(probe);
        }
        if (!host.isMetering()) {
            see(probe); // SIM must not call the application now
            return null;
        }
        MeteredThread thread = host.enterAnyway();
        if (thread.isShut()) {
            return null;
        }
        Pause work = host.pause(thread); // SIM asks the probe class about itself: what that does is no payload
        try {
            BoundProbe of = payloads.of(probe);
            if (of.probe == null) {
                return null;
            }
            see(probe);
            return of;
        } finally {
            work.end();
            host.leave(thread);
        }
    }

    /** Whether the class was used since the last drain. One load, unless classes share a slot. */
    boolean isSeen(Class<?> probe) {
        int first = probe.hashCode() & SEEN - 1;
        return seen[first] == probe || isSeenNear(probe, first);
    }

    private PayloadPart part(MeteredThread thread) {
        return PayloadPart.of(thread, payloads, host);
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
                MeteredThread thread = host.enter();
                if (thread == null) {
                    payloads.mishaps.add(Mishaps.Kind.OBJECT_EVENTS_DROPPED);
                    return;
                }
                part(thread).object(of, opens ? PayloadEvent.Kind.OPEN : PayloadEvent.Kind.CLOSE,
                        id,
                        known);
                host.leave(thread);
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
                MeteredThread thread = host.enter();
                if (thread == null) {
                    if (payloads.isRecording()) {
                        droppedSplits.begin();
                    }
                    return 0;
                }
                if (!thread.isShut()) {
                    number = part(thread).splits.enter(of, description);
                }
                host.leave(thread);
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
                MeteredThread known = host.known();
                if (droppedSplits.ends(host, known)) {
                    return true;
                }
                MeteredThread thread = known == null ? host.enter() : known;
                if (thread == null) {
                    hasNotBegun(Mishaps.Kind.SPLITS_UNMATCHED);
                    return true;
                }
                if (!thread.isShut()) {
                    part(thread).splits.exit(number, error);
                }
                host.leave(thread);
            }
            return true;
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
            return false;
        }
    }

    @Override
    public void startRecording(String probe, boolean events) {
        try {
            if (probe != null) {
                payloads.start(probe, events);
            }
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
        }
    }

    @Override
    public void stopRecording(String probe) {
        try {
            if (probe != null) {
                payloads.stop(probe);
            }
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
        }
    }

    @Override
    public void bookmark(String description) {
        try {
            host.fire(BOOKMARK, Collections.singletonMap("description", description));
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
        }
    }
}
