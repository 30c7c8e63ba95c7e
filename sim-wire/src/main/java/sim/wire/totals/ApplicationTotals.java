package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Contents;
import sim.wire.Counter;
import sim.wire.Sections;

/**
 * All instances of an application together. So many methods have figures of their own, those that explain most; the others
 * count as {@link #rest()}. What a method loses its figures with stays in the sums of all. Whoever made it guards it.
 */
public final class ApplicationTotals {
    /** A kind of contexts. */
    public record Kind(String name, String tag) {}

    /** What has no series of its own. */
    public static final String OTHER = "other";
    private static final int MOST_KINDS = 200;
    private static final int MOST_PROBES = 100;
    private static final int MOST_COUNTERS = 200;
    /** A method takes another's place when it explains so many times as much. */
    private static final int CLEARLY = 2;

    private final String name;
    private final int mostMethods;
    private final int mostNames;
    private final Figures all;
    private final Figures rest;
    private final Map<String, MethodTotals> methods = new HashMap<>();
    private final Map<Kind, KindTotals> kinds = new LinkedHashMap<>();
    private final Map<String, PayloadTotals> payloads = new TreeMap<>();
    private final Map<String, Long> counters = new TreeMap<>();
    private int listed;
    private long displaced;
    private long unplaced;

    public ApplicationTotals(String name, int mostMethods, int mostNames, long now) {
        this(name, mostMethods, mostNames, new Figures(now), new Figures(now));
    }

    private ApplicationTotals(String name, int mostMethods, int mostNames, Figures all, Figures rest) {
        this.name = name;
        this.mostMethods = mostMethods;
        this.mostNames = mostNames;
        this.all = all;
        this.rest = rest;
    }

    /** The method of that name, or null past the bound of names and for one that is called as the rest is: it counts with the rest. */
    public MethodTotals method(String owner, String member, long now) {
        if (OTHER.equals(owner) && OTHER.equals(member)) {
            return null;
        }
        String cutOwner = LongNames.cut(owner);
        String cutMember = LongNames.cut(member);
        String key = cutOwner + ' ' + cutMember;
        MethodTotals known = methods.get(key);
        if (known == null && methods.size() < mostNames) {
            known = new MethodTotals(cutOwner, cutMember);
            methods.put(key, known);
        }
        if (known != null && !known.isListed() && listed < mostMethods) {
            known.list(new Figures(now));
            listed++;
        }
        return known;
    }

    /** @param method null where it is not known */
    private void add(MethodTotals method, TreeRow row, List<String> extraMeters) {
        all.add(row, extraMeters);
        (method != null && method.isListed() ? method.figures() : rest).add(row, extraMeters);
        if (method != null) {
            method.took(Math.max(0, row.self()[Meter.WALL.ordinal()]));
        }
    }

    private KindTotals kind(String named, String tag, long now) {
        Kind kind = new Kind(LongNames.cut(named), tag == null ? "" : LongNames.cut(tag));
        if (!kinds.containsKey(kind) && kinds.size() >= MOST_KINDS) {
            kind = new Kind(OTHER, OTHER);
        }
        return kinds.computeIfAbsent(kind, added -> new KindTotals(now));
    }

    private void add(String probe, PayloadSum sum, long now) {
        String cut = LongNames.cut(probe);
        String key = payloads.containsKey(cut) || payloads.size() < MOST_PROBES ? cut : OTHER;
        payloads.computeIfAbsent(key, added -> new PayloadTotals(now)).add(sum);
    }

    /**
     * Counts what an instance shipped.
     *
     * @param ended the contexts whose end was counted
     */
    public void count(InstanceTotals of, Contents contents, EndedContexts ended, long now) {
        if (of.isPlaced()) {
            for (NameEntry name : contents.of(Sections.NAMES)) {
                if (InstanceTotals.isSplit(name.owner())) {
                    of.split(name.id());
                } else {
                    of.name(name.id(), method(name.owner(), name.member(), now));
                }
            }
            for (NodeEntry node : contents.of(Sections.NODES)) {
                of.place(node.id(), node.parent(), node.name());
            }
        }
        List<TreeRow> rows = contents.of(Sections.ROWS);
        for (TreeRow row : rows) {
            add(of.at(row.node()), row, of.extraMeters());
        }
        if (!of.isPlaced()) {
            unplaced += rows.size();
        }
        for (KindRecord kind : contents.of(Sections.KINDS)) {
            kind(kind.name(), kind.tag(), now).add(kind);
        }
        for (ContextRecord context : contents.of(Sections.CONTEXTS)) {
            if (context.endMicros() != 0 && ended.isNew(context.id())) {
                kind(context.name(), context.tag(), now).ended(context);
            }
        }
        for (PayloadProbeEntry probe : contents.of(Sections.PAYLOAD_PROBES)) {
            of.probe(probe.id(), probe.name());
        }
        for (PayloadRow payload : contents.of(Sections.PAYLOAD_ROWS)) {
            add(of.probe(payload.probe()), payload.sum(), now);
        }
        for (Counter counter : contents.of(Sections.COUNTERS)) {
            String kind = LongNames.cut(counter.kind());
            long gain = of.gain(kind, counter.count());
            if (gain > 0) {
                counters.merge(counters.containsKey(kind) || counters.size() < MOST_COUNTERS
                        ? kind
                        : OTHER, gain, Long::sum);
            }
        }
        contents.of(Sections.PLATFORM).forEach(of::sampled);
    }

    /** Every minute: methods that explain much take the place of those that no longer do. */
    public void relist(long now) {
        if (methods.size() > listed) {
            Comparator<MethodTotals> byRecent = Comparator.comparingLong(MethodTotals::recent);
            List<MethodTotals> weakest = new ArrayList<>();
            List<MethodTotals> waiting = new ArrayList<>();
            methods.values().forEach(each -> (each.isListed() ? weakest : waiting).add(each));
            weakest.sort(byRecent);
            waiting.sort(byRecent.reversed());
            for (int i = 0; i < Math.min(weakest.size(), waiting.size()); i++) {
                if (waiting.get(i).recent() <= CLEARLY * weakest.get(i).recent()) {
                    break;
                }
                weakest.get(i).unlist();
                waiting.get(i).list(new Figures(now));
                displaced++;
            }
        }
        methods.values().forEach(MethodTotals::age);
    }

    public String name() {
        return name;
    }

    /** All calls of the application, whichever methods are listed. */
    public Figures all() {
        return all;
    }

    /** Calls of methods that were not listed when the calls were counted. */
    public Figures rest() {
        return rest;
    }

    /** The methods with figures of their own. */
    public Collection<MethodTotals> methods() {
        return methods.values().stream().filter(MethodTotals::isListed).toList();
    }

    public Map<Kind, KindTotals> kinds() {
        return kinds;
    }

    /** By the probe's name. */
    public Map<String, PayloadTotals> payloads() {
        return payloads;
    }

    /** What was lost, healed or refused in the application, by kind. */
    public Map<String, Long> counters() {
        return counters;
    }

    /** How often a method lost its series to one that explains more. */
    public long displaced() {
        return displaced;
    }

    /** Rows that count with the rest because their place's name could not be read from the store. */
    public long unplacedRows() {
        return unplaced;
    }

    public void write(DataOutputStream out) throws IOException {
        out.writeUTF(name);
        out.writeLong(displaced);
        out.writeLong(unplaced);
        all.write(out);
        rest.write(out);
        Collection<MethodTotals> own = methods();
        out.writeInt(own.size());
        for (MethodTotals method : own) {
            out.writeUTF(method.owner());
            out.writeUTF(method.member());
            method.figures().write(out);
        }
        out.writeInt(kinds.size());
        for (Map.Entry<Kind, KindTotals> each : kinds.entrySet()) {
            out.writeUTF(each.getKey().name());
            out.writeUTF(each.getKey().tag());
            each.getValue().write(out);
        }
        out.writeInt(payloads.size());
        for (Map.Entry<String, PayloadTotals> each : payloads.entrySet()) {
            out.writeUTF(each.getKey());
            each.getValue().write(out);
        }
        LongMaps.write(out, counters);
    }

    public static ApplicationTotals read(DataInputStream in, int mostMethods, int mostNames) throws IOException {
        String name = in.readUTF();
        long displaced = in.readLong();
        long unplaced = in.readLong();
        ApplicationTotals read = new ApplicationTotals(name, mostMethods, mostNames, Figures.read(in),
                Figures.read(in));
        read.displaced = displaced;
        read.unplaced = unplaced;
        for (int left = in.readInt(); left > 0; left--) {
            MethodTotals method = new MethodTotals(in.readUTF(), in.readUTF());
            method.list(Figures.read(in));
            read.methods.put(method.owner() + ' ' + method.member(), method);
            read.listed++;
        }
        for (int left = in.readInt(); left > 0; left--) {
            read.kinds.put(new Kind(in.readUTF(), in.readUTF()), KindTotals.read(in));
        }
        for (int left = in.readInt(); left > 0; left--) {
            read.payloads.put(in.readUTF(), PayloadTotals.read(in));
        }
        read.counters.putAll(LongMaps.read(in));
        return read;
    }
}
