package woven;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sim.context.Context;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.WriteToContext;
import sim.instrumentation.data.ContextManager;
import sim.instrumentation.data.Probe;
import sim.metrics.probe.Metering;
import sim.model.snapshot.Snapshot;

/**
 * Gives SIM values whose metered {@code toString} throws, in every way there is, on the thread of its argument; prints which requests failed by that, and what
 * SIM kept.
 */
public final class AskedValues {
    private AskedValues() {}

    public static void main(String[] args) throws Exception {
        Thread thread = args[0].equals("virtual")
                ? (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null,
                        (Runnable) AskedValues::all)
                : new Thread(AskedValues::all);
        if (!args[0].equals("virtual")) {
            thread.start();
        }
        thread.join();
        Snapshot snapshot = Metering.runtime().drain();
        Map<String, Object> lines = new TreeMap<>();
        snapshot.contexts().forEach(each -> lines.put("context " + each.name(), "errors " + each.errors() + " error "
                + each.error() + " values " + new TreeMap<>(each.values())));
        snapshot.kinds()
                .forEach(each -> lines.put("kind " + each.name(), each.contexts() + " failed " + each.failed()));
        snapshot.events().forEach(each -> lines.put("event " + each.name(), each.values()));
        snapshot.failures().forEach(each -> lines.put("counted " + each.type(), each.count()));
        lines.forEach((line, text) -> System.out.println(line + " " + text));
        Map<Integer, String> names = new HashMap<>();
        Metering.runtime().namesAfter(0).forEach(each -> names.put(each.id(), each.member()));
        Map<Integer, String> places = new HashMap<>();
        Metering.runtime().nodesAfter(0).forEach(each -> places.put(each.id(), names.get(each.name())));
        snapshot.rows().forEach(each -> System.out.println("row " + places.get(each.node()) + " " + each.count()));
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    private static void all() {
        put();
        put(new Broken());
        carry(new Broken());
        fail(new Broken());
        writes();
        end();
        Probe.createEventProbe("happened").set("value", new Broken()).fire();
    }

    /** On a thread that SIM does not know yet. */
    private static void put() {
        ContextManager.createNewContext("early", "").put("value", new Broken());
        ContextManager.destroyCurrentContext();
    }

    @CreateContext(name = "put")
    @Instrument
    static void put(Object value) {
        ContextManager.getCurrentContext().put("value", value).put("all", List.of(value));
    }

    @CreateContext(name = "carry")
    @Instrument
    static void carry(Object value) {
        ContextManager.getCurrentContext().carry("value", value);
    }

    @CreateContext(name = "fail")
    @Instrument
    static void fail(Object why) {
        ContextManager.getCurrentContext().fail(why);
    }

    @CreateContext(name = "write")
    @Instrument
    static void writes() {
        write(new Broken());
    }

    @WriteToContext
    static Object write(Object value) {
        return value;
    }

    /** An exception's own text is one too. */
    private static void end() {
        try {
            thrown();
        } catch (Mute expected) {
            // the request has failed, once
        }
    }

    @CreateContext(name = "end")
    static void thrown() {
        throw new Mute();
    }

    /** A value that cannot be written. */
    static final class Broken {
        @Override
        @Instrument
        public String toString() {
            throw new IllegalStateException("not even this");
        }
    }

    /** An exception that cannot be written. */
    @SuppressWarnings("serial")
    static final class Mute extends RuntimeException {
        @Override
        @Instrument
        public String toString() {
            throw new IllegalStateException("not even this");
        }
    }
}
