package extended;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import sim.metrics.probe.Metering;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;

/** Prints the call tree of this JVM's runtime, one place a line, and its counters, for the test in the parent JVM. */
final class Rows {
    private Rows() {}

    static void print() {
        Metering runtime = Metering.runtime();
        var snapshot = runtime.drain();
        Map<Integer, String> names = new HashMap<>();
        for (NameEntry name : runtime.namesAfter(0)) {
            names.put(name.id(), name.owner() + "." + name.member());
        }
        Map<Integer, String> paths = new HashMap<>(Map.of(0, ""));
        for (NodeEntry node : runtime.nodesAfter(0)) {
            paths.put(node.id(), paths.getOrDefault(node.parent(), "") + "/" + names.get(node.name()));
        }
        TreeSet<String> lines = new TreeSet<>();
        for (TreeRow row : snapshot.rows()) {
            lines.add("row " + paths.get(row.node()) + " count=" + row.count() + " errors=" + row.errors() + " present="
                    + row.present() + " total=" + Arrays.toString(row.total()) + " self=" + Arrays.toString(row.self())
                    + " max=" + Arrays.toString(row.max()) + " buckets=" + Arrays.toString(row.buckets()));
        }
        lines.forEach(System.out::println);
        runtime.counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }
}
