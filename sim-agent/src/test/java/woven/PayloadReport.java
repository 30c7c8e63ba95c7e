package woven;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import sim.metrics.probe.Metering;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRow;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;

/** Prints what payload probes of this JVM recorded, one fact a line, for the test in the parent JVM. */
public final class PayloadReport {
    /** Each is told when it changed: a report may be one of several. */
    private static final Map<Integer, PayloadProbeEntry> PROBES = new HashMap<>();

    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, NodeEntry> nodes = new HashMap<>();

    private PayloadReport() {
        for (NameEntry name : Metering.runtime().namesAfter(0)) {
            names.put(name.id(), name.owner().startsWith("split:")
                    ? "[" + name.member() + "]"
                    : name.owner().substring(name.owner().lastIndexOf('.') + 1) + "." + name.member());
        }
        for (NodeEntry node : Metering.runtime().nodesAfter(0)) {
            nodes.put(node.id(), node);
        }
    }

    public static void print() {
        Snapshot payloads = Metering.runtime().drainFeatures(0, 0);
        PayloadReport report = new PayloadReport();
        payloads.of(PayloadProbeEntry.class).forEach(each -> PROBES.put(each.id(), each));
        report.print(payloads);
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    private void print(Snapshot payloads) {
        PROBES.values().forEach(each -> System.out.println("probe " + each));
        Map<String, long[]> counts = new TreeMap<>();
        for (PayloadRow row : payloads.of(PayloadRow.class)) {
            add(counts, "payload " + PROBES.get(row.probe()).name() + " at " + place(row.node()) + ": " + row.text(),
                    row.sum().count(), row.sum().errors());
        }
        Map<Long, String> objects = new HashMap<>();
        for (ControlObject each : payloads.of(ControlObject.class)) {
            objects.put(each.id(), each.name());
        }
        for (ObjectRow row : payloads.of(ObjectRow.class)) {
            PayloadProbeEntry probe = PROBES.get(row.probe());
            String type = row.type() < 0 ? "none" : probe.types().get(row.type()).name();
            add(counts, "object " + objects.getOrDefault(row.object(), "none") + " " + type, row.sum().count(),
                    row.sum().errors());
        }
        for (PayloadEvent each : payloads.of(PayloadEvent.class)) {
            add(counts, "event " + each.kind() + " " + each.text(), 1, 0);
        }
        counts.forEach((fact, sums) -> System.out.println(fact + " " + sums[0] + " " + sums[1]));
        for (PayloadPoint each : payloads.of(PayloadPoint.class)) {
            System.out.println("point " + each.telemetry() + " " + each.line() + " " + each.value());
        }
    }

    private static void add(Map<String, long[]> counts, String fact, long count, long errors) {
        long[] sums = counts.computeIfAbsent(fact, added -> new long[2]);
        sums[0] += count;
        sums[1] += errors;
    }

    private String place(int node) {
        NodeEntry at = nodes.get(node);
        if (at == null) {
            return "-";
        }
        String above = place(at.parent());
        return (above.equals("-") ? "" : above + " > ") + names.get(at.name());
    }
}
