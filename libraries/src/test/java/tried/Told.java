package tried;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import sim.context.Context;
import sim.metrics.probe.Metering;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRow;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Snapshot;

/** What SIM has to tell, where it is there: the programs run bare too. */
final class Told {
    private static final boolean IS_THERE = System.getProperty("sim.server") != null;

    private Told() {}

    /** Runs it in a context of that name. */
    static void in(String context, Callable<?> task) throws Exception {
        Context begun = IS_THERE ? Begun.context(context) : null;
        try {
            task.call();
        } finally {
            if (begun != null) {
                Metering.runtime().endContext(null);
            }
        }
    }

    /** The trace and the name of the current context. */
    static String current() {
        if (!IS_THERE) {
            return "none";
        }
        Context current = Metering.runtime().currentContext();
        return current == null ? "none" : current.getTraceId() + " " + current.getName();
    }

    /** Whose ids these are: the name of the current context, {@code none}, or {@code another}. */
    static String whose(String trace, String context) {
        if (trace == null && context == null) {
            return "none";
        }
        return IS_THERE ? Begun.whose(trace, context) : "another";
    }

    /** What SIM does before each shipment. */
    static void look() {
        if (IS_THERE) {
            Begun.look();
        }
    }

    /** Prints all of it. */
    static void print() {
        if (IS_THERE) {
            Begun.print();
        }
    }

    /** Loaded only where SIM is. */
    private static final class Begun {
        static Context context(String name) {
            return Metering.runtime().createContext(name, "test");
        }

        static String whose(String trace, String context) {
            Context current = Metering.runtime().currentContext();
            return current != null && current.getTraceId().equals(trace) && current.getId().equals(context)
                    ? current.getName()
                    : "another";
        }

        static void look() {
            Metering.runtime().counters();
        }

        static void print() {
            Snapshot drained = Metering.runtime().drainFeatures(0, 0);
            Map<String, long[]> sums = new TreeMap<>();
            for (PayloadRow row : drained.of(PayloadRow.class)) {
                long[] sum = sums.computeIfAbsent(row.text(), added -> new long[2]);
                sum[0] += row.sum().count();
                sum[1] += row.sum().errors();
            }
            sums.forEach((text, sum) -> System.out.println("sim " + text + " " + sum[0] + " " + sum[1]));
            Map<Integer, PayloadProbeEntry> probes = new TreeMap<>();
            drained.of(PayloadProbeEntry.class).forEach(probe -> probes.put(probe.id(), probe));
            Map<String, Long> types = new TreeMap<>();
            for (ObjectRow row : drained.of(ObjectRow.class)) {
                types.merge(row.type() < 0 ? "none" : probes.get(row.probe()).types().get(row.type()).name(),
                        row.sum().count(), Long::sum);
            }
            drained.of(ControlObject.class)
                    .forEach(object -> System.out.println("object " + object.name() + " " + object.end()));
            types.forEach((type, count) -> System.out.println("type " + type + " " + count));
            Map<String, Integer> contexts = new TreeMap<>();
            for (ContextRecord record : Metering.runtime().drain().contexts()) {
                contexts.merge(record.name(), 1, Integer::sum);
            }
            contexts.forEach((name, count) -> System.out.println("context " + name + " " + count));
            Metering.runtime().namesAfter(0).stream().filter(name -> name.owner().startsWith("split:"))
                    .map(name -> name.member()).sorted().forEach(text -> System.out.println("split " + text));
            Metering.runtime().counters()
                    .forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
        }
    }
}
