package sim.agent.inject;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import sim.payload.injected.Payload;
import sim.payload.injected.ProbeContext;
import sim.payload.recording.BoundProbe;
import sim.payload.runtime.JvmPayloads;

/**
 * A probe class, loaded where a loader of intercepted classes sees it. Only the call sites in those classes hold it, so that all are
 * unloaded together.
 */
final class LoadedProbe {
    static final JvmPayloads RUNTIME = JvmPayloads.open();

    final Class<?> type;
    final ProbeContext context = new HandlerContext();
    /** The probe in the runtime; null until the runtime has met it. */
    private volatile BoundProbe bound;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);

    /** The state of one thread. Its free objects refer to nothing of the application. */
    static final class State {
        /** The most nested calls that are kept for reuse. */
        private static final int MOST_FREE = 64;
        /** Most handlers have fewer parameters than this. */
        private static final int MOST_PARAMETERS = 8;

        InterceptedCall innermost;
        /** Whether a handler of the probe runs. What it calls is not intercepted for the same probe; otherwise it might call itself. */
        boolean inHandler;
        private InterceptedCall free;
        private int freeOnes;
        /** Argument arrays by their length. No handler runs inside another one of its probe, so one array of each length is enough. */
        private final Object[][] arguments = new Object[MOST_PARAMETERS + 1][];

        /** The innermost call that is still in progress. Gives up the calls inside it: their ends failed on a full stack. */
        InterceptedCall around() {
            InterceptedCall around = innermost;
            while (around != null && around.isGone()) {
                giveUp(around);
                around = around.outer;
                innermost = around; // not reused: an end that comes late may still refer to it
            }
            return around;
        }

        /**
         * Prepares for the end of a call, by giving up the calls inside it, which were never ended. Returns false if the call itself has
         * been given up.
         */
        boolean ends(InterceptedCall call) {
            InterceptedCall inside = innermost;
            while (inside != call && inside != null) {
                inside = inside.outer;
            }
            if (inside == null) {
                return false;
            }
            for (inside = innermost; inside != call; inside = inside.outer) {
                giveUp(inside);
                innermost = inside.outer;
            }
            return true;
        }

        private static void giveUp(InterceptedCall call) {
            if (!call.placed.isAlways() && (call.failed || call.payloadNumber != 0 || call.splitNumber != 0)) {
                RUNTIME.giveUp(call.payloadNumber, call.splitNumber);
            }
        }

        /** An object for the next call. */
        InterceptedCall take() {
            InterceptedCall first = free;
            if (first == null) {
                return new InterceptedCall(this);
            }
            free = first.outer;
            freeOnes--;
            return first;
        }

        /** Takes back the object of a call that has ended. */
        void giveBack(InterceptedCall call) {
            call.forget();
            if (freeOnes < MOST_FREE) {
                call.outer = free;
                free = call;
                freeOnes++;
            }
        }

        Object[] arguments(int number) {
            if (number > MOST_PARAMETERS) {
                return new Object[number];
            }
            Object[] known = arguments[number];
            return known == null ? arguments[number] = new Object[number] : known;
        }

        static void forget(Object[] arguments) {
            Arrays.fill(arguments, null);
        }
    }

    /** Makes the runtime meet the probe, which is listed from now on and records if somebody wants it. */
    LoadedProbe(Class<?> type) {
        this.type = type;
        bound = RUNTIME.bind(type);
    }

    State state() {
        return states.get();
    }

    /** Whether any probe may be recording. While none is, this takes two loads. */
    static boolean isAnyRecorded() {
        return RUNTIME.isActive();
    }

    boolean isRecorded() {
        return RUNTIME.isActive() && !stopped.getPlain() && RUNTIME.isRecording(bound());
    }

    /** Stops all calls of its handlers. Returns false if they were stopped before. */
    boolean stop() {
        return !stopped.getAndSet(true);
    }

    boolean isStopped() {
        return stopped.get();
    }

    /** The probe in the runtime; null if the runtime does not accept it. */
    private BoundProbe bound() {
        BoundProbe known = bound;
        if (known == null) {
            known = RUNTIME.bind(type);
            bound = known;
        }
        return known;
    }

    /** Begins a payload, see {@link JvmPayloads#enter(BoundProbe, Object, Enum)}. */
    long enter(Description made) {
        return RUNTIME.enter(bound, made.getControlObject(), made.getType());
    }

    /** Ends the payload with this number. Without a name it does not count. Returns false if ending it failed. */
    boolean exit(long number, String name, Description made, Throwable error) {
        return RUNTIME.exit(number, bound, name, made.getControlObject(), made.getType(), error);
    }

    private final class HandlerContext implements ProbeContext {
        @Override
        public Payload createPayload(String name, Object controlObject, Enum<?> kind) {
            return new Description(name, controlObject, kind); // a new one each time, because a handler may keep it
        }

        @Override
        public Payload createPayloadWithDeferredName(Object controlObject, Enum<?> kind) {
            return new Description(null, controlObject, kind);
        }

        @Override
        public Payload getOuterPayload() {
            InterceptedCall innermost = state().innermost;
            InterceptedCall outer = innermost == null ? null : innermost.outerPayload();
            return outer == null ? null : outer.payload;
        }

        @Override
        public void openControlObject(Object controlObject, String name) {
            RUNTIME.open(type, controlObject, name);
        }

        @Override
        public void closeControlObject(Object controlObject) {
            RUNTIME.close(type, controlObject);
        }

        @Override
        public boolean isProbeRecorded() {
            return isRecorded();
        }
    }
}
