package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
 * most, and the first kinds of contexts, probes, measures, mishaps and other counters. The others count as {@link #OTHER}. Whoever made it
 * guards it.
 */
public final class ApplicationTotals {
    /** A kind of contexts. */
    public record Kind(String name, String tag) {}

    /** What has no series of its own. */
    public static final String OTHER = "other";
    /** What an instance keeps of the mishaps that count as other. */
    private static final String OTHER_MISHAPS = "other mishaps";
    /** So many sorts of names the layout before the latest has. */
    private static final int SORTS_BEFORE = 4;

    private final String name;
    private final SeriesBounds bounds;
    private final int mostNames;
    private final Figures all;
    private final Figures rest;
    private final Map<String, MethodTotals> methods = new HashMap<>();
    private final Map<Kind, KindTotals> kinds = new LinkedHashMap<>();
    private final Map<String, PayloadTotals> payloads = new TreeMap<>();
    /** Names of the application's own measures. */
    private final Set<String> measures = new HashSet<>();
    private final TreeMap<String, Long> mishaps = new TreeMap<>();
    private final TreeMap<String, Long> counters = new TreeMap<>();
    /** So many names have figures of their own. */
    private final Map<SeriesBounds.Sort, Integer> has = new EnumMap<>(SeriesBounds.Sort.class);
    /** So much counts as other: calls, contexts, payloads, values of measures, mishaps, what else is counted. */
    private final Map<SeriesBounds.Sort, Long> folded = new EnumMap<>(SeriesBounds.Sort.class);
    private final DisplacedMethods without;
    private long displaced;
    private long unplaced;
    /** So many methods took a part of the bound of names; more were read than it has where the heap is smaller now. */
    private int named;

    public ApplicationTotals(String name, SeriesBounds bounds, int mostNames, long now) {
        this(name, bounds, mostNames, new Figures(now), new Figures(now));
    }

    private ApplicationTotals(String name, SeriesBounds bounds, int mostNames, Figures all, Figures rest) {
        this.name = name;
        this.bounds = bounds;
        this.mostNames = mostNames;
        this.all = all;
        this.rest = rest;
        this.without = new DisplacedMethods(bounds, this::others);
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
        copy.mishaps.putAll(mishaps);
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
        if (known == null && methods.size() < mostNames && bounds.names().admits(methods.size())) {
            named = methods.size() + 1;
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
        folded.merge(sort, much, GrowingSum::plus);
    }

    /** What a method counted that has no series any more. */
    private void others(Figures counted) {
        rest.add(counted);
        fold(SeriesBounds.Sort.METHODS, counted.calls());
    }

    /** @param method null where it is not known */
    private void add(MethodTotals method, TreeRow row, List<String> extraMeters) {
        boolean own = method != null && method.isListed();
        Figures figures = own ? method.figures() : rest;
        all.add(row);
        figures.add(row);
        addMeasures(figures, row, extraMeters);
        fold(SeriesBounds.Sort.METHODS, own ? 0 : row.count());
        if (method != null) {
            method.took(Math.max(0, row.self()[Meter.WALL.ordinal()]));
        }
    }

    /** What the row has of the application's own measures, which stand behind the built-in meters. */
    private void addMeasures(Figures figures, TreeRow row, List<String> extraMeters) {
        int end = Math.min(Math.min(row.self().length, Integer.SIZE), Meter.COUNT + extraMeters.size());
        for (int i = Meter.COUNT; i < end; i++) {
            if ((row.present() & 1 << i) != 0) {
                String label = extraMeters.get(i - Meter.COUNT);
                boolean isNamed = isMeasure(label);
                String measure = isNamed ? label : OTHER;
                all.add(measure, row.self()[i]);
                figures.add(measure, row.self()[i]);
                fold(SeriesBounds.Sort.MEASURES, isNamed ? 0 : row.self()[i]);
            }
        }
    }

    /** Whether a measure has a name of its own; it gets one if there is room. */
    private boolean isMeasure(String label) {
        if (!measures.contains(label) && admits(SeriesBounds.Sort.MEASURES)) {
            measures.add(label);
        }
        return measures.contains(label);
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
        if (key.equals(OTHER) || !payloads.containsKey(key) && !admits(SeriesBounds.Sort.PAYLOADS)) {
            key = OTHER;
            fold(SeriesBounds.Sort.PAYLOADS, sum.count());
        }
        payloads.computeIfAbsent(key, added -> new PayloadTotals(now)).add(sum);
    }

    /** What the runtime of an instance counted since it began. Kinds past the bound are one, in the instance as well. */
    private void count(InstanceTotals of, List<Counter> told) {
        long[] others = new long[2];
        for (Counter counter : told) {
            String cut = LongNames.cut(counter.kind());
            boolean isMishap = Mishaps.isOne(cut);
            String kind = named(of, cut, counter.count(), isMishap);
            if (kind != null) {
                gained(of, kind, counter.count(), kind, isMishap);
            } else if (counter.count() > 0) {
                String into = isMishap ? OTHER_MISHAPS : OTHER;
                of.fold(cut, into);
                others[isMishap ? 1 : 0] = GrowingSum.plus(others[isMishap ? 1 : 0], counter.count());
            }
        }
        for (int i = 0; i < others.length; i++) {
            if (others[i] > 0) {
                gained(of, i == 1 ? OTHER_MISHAPS : OTHER, others[i], OTHER, i == 1);
            }
        }
        if (!told.isEmpty()) {
            of.compared();
        }
    }

    /**
     * The name of a kind, whose text all instances share; null if it counts with the others. A kind that an instance counted with the others stays there: else
     * what it came to would count twice.
     */
    private String named(InstanceTotals of, String kind, long count, boolean isMishap) {
        TreeMap<String, Long> sums = isMishap ? mishaps : counters;
        String other = isMishap ? OTHER_MISHAPS : OTHER;
        boolean isOther = kind.equals(OTHER) || kind.equals(OTHER_MISHAPS);
        if (isOther || of.hasCounter(other) && !of.hasCounter(kind)) {
            return null;
        }
        if (sums.containsKey(kind)) {
            return sums.floorKey(kind);
        }
        if (count <= 0 || !admits(isMishap ? SeriesBounds.Sort.MISHAPS : SeriesBounds.Sort.COUNTERS)) {
            return null;
        }
        sums.put(kind, 0L);
        return kind;
    }

    private void gained(InstanceTotals of, String kind, long count, String key, boolean isMishap) {
        long gain = of.gain(kind, count);
        if (gain > 0 && !of.isBack()) {
            (isMishap ? mishaps : counters).merge(key, gain, GrowingSum::plus);
            if (key.equals(OTHER)) {
                fold(isMishap ? SeriesBounds.Sort.MISHAPS : SeriesBounds.Sort.COUNTERS, gain);
            }
        }
    }

    /** Counts what an instance shipped. */
    public void count(InstanceTotals of, Contents contents, long now) {
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
            if (context.endMicros() != 0) {
                kind(context.name(), context.tag(), now).ended(context);
            }
        }
        for (PayloadProbeEntry probe : contents.of(Sections.PAYLOAD_PROBES)) {
            of.probe(probe.id(), probe.name());
        }
        for (PayloadRow payload : contents.of(Sections.PAYLOAD_ROWS)) {
            add(of.probe(payload.probe()), payload.sum(), now);
        }
        count(of, contents.of(Sections.COUNTERS));
        contents.of(Sections.PLATFORM).forEach(sample -> of.sampled(sample, now));
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

    /** A minute has passed. The methods that are not among so many that explain most lose their series: not all at once, as each stands still for a while. */
    public void leave(int quota) {
        without.age();
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
        bounds.names().left(named, 0);
        named = 0;
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

    /** Calls of methods that were not listed when the calls were counted, and what those counted that gave way. */
    public Figures rest() {
        return rest;
    }

    /** The methods with figures of their own, and those that lost their series and stand still. With the rest they are all. */
    public Collection<MethodTotals> methods() {
        return methods.values().stream().filter(method -> method.figures() != null).toList();
    }

    public Map<Kind, KindTotals> kinds() {
        return kinds;
    }

    /** By the probe's name. */
    public Map<String, PayloadTotals> payloads() {
        return payloads;
    }

    /** What was lost, healed or refused in the application, by kind. */
    public Map<String, Long> mishaps() {
        return mishaps;
    }

    /** What else its runtime counts, by kind. */
    public Map<String, Long> counters() {
        return counters;
    }

    /** How often a method lost its series to one that explains more. */
    public long displaced() {
        return displaced;
    }

    /** What counts as other: calls, contexts that ended, payloads, values of measures, mishaps, or what else is counted. */
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
        out.writeInt(SeriesBounds.Sort.values().length);
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
            out.writeInt(method.stillMinutes());
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
        LongMaps.write(out, mishaps);
        LongMaps.write(out, counters);
    }

    /** @param layout that of what was written: the latest, or the one before */
    public static ApplicationTotals read(DataInputStream in, int layout, SeriesBounds bounds, int mostNames)
            throws IOException {
        String name = in.readUTF();
        long displaced = in.readLong();
        long unplaced = in.readLong();
        Map<SeriesBounds.Sort, Long> folded = new EnumMap<>(SeriesBounds.Sort.class);
        int sorts = layout < InstanceTotals.LAYOUT ? SORTS_BEFORE : in.readInt();
        for (int i = 0; i < sorts; i++) {
            folded.put(SeriesBounds.Sort.values()[i], GrowingSum.read(in));
        }
        ApplicationTotals read = new ApplicationTotals(name, bounds, mostNames, Figures.read(in), Figures.read(in));
        read.displaced = displaced;
        read.unplaced = unplaced;
        read.folded.putAll(folded);
        for (int left = in.readInt(); left > 0; left--) {
            MethodTotals method = new MethodTotals(in.readUTF(), in.readUTF());
            boolean listed = in.readBoolean();
            int stillMinutes = in.readInt();
            method.restore(Figures.read(in), listed && read.admits(SeriesBounds.Sort.METHODS), stillMinutes);
            read.named += bounds.names().admits(read.named) ? 1 : 0;
            read.methods.put(method.owner() + ' ' + method.member(), method);
            if (!method.isListed()) {
                read.without.restore(method);
            }
        }
        for (int left = in.readInt(); left > 0; left--) {
            Kind kind = new Kind(in.readUTF(), in.readUTF());
            read.kinds.put(kind, KindTotals.read(in, layout >= InstanceTotals.LAYOUT));
            read.had(SeriesBounds.Sort.CONTEXTS, kind.name().equals(OTHER) && kind.tag().equals(OTHER));
        }
        for (int left = in.readInt(); left > 0; left--) {
            String probe = in.readUTF();
            read.payloads.put(probe, PayloadTotals.read(in));
            read.had(SeriesBounds.Sort.PAYLOADS, probe.equals(OTHER));
        }
        LongMaps.read(in).forEach((kind, sum) -> read.restore(kind, sum, true));
        if (layout >= InstanceTotals.LAYOUT) {
            LongMaps.read(in).forEach((kind, sum) -> read.restore(kind, sum, false));
        }
        read.restoreMeasures();
        return read;
    }

    /** @param wasMishap whether it stood among the mishaps: those of an earlier layout have all counters */
    private void restore(String kind, long sum, boolean wasMishap) {
        boolean isOther = kind.equals(OTHER);
        boolean isMishap = isOther ? wasMishap : Mishaps.isOne(kind);
        (isMishap ? mishaps : counters).put(kind, sum);
        had(isMishap ? SeriesBounds.Sort.MISHAPS : SeriesBounds.Sort.COUNTERS, isOther);
    }

    /** Names past the bound, as an earlier build kept them, are added up. */
    private void restoreMeasures() {
        all.extras().keySet().stream().filter(label -> !label.equals(OTHER)).forEach(this::isMeasure);
        all.fold(measures, OTHER);
        rest.fold(measures, OTHER);
        methods.values().stream().map(MethodTotals::figures).filter(Objects::nonNull)
                .forEach(figures -> figures.fold(measures, OTHER));
    }

    /** A name that was read takes its place; that of the others takes none. */
    private void had(SeriesBounds.Sort sort, boolean isOther) {
        if (!isOther) {
            admits(sort);
        }
    }
}
