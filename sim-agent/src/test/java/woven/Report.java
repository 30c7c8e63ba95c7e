package woven;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import sim.metrics.probe.Metering;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** Prints what the runtime of this JVM gathered, one fact a line, for the test in the parent JVM. */
public final class Report {
    private Report() {}

    public static void print() {
        Metering runtime = Metering.runtime();
        Snapshot snapshot = runtime.drain();
        Map<Integer, String> names = new HashMap<>();
        for (NameEntry name : runtime.namesAfter(0)) {
            names.put(name.id(), name.owner() + "." + name.member());
        }
        Map<Integer, NodeEntry> nodes = new HashMap<>();
        for (NodeEntry node : runtime.nodesAfter(0)) {
            nodes.put(node.id(), node);
        }
        Map<String, long[]> counts = new TreeMap<>();
        for (TreeRow row : snapshot.rows()) {
            String name = names.get(nodes.get(row.node()).name());
            long[] sums = counts.computeIfAbsent(name, ignored -> new long[2]);
            sums[0] += row.count();
            sums[1] += row.errors();
            StringBuilder line = new StringBuilder("self " + name);
            for (int meter = 0; meter < Meter.COUNT; meter++) {
                if ((row.present() & 1 << meter) != 0) {
                    line.append(' ').append(Meter.at(meter).label()).append('=').append(row.self()[meter]);
                }
            }
            System.out.println(line);
        }
        counts.forEach((name, sums) -> System.out.println("count " + name + " " + sums[0] + " errors " + sums[1]));
        snapshot.verdicts()
                .forEach(verdict -> System.out
                        .println("verdict " + names.get(verdict.name()) + " " + verdict.toLevel()));
        for (ContextRecord context : snapshot.contexts()) {
            System.out.println(
                    "context " + context.name() + " tag " + context.tag() + " ended " + (context.endMicros() > 0)
                            + " calls " + context.calls() + " error " + context.error() + " values "
                            + new TreeMap<>(context.values()));
        }
        for (Invocation call : snapshot.invocations()) {
            System.out.println("invocation " + names.get(nodes.get(call.node()).name()) + " error " + call.exception());
        }
        runtime.counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }
}
