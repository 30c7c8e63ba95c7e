package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
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
 * All instances of an application together. As many names have figures of their own as {@link SeriesBounds} admits: methods that explain
 * most, and the first kinds of contexts, probes and mishaps. The others count as {@link #OTHER}. Whoever made it guards it.
 */
public final class ApplicationTotals {
    /** A kind of contexts. */
    public record Kind(String name, String tag) {}

    /** What has no series of its own. */
    public static final String OTHER = "other";

    private final String name;
    private final SeriesBounds bounds;
    private final int mostNames;
    private final Figures all;
    private final Figures rest;
    private final Map<String, MethodTotals> methods = new HashMap<>();
    private final Map<Kind, KindTotals> kinds = new LinkedHashMap<>();
    private final Map<String, PayloadTotals> payloads = new TreeMap<>();
    private final Map<String, Long> counters = new TreeMap<>();
    /** So many names have figures of their own. */
    private final Map<SeriesBounds.Sort, Integer> has = new EnumMap<>(SeriesBounds.Sort.class);
    /** So much counts as other: calls, contexts, payloads, mishaps. */
    private final Map<SeriesBounds.Sort, Long> folded = new EnumMap<>(SeriesBounds.Sort.class);
    private final DisplacedMethods without;
    private long displaced;
    private long unplaced;

    public ApplicationTotals(String name, SeriesBounds bounds, int mostNames, long now) {
        this(name, bounds, mostNames, new Figures(now), new Figures(now));
    }

    private ApplicationTotals(String name, SeriesBounds bounds, int mostNames, Figures all, Figures rest) {
        this.name = name;
        this.bounds = bounds;
        this.mostNames = mostNames;
        this.all = all;
        this.rest = rest;
        this.without = new DisplacedMethods(bounds);
    }

    /** As it is now, for readers; nothing more is counted in it. */
    public ApplicationTotals copy() {
        ApplicationTotals copy = new ApplicationTotals(name, bounds, mostNames, all.copy(), rest.copy());
        methods.forEach((key, method) -> {
            if (method.figures() != null) {
                copy.methods.put(key, method.copy());
            }
        });
        kinds.forEach((kind, totals) -> copy.kinds.put(kind, totals.copy()));
        payloads.forEach((probe, totals) -> copy.payloads.put(probe, totals.copy()));
        copy.counters.putAll(counters);
        copy.folded.putAll(folded);
        copy.displaced = displaced;
        copy.unplaced = unplaced;
        return copy;
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
        if (known != null && !known.isListed() && admits(SeriesBounds.Sort.METHODS)) {
            list(known, now);
        }
        return known;
    }

    private void list(MethodTotals method, long now) {
        without.remove(method);
        method.list(now);
    }

    private boolean admits(SeriesBounds.Sort sort) {
        boolean admitted = bounds.admits(sort, having(sort));
        has.merge(sort, admitted ? 1 : 0, Integer::sum);
        return admitted;
    }

    private int having(SeriesBounds.Sort sort) {
        return has.getOrDefault(sort, 0);
    }

    private void fold(SeriesBounds.Sort sort, long much) {
        folded.merge(sort, much, Long::sum);
    }

    /** @param method null where it is not known */
    private void add(MethodTotals method, TreeRow row, List<String> extraMeters) {
        boolean own = method != null && method.isListed();
        all.add(row, extraMeters);
        (own ? method.figures() : rest).add(row, extraMeters);
        fold(SeriesBounds.Sort.METHODS, own ? 0 : row.count());
        if (method != null) {
            method.took(Math.max(0, row.self()[Meter.WALL.ordinal()]));
        }
    }

    private KindTotals kind(String named, String tag, long now) {
        Kind kind = new Kind(LongNames.cut(named), tag == null ? "" : LongNames.cut(tag));
        if (!kinds.containsKey(kind) && !admits(SeriesBounds.Sort.CONTEXTS)) {
            kind = new Kind(OTHER, OTHER);
        }
        return kinds.computeIfAbsent(kind, added -> new KindTotals(now));
    }

    private void count(KindRecord record, long now) {
        KindTotals kind = kind(record.name(), record.tag(), now);
        kind.add(record);
        if (kind == kinds.get(new Kind(OTHER, OTHER))) {
            fold(SeriesBounds.Sort.CONTEXTS, record.contexts());
        }
    }

    private void add(String probe, PayloadSum sum, long now) {
        String key = LongNames.cut(probe);
        if (!payloads.containsKey(key) && !admits(SeriesBounds.Sort.PAYLOADS)) {
            key = OTHER;
            fold(SeriesBounds.Sort.PAYLOADS, sum.count());
        }
        payloads.computeIfAbsent(key, added -> new PayloadTotals(now)).add(sum);
    }

    private void gained(String kind, long gain) {
        String key = kind;
        if (!counters.containsKey(key) && !admits(SeriesBounds.Sort.MISHAPS)) {
            key = OTHER;
            fold(SeriesBounds.Sort.MISHAPS, gain);
        }
        counters.merge(key, gain, Long::sum);
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
            count(kind, now);
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
                gained(kind, gain);
            }
        }
        contents.of(Sections.PLATFORM).forEach(of::sampled);
    }

    /** Every minute, of an application that shares its bounds with no other: methods that explain much take the place of those that no longer do. */
    public void relist(long now) {
        int most = bounds.most(SeriesBounds.Sort.METHODS);
        leave(most);
        enter(most, now);
    }

    /** What speaks for a series of each method, the most first; as many as may have one. */
    public long[] claims() {
        return methods.values().stream().mapToLong(MethodTotals::claim).filter(claim -> claim > 0)
                .boxed().sorted(Comparator.reverseOrder()).limit(bounds.most(SeriesBounds.Sort.METHODS))
                .mapToLong(Long::longValue).toArray();
    }

    /** A minute has passed. The methods that are not among so many that explain most lose their series: not all at once, as they are shown for a while. */
    public void leave(int quota) {
        without.fade();
        List<MethodTotals> ranked = ranked();
        int had = having(SeriesBounds.Sort.METHODS);
        for (int i = ranked.size() - 1; i >= quota; i--) {
            if (ranked.get(i).isListed()) {
                if (!without.add(ranked.get(i))) {
                    break;
                }
                has.merge(SeriesBounds.Sort.METHODS, -1, Integer::sum);
                displaced++;
            }
        }
        bounds.left(SeriesBounds.Sort.METHODS, had, having(SeriesBounds.Sort.METHODS));
    }

    /** Then those of so many that explain most get one, as far as there is room. */
    public void enter(int quota, long now) {
        List<MethodTotals> ranked = ranked();
        for (MethodTotals each : ranked.subList(0, Math.min(quota, ranked.size()))) {
            if (!each.isListed()) {
                if (!admits(SeriesBounds.Sort.METHODS)) {
                    break;
                }
                list(each, now);
            }
        }
        methods.values().forEach(MethodTotals::age);
    }

    private List<MethodTotals> ranked() {
        return methods.values().stream().filter(method -> method.claim() > 0)
                .sorted(Comparator.comparingLong(MethodTotals::claim).reversed()).toList();
    }

    /** Gives the series back that it had of those which all applications share. Nothing may be counted in it afterwards. */
    public void release() {
        without.release();
        for (SeriesBounds.Sort sort : SeriesBounds.Sort.values()) {
            bounds.left(sort, having(sort), 0);
            has.put(sort, 0);
        }
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

    /** The methods with figures of their own, and for some minutes those that had some. */
    public Collection<MethodTotals> methods() {
        return methods.values().stream().filter(MethodTotals::isShown).toList();
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

    /** What counts as other: calls, contexts that ended, payloads or mishaps. */
    public long folded(SeriesBounds.Sort sort) {
        return folded.getOrDefault(sort, 0L);
    }

    /** Rows that count with the rest because their place's name could not be read from the store. */
    public long unplacedRows() {
        return unplaced;
    }

    public void write(DataOutputStream out) throws IOException {
        out.writeUTF(name);
        out.writeLong(displaced);
        out.writeLong(unplaced);
        for (SeriesBounds.Sort sort : SeriesBounds.Sort.values()) {
            out.writeLong(folded(sort));
        }
        all.write(out);
        rest.write(out);
        List<MethodTotals> own = methods.values().stream().filter(method -> method.figures() != null).toList();
        out.writeInt(own.size());
        for (MethodTotals method : own) {
            out.writeUTF(method.owner());
            out.writeUTF(method.member());
            out.writeBoolean(method.isListed());
            out.writeInt(method.shown());
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

    public static ApplicationTotals read(DataInputStream in, SeriesBounds bounds, int mostNames) throws IOException {
        String name = in.readUTF();
        long displaced = in.readLong();
        long unplaced = in.readLong();
        Map<SeriesBounds.Sort, Long> folded = new EnumMap<>(SeriesBounds.Sort.class);
        for (SeriesBounds.Sort sort : SeriesBounds.Sort.values()) {
            folded.put(sort, in.readLong());
        }
        ApplicationTotals read = new ApplicationTotals(name, bounds, mostNames, Figures.read(in), Figures.read(in));
        read.displaced = displaced;
        read.unplaced = unplaced;
        read.folded.putAll(folded);
        for (int left = in.readInt(); left > 0; left--) {
            MethodTotals method = new MethodTotals(in.readUTF(), in.readUTF());
            boolean listed = in.readBoolean();
            int shown = in.readInt();
            method.restore(Figures.read(in), listed && read.admits(SeriesBounds.Sort.METHODS), shown);
            read.methods.put(method.owner() + ' ' + method.member(), method);
            if (!method.isListed()) {
                read.without.restore(method);
            }
        }
        for (int left = in.readInt(); left > 0; left--) {
            Kind kind = new Kind(in.readUTF(), in.readUTF());
            read.kinds.put(kind, KindTotals.read(in));
            read.had(SeriesBounds.Sort.CONTEXTS, kind.name().equals(OTHER) && kind.tag().equals(OTHER));
        }
        for (int left = in.readInt(); left > 0; left--) {
            String probe = in.readUTF();
            read.payloads.put(probe, PayloadTotals.read(in));
            read.had(SeriesBounds.Sort.PAYLOADS, probe.equals(OTHER));
        }
        read.counters.putAll(LongMaps.read(in));
        read.counters.keySet().forEach(kind -> read.had(SeriesBounds.Sort.MISHAPS, kind.equals(OTHER)));
        return read;
    }

    /** A name that was read takes its place; that of the others takes none. */
    private void had(SeriesBounds.Sort sort, boolean isOther) {
        if (!isOther) {
            admits(sort);
        }
    }
}
