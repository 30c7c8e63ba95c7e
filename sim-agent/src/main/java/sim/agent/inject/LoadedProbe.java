package sim.agent.inject;

import sim.payload.injected.Payload;
import sim.payload.injected.ProbeContext;
import sim.payload.spi.PayloadRuntime;

/** A probe class as a loader of intercepted classes sees it. Held by the call sites in those, so that all can be unloaded together. */
final class LoadedProbe {
    static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    final Class<?> type;
    final ProbeContext context = new Context();
    private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);

    /** A thread's. */
    static final class State {
        Invocation innermost;
        /** What a handler calls is not intercepted for its own probe: else it might call itself. */
        boolean inHandler;
    }

    /** The runtime meets it: it is listed from now on, and records if somebody wants it. */
    LoadedProbe(Class<?> type) {
        this.type = type;
        RUNTIME.isRecording(type);
    }

    State state() {
        return states.get();
    }

    /** While nothing records it is two loads. */
    boolean isRecorded() {
        return RUNTIME.isActive() && RUNTIME.isRecording(type);
    }

    private final class Context implements ProbeContext {
        @Override
        public Payload createPayload(String name, Object controlObject, Enum<?> kind) {
            return new Description(name, controlObject, kind);
        }

        @Override
        public Payload createPayloadWithDeferredName(Object controlObject, Enum<?> kind) {
            return new Description(null, controlObject, kind);
        }

        @Override
        public Payload getOuterPayload() {
            Invocation innermost = state().innermost;
            Invocation outer = innermost == null ? null : innermost.outerPayload();
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
