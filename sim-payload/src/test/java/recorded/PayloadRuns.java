package recorded;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.probe.PlayedMetering;
import sim.metrics.probe.ProbeSite;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRecording;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.SplitProbe;
import sim.payload.runtime.JvmPayloads;

/** A runtime of its own on a played clock, and everything payload probes told, added up over drains. */
public final class PayloadRuns {
    public final PlayedClock clock = new PlayedClock();
    public final Metering metering;
    public final JvmPayloads api;

    public final Map<Integer, PayloadProbeEntry> probes = new HashMap<>();
    public final Map<Long, ControlObject> objects = new TreeMap<>();
    public final List<PayloadRecording> recordings = new ArrayList<>();
    public final List<PayloadRow> rows = new ArrayList<>();
    public final List<ObjectRow> objectRows = new ArrayList<>();
    public final List<PayloadEvent> events = new ArrayList<>();
    public final List<PayloadMinute> minutes = new ArrayList<>();
    public final List<PayloadPoint> points = new ArrayList<>();
    private final List<TreeRow> tree = new ArrayList<>();

    public PayloadRuns(String argument) {
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        properties.setProperty("sim.compensation", "false");
        properties.setProperty("sim.meters", "wall");
        this.metering = PlayedMetering.of(Options.load(argument, properties), clock);
        this.api = JvmPayloads.of(metering);
    }

    /** A metered call of that name, inside what the thread is in. */
    public void call(String member, Runnable body) {
        ProbeSite site = metering.site("test", member);
        Object hint = site.begin();
        Throwable error = null;
        try {
            body.run();
        } catch (Throwable thrown) {
            error = thrown;
            throw thrown;
        } finally {
            site.end(hint, error);
        }
    }

    public void payload(Class<? extends PayloadProbe> probe, String text, long millis) {
        api.enter(probe, null, null);
        clock.passesMillis(millis);
        api.exit(text, null);
    }

    public void split(Class<? extends SplitProbe> probe, String text, Runnable body) {
        api.enterSplit(probe, text);
        body.run();
        api.exitSplit(null);
    }

    public void drain() {
        tree.addAll(metering.drain().rows());
        Snapshot drained = metering.drainFeatures(0, 0);
        drained.of(PayloadProbeEntry.class).forEach(probe -> probes.put(probe.id(), probe));
        drained.of(ControlObject.class).forEach(object -> objects.put(object.id(), object));
        recordings.addAll(drained.of(PayloadRecording.class));
        rows.addAll(drained.of(PayloadRow.class));
        objectRows.addAll(drained.of(ObjectRow.class));
        events.addAll(drained.of(PayloadEvent.class));
        minutes.addAll(drained.of(PayloadMinute.class));
        points.addAll(drained.of(PayloadPoint.class));
    }

    /** Each leaf's sums, by "recording probe path: text". */
    public Map<String, PayloadSum> leaves() {
        Map<Integer, String> paths = paths(false);
        Map<String, PayloadSum> leaves = new TreeMap<>();
        for (PayloadRow row : rows) {
            String path = row.node() == 0 ? "" : paths.get(row.node());
            leaves.merge(row.recording() + " " + probes.get(row.probe()).name() + " " + path + ": " + row.text(),
                    row.sum(), PayloadSum::plus);
        }
        return leaves;
    }

    /** The sums by description. */
    public Map<String, PayloadSum> byText() {
        Map<String, PayloadSum> texts = new TreeMap<>();
        rows.forEach(row -> texts.merge(row.text(), row.sum(), PayloadSum::plus));
        return texts;
    }

    /** The method call tree: "count total self" in ns by path; with splits folded away or shown. */
    public Map<String, long[]> calls(boolean merged) {
        Map<Integer, String> paths = paths(merged);
        Map<String, long[]> calls = new LinkedHashMap<>();
        Map<Integer, NameEntry> names = names();
        Map<Integer, NodeEntry> nodes = new HashMap<>();
        metering.nodesAfter(0).forEach(node -> nodes.put(node.id(), node));
        for (TreeRow row : tree) {
            if (merged && names.get(nodes.get(row.node()).name()).owner().startsWith("split:")) {
                continue;
            }
            long[] sums = calls.computeIfAbsent(paths.get(row.node()), path -> new long[3]);
            sums[0] += row.count();
            sums[1] += row.total()[0];
            sums[2] += row.self()[0];
        }
        return new TreeMap<>(calls);
    }

    /** How many of the calls ended in an error, by path with splits shown; those with none are left out. */
    public Map<String, Long> errors() {
        Map<Integer, String> paths = paths(false);
        Map<String, Long> errors = new TreeMap<>();
        for (TreeRow row : tree) {
            if (row.errors() > 0) {
                errors.merge(paths.get(row.node()), row.errors(), Long::sum);
            }
        }
        return errors;
    }

    private Map<Integer, NameEntry> names() {
        Map<Integer, NameEntry> names = new HashMap<>();
        metering.namesAfter(0).forEach(name -> names.put(name.id(), name));
        return names;
    }

    private Map<Integer, String> paths(boolean merged) {
        Map<Integer, NameEntry> names = names();
        Map<Integer, String> paths = new HashMap<>();
        for (NodeEntry node : metering.nodesAfter(0)) {
            NameEntry name = names.get(node.name());
            boolean isSplit = name.owner().startsWith("split:");
            String parent = paths.getOrDefault(node.parent(), "");
            paths.put(node.id(), isSplit && merged
                    ? parent
                    : (parent.isEmpty() ? "" : parent + "/") + (isSplit ? "<" + name.member() + ">" : name.member()));
        }
        return paths;
    }

    public long counter(String kind) {
        return metering.counters().get(kind);
    }
}
