package sim.metrics.probe;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import sim.base.config.Options;
import sim.base.name.Name;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** A runtime of its own for a test, and its rows by path ("a/b"), summed over drains. */
final class Runs {
    final Metering metering;
    private final Map<String, TreeRow> rows = new LinkedHashMap<>();

    private final Map<String, TreeRow> fullRows = new LinkedHashMap<>();

    Runs(String argument) {
        this(argument, new Properties());
    }

    /** With properties beside the argument; without a word on the hotspot extension there is none. */
    Runs(String argument, Properties properties) {
        if (!argument.contains("hotspot.")) {
            properties.setProperty("sim.hotspot.enabled", "false");
        }
        this.metering = new Metering(Options.load(argument, properties));
    }

    /** With one that the test has made. */
    Runs(Metering metering) {
        this.metering = metering;
    }

    /** With extensions: pairs of {@code interceptor.name}, {@code strategy.name} or {@code measure.name} and a class. */
    static Runs with(String argument, Object... extensions) {
        Properties properties = new Properties();
        for (int i = 0; i < extensions.length; i += 2) {
            properties.setProperty("sim.probes." + extensions[i] + ".factory.class",
                    ((Class<?>) extensions[i + 1]).getName());
        }
        return new Runs(argument, properties);
    }

    /** A name of this runtime. */
    Name name(String dotted) {
        return metering.names().parse(dotted);
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
        Map<Integer, String> full = new HashMap<>();
        for (NameEntry name : metering.namesAfter(0)) {
            full.put(name.id(), name.owner() + (name.owner().isEmpty() ? "" : ".") + name.member());
        }
        Map<Integer, String> paths = new HashMap<>();
        Map<Integer, String> fullPaths = new HashMap<>();
        for (NodeEntry node : metering.nodesAfter(0)) {
            String parent = paths.get(node.parent());
            String fullParent = fullPaths.get(node.parent());
            fullPaths.put(node.id(), (fullParent == null ? "" : fullParent + "/") + full.get(node.name()));
            paths.put(node.id(), (parent == null ? "" : parent + "/") + names.get(node.name()));
        }
        for (TreeRow row : snapshot.rows()) {
            rows.merge(paths.get(row.node()), row, Runs::sum);
            fullRows.merge(fullPaths.get(row.node()), row, Runs::sum);
        }
        return snapshot;
    }

    /** The members of places by their ids. */
    Map<Integer, String> names() {
        Map<Integer, String> names = new HashMap<>();
        metering.namesAfter(0).forEach(name -> names.put(name.id(), name.member()));
        Map<Integer, String> places = new HashMap<>();
        metering.nodesAfter(0).forEach(node -> places.put(node.id(), names.get(node.name())));
        return places;
    }

    TreeRow row(String path) {
        return rows.get(path);
    }

    Map<String, TreeRow> rows() {
        return rows;
    }

    /** The same by paths of whole names ("test.a/test.b"). */
    Map<String, TreeRow> fullRows() {
        return fullRows;
    }

    /** What all places of a name sum up to: count, total and self of one meter. */
    long[] sums(String name, int meter) {
        long[] sums = new long[3];
        fullRows.forEach((path, row) -> {
            if (path.equals(name) || path.endsWith("/" + name)) {
                sums[0] += row.count();
                sums[1] += row.total()[meter];
                sums[2] += row.self()[meter];
            }
        });
        return sums;
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
                self, max, pairs, a.unread().plus(b.unread()));
    }
}
