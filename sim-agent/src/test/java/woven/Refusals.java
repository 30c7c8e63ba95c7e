package woven;

import java.util.Map;
import java.util.TreeMap;
import sim.context.Context;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.data.ContextManager;
import sim.metrics.probe.Metering;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Snapshot;

/** Throws exceptions with a text of their own out of metered calls and contexts, and prints what SIM tells of them. */
public final class Refusals {
    private static final int EACH = 5;

    private Refusals() {}

    public static void main(String[] args) {
        for (int i = 0; i < EACH; i++) {
            for (RuntimeException error : new RuntimeException[]{new Plain(i), new Coded(i), new Mute()}) {
                try {
                    refuse(error);
                } catch (RuntimeException expected) {
                    // the context has ended with it
                }
            }
        }
        Context told = ContextManager.createNewContext("told", "");
        told.fail(new Coded(7));
        ContextManager.destroyCurrentContext();
        Snapshot snapshot = Metering.runtime().drain();
        Map<String, Integer> lines = new TreeMap<>();
        for (Invocation call : snapshot.invocations()) {
            lines.merge("call " + call.exception(), 1, Integer::sum);
        }
        snapshot.contexts()
                .forEach(each -> lines.merge("context " + each.name() + " " + each.error(), 1, Integer::sum));
        for (FailureRecord each : snapshot.failures()) {
            lines.merge("counted " + each.type(), (int) each.count(), Integer::sum);
        }
        snapshot.stacks().forEach(each -> lines.merge("stack " + each.type() + " " + each.message(), 0, Integer::sum));
        lines.forEach((line, count) -> System.out.println(line + " " + count));
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    @CreateContext(name = "refused")
    @Instrument
    static void refuse(RuntimeException error) {
        throw error;
    }

    /** Says no class, and no colon. */
    @SuppressWarnings("serial")
    private static final class Plain extends RuntimeException {
        private final int order;

        Plain(int order) {
            this.order = order % 2;
        }

        @Override
        public String toString() {
            return "order " + order + " refused";
        }
    }

    /** Says no class, and a colon. */
    @SuppressWarnings("serial")
    private static final class Coded extends RuntimeException {
        private final int code;

        Coded(int code) {
            this.code = code % 2;
        }

        @Override
        public String toString() {
            return "code: " + code;
        }
    }

    /** Fails when it is asked. */
    @SuppressWarnings("serial")
    private static final class Mute extends RuntimeException {
        @Override
        public String toString() {
            throw new IllegalStateException("not even this");
        }
    }
}
