package sim.agent.inject;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import sim.metrics.payload.BoundProbe;
import sim.metrics.probe.JvmPayloads;
import sim.metrics.probe.Metering;
import sim.payload.injected.Payload;
import sim.payload.injected.ProbeContext;

/** A probe class as a loader of intercepted classes sees it. Held by the call sites in those, so that all can be unloaded together. */
final class LoadedProbe {
    static final JvmPayloads RUNTIME = Metering.runtime().payloadRuntime();

    final Class<?> type;
    final ProbeContext context = new HandlerContext();
    /** How the runtime knows it; null until it does. */
    private volatile BoundProbe bound;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);

    /** A thread's. What is free in it holds nothing of the application's. */
    static final class State {
        /** The most nested calls that are kept for reuse. */
        private static final int MOST_FREE = 64;
        /** Handlers have mostly fewer parameters. */
        private static final int MOST_PARAMETERS = 8;

        InterceptedCall innermost;
        /** What a handler calls is not intercepted for its own probe: else it might call itself. */
        boolean inHandler;
        private InterceptedCall free;
        private int freeOnes;
        /** By their number. No handler is called inside another of its probe's, so one of each is enough. */
        private final Object[][] arguments = new Object[MOST_PARAMETERS + 1][];

        /** The innermost call that goes on. Those inside it were never ended, for the stack was full, and are given up. */
        InterceptedCall around() {
            InterceptedCall around = innermost;
            while (around != null && around.isGone()) {
                giveUp(around);
                around = around.outer;
                innermost = around; // those that are gone are not used again: an end may know them
            }
            return around;
        }

        /** A call ends: those inside it were never ended. False where it has been given up itself. */
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

        /** For the next call. */
        InterceptedCall take() {
            InterceptedCall first = free;
            if (first == null) {
                return new InterceptedCall(this);
            }
            free = first.outer;
            freeOnes--;
            return first;
        }

        /** It has ended. */
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

    /** The runtime meets it: it is listed from now on, and records if somebody wants it. */
    LoadedProbe(Class<?> type) {
        this.type = type;
        bound = RUNTIME.bind(type);
    }

    State state() {
        return states.get();
    }

    /** Whether it may record: while nothing does it is two loads. */
    static boolean isAnyRecorded() {
        return RUNTIME.isActive();
    }

    boolean isRecorded() {
        return RUNTIME.isActive() && !stopped.getPlain() && RUNTIME.isRecording(bound());
    }

    /** Its handlers are called no more; false where that was so before. */
    boolean stop() {
        return !stopped.getAndSet(true);
    }

    boolean isStopped() {
        return stopped.get();
    }

    /** Null where the runtime does not take it. */
    private BoundProbe bound() {
        BoundProbe known = bound;
        if (known == null) {
            known = RUNTIME.bind(type);
            bound = known;
        }
        return known;
    }

    /** A payload begins: see {@link JvmPayloads#enter(BoundProbe, Object, Enum)}. */
    long enter(Description made) {
        return RUNTIME.enter(bound, made.getControlObject(), made.getType());
    }

    /** The one of that number ends; without a name it is none. False where ending it failed. */
    boolean exit(long number, String name, Description made, Throwable error) {
        return RUNTIME.exit(number, bound, name, made.getControlObject(), made.getType(), error);
    }

    private final class HandlerContext implements ProbeContext {
        @Override
        public Payload createPayload(String name, Object controlObject, Enum<?> kind) {
            return new Description(name, controlObject, kind); // a handler may keep it
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
