package sim.metrics.probe;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import sim.metrics.config.Options;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;
import sim.metrics.snapshot.Snapshot;
import sim.metrics.snapshot.TreeRow;

/** A runtime of its own for a test, and its rows by path ("a/b"), summed over drains. */
final class Runs {
    final Metering metering;
    private final Map<String, TreeRow> rows = new LinkedHashMap<>();

    Runs(String argument) {
        Properties properties = new Properties();
        if (!argument.contains("hotspot.")) {
            properties.setProperty("sim.hotspot.enabled", "false");
        }
        this.metering = new Metering(Options.load(argument, properties));
    }

    ProbeSite site(String member) {
        return metering.site("test", member);
    }

    Snapshot drain() {
        Snapshot snapshot = metering.drain();
        Map<Integer, String> names = new HashMap<>();
        for (NameEntry name : metering.namesAfter(0)) {
            names.put(name.id(), name.member());
        }
        Map<Integer, String> paths = new HashMap<>();
        for (NodeEntry node : metering.nodesAfter(0)) {
            String parent = paths.get(node.parent());
            paths.put(node.id(), (parent == null ? "" : parent + "/") + names.get(node.name()));
        }
        for (TreeRow row : snapshot.rows()) {
            rows.merge(paths.get(row.node()), row, Runs::sum);
        }
        return snapshot;
    }

    TreeRow row(String path) {
        return rows.get(path);
    }

    Map<String, TreeRow> rows() {
        return rows;
    }

    long counter(String kind) {
        return metering.counters().get(kind);
    }

    private static TreeRow sum(TreeRow a, TreeRow b) {
        long[] total = new long[a.total().length];
        long[] self = new long[total.length];
        long[] max = new long[total.length];
        for (int i = 0; i < total.length; i++) {
            total[i] = a.total()[i] + b.total()[i];
            self[i] = a.self()[i] + b.self()[i];
            max[i] = Math.max(a.max()[i], b.max()[i]);
        }
        Map<Long, Long> buckets = new java.util.TreeMap<>();
        for (TreeRow row : new TreeRow[]{a, b}) {
            for (int i = 0; i < row.buckets().length; i += 2) {
                buckets.merge(row.buckets()[i], row.buckets()[i + 1], Long::sum);
            }
        }
        long[] pairs = new long[buckets.size() * 2];
        int at = 0;
        for (Map.Entry<Long, Long> bucket : buckets.entrySet()) {
            pairs[at++] = bucket.getKey();
            pairs[at++] = bucket.getValue();
        }
        return new TreeRow(a.node(), a.count() + b.count(), a.errors() + b.errors(), a.present() | b.present(), total,
                self, max, pairs);
    }
}
