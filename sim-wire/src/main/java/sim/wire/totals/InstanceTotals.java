package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;

/** One process of an application, while it reports: what its ids mean, and its latest telemetries. Whoever made it guards it. */
public final class InstanceTotals {
    /**
     * Counts up with every change of what is written. Since this one durations are of all contexts, and mishaps are apart from other
     * counters.
     */
    public static final int LAYOUT = 3;

    private final String instance;
    private final String application;
    private List<String> extraMeters = List.of();
    private long startMicros;
    private long lastSequence;
    private volatile long seenMillis;
    /** What a name's owner begins with that stands for a text of its caller's: its numbers are the caller's. */
    private static final String SPLIT = "split:";
    private static final long FRESH_MILLIS = 60_000;
    /** So many probes are kept, with so many characters: a program has some 20. */
    private static final int MOST_PROBES = 200;
    private static final int PROBE_CHARACTERS = 5_000;
    /** So many measures of the platform: it has some 70, and telemetries of the application. */
    private static final int MOST_VALUES = PlatformSeries.MOST_TELEMETRIES;
    private static final int VALUE_CHARACTERS = 50 * MOST_VALUES;
    /** Bytes of an entry of a map, and of one whose text nobody else has, beside its characters. */
    private static final int ENTRY = 72;
    private static final int TEXT = 48;

    /** By name's id; null for that of a splitting node, and where it is not known. */
    private MethodTotals[] names = {};
    private final BitSet splits = new BitSet();
    /** By place's id; null until it is told or read from the store. */
    private MethodTotals[] places;
    private final Map<Integer, String> probes = new HashMap<>();
    private int probeCharacters;
    private boolean isFullOfProbes;
    /** By kind, as its application names it; the kinds that have no name there are one. */
    private final Map<String, Long> counters = new HashMap<>();
    private int platformCharacters;
    /** What was told of {@link #grown()} before, bytes. */
    private volatile long weighed;
    /** The latest; null before the first. */
    private PlatformSample platform;
    /** When that was received, and how long after the one before. */
    private long sampledMillis;
    private long apartMillis;
    /** Whether its counters were counted up to a value that is not known here. */
    private boolean isBack;
    private boolean isGivenUp;

    public InstanceTotals(String instance, String application) {
        this.instance = instance;
        this.application = application;
    }

    /** The same without its dictionary. */
    public InstanceTotals copy() {
        InstanceTotals copy = new InstanceTotals(instance, application);
        copy.extraMeters = extraMeters;
        copy.startMicros = startMicros;
        copy.lastSequence = lastSequence;
        copy.seenMillis = seenMillis;
        copy.probes.putAll(probes);
        copy.probeCharacters = probeCharacters;
        copy.isFullOfProbes = isFullOfProbes;
        copy.counters.putAll(counters);
        copy.platform = platform;
        copy.platformCharacters = platformCharacters;
        copy.sampledMillis = sampledMillis;
        copy.apartMillis = apartMillis;
        copy.isBack = isBack;
        return copy;
    }

    /** Notes the meters that extensions added, in the order of their values. */
    public void extraMeters(List<String> extras) {
        extraMeters = extras.stream().map(LongNames::cut).toList();
    }

    /** Notes when its JVM started. */
    public void startMicros(long micros) {
        startMicros = micros;
    }

    /** Whether its dictionary is here; it is not when the server was started again since. */
    public boolean isPlaced() {
        return places != null;
    }

    public void placed() {
        places = new MethodTotals[]{};
    }

    public static boolean isSplit(String owner) {
        return owner.startsWith(SPLIT);
    }

    void name(int id, MethodTotals method) {
        names = put(names, id, method);
    }

    void split(int id) {
        splits.set(id);
    }

    void place(int id, int parent, int name) {
        places = put(places, id, splits.get(name) ? at(parent) : name < names.length ? names[name] : null);
    }

    /** A place whose method is known by name; null is that of its caller. */
    public void placeOf(int id, int parent, int name, MethodTotals method) {
        if (method == null) {
            split(name);
        } else {
            name(name, method);
        }
        place(id, parent, name);
    }

    private static MethodTotals[] put(MethodTotals[] into, int id, MethodTotals method) {
        MethodTotals[] all = id < into.length ? into : Arrays.copyOf(into, Math.max(id + 1, into.length * 2));
        all[id] = method;
        return all;
    }

    /** The method of a place, or null where it is not known. */
    public MethodTotals at(int place) {
        return places != null && place < places.length ? places[place] : null;
    }

    /** How much heap its dictionary takes, in references. */
    public int size() {
        return names.length + (places == null ? 0 : places.length);
    }

    /** Gives the dictionary up: it can be read from the store. */
    public void forget() {
        names = new MethodTotals[]{};
        places = null;
    }

    void probe(int id, String name) {
        String cut = LongNames.cut(name);
        String before = probes.get(id);
        int characters = probeCharacters + cut.length() - (before == null ? 0 : before.length());
        if (before == null && probes.size() >= MOST_PROBES || characters > PROBE_CHARACTERS) {
            isFullOfProbes = true;
        } else {
            probes.put(id, cut);
            probeCharacters = characters;
        }
    }

    String probe(int id) {
        return probes.getOrDefault(id, isFullOfProbes ? ApplicationTotals.OTHER : "probe " + id);
    }

    /** How much a counter gained: it counts since the process began. */
    long gain(String kind, long count) {
        Long before = counters.put(kind, count);
        return Math.max(0, count - (before == null ? 0 : before));
    }

    /** A kind of counters has no name in the application: what it came to is part of those that have none. */
    void fold(String kind, String into) {
        Long before = counters.remove(kind);
        if (before != null) {
            counters.merge(into, before, GrowingSum::plus);
        }
    }

    boolean hasCounter(String kind) {
        return counters.containsKey(kind);
    }

    /** By how many bytes it grew since it was asked the last time, about. Its dictionary has a bound of its own. */
    public long grown() {
        long before = weighed;
        weighed = (long) ENTRY * (counters.size() + probes.size() + (platform == null ? 0 : platform.values().size()))
                + TEXT * (probes.size() + (platform == null ? 0 : platform.values().size())) + probeCharacters
                + platformCharacters + extraMeters.stream().mapToInt(each -> TEXT + each.length()).sum();
        return weighed - before;
    }

    /** What it had when that was asked the last time, bytes. Any thread. */
    public long weighed() {
        return weighed;
    }

    /** It was given up, and is here again: its batches were counted up to this one. */
    public void back(long lastCounted) {
        lastSequence = lastCounted;
        isBack = true;
    }

    /** It is forgotten for others: nothing is counted of it any more. */
    public void giveUp() {
        isGivenUp = true;
    }

    public boolean isGivenUp() {
        return isGivenUp;
    }

    /** Whether nobody knows what its next counters gained. */
    boolean isBack() {
        return isBack;
    }

    /** Its counters are known from now on. */
    void compared() {
        isBack = false;
    }

    void sampled(PlatformSample sample, long now) {
        if (platform == null || sample.timeMicros() >= platform.timeMicros()) {
            if (platform != null && now > sampledMillis) {
                apartMillis = now - sampledMillis;
            }
            platform = bounded(sample);
            platformCharacters = platform.values().keySet().stream().mapToInt(String::length).sum();
            sampledMillis = now;
        }
    }

    /** The measures that SIM knows come first; of the application's telemetries as many as there is room for, always the same ones. */
    private static PlatformSample bounded(PlatformSample sample) {
        Map<String, Double> values = sample.values();
        if (values.size() <= MOST_VALUES
                && values.keySet().stream().mapToInt(String::length).sum() <= VALUE_CHARACTERS) {
            return sample;
        }
        Map<String, Double> bounded = new HashMap<>();
        int characters = 0;
        for (String label : values.keySet().stream().sorted(Comparator
                .comparing((String label) -> PlatformMeasure.labelled(label) == null).thenComparing(label -> label))
                .toList()) {
            if (bounded.size() < MOST_VALUES && characters + label.length() <= VALUE_CHARACTERS) {
                bounded.put(label, values.get(label));
                characters += label.length();
            }
        }
        return new PlatformSample(sample.timeMicros(), bounded);
    }

    public void stored(long sequence, long now) {
        lastSequence = Math.max(lastSequence, sequence);
        seenMillis = now;
    }

    public long lastSequence() {
        return lastSequence;
    }

    public long seenMillis() {
        return seenMillis;
    }

    public List<String> extraMeters() {
        return extraMeters;
    }

    public String instance() {
        return instance;
    }

    public String application() {
        return application;
    }

    /** When its JVM started, microseconds since the epoch; 0 while not known. */
    public long startMicros() {
        return startMicros;
    }

    /**
     * The platform's measures and telemetries as of now; null where none were received for a minute, and for twice as long as between the
     * two before: a reader would take the past for the present.
     */
    public PlatformSample platform(long now) {
        return now - sampledMillis > Math.max(FRESH_MILLIS, 2 * apartMillis) ? null : platform;
    }

    public void write(DataOutputStream out) throws IOException {
        out.writeUTF(instance);
        out.writeUTF(application);
        out.writeLong(lastSequence);
        out.writeLong(seenMillis);
        out.writeBoolean(isBack);
        LongMaps.write(out, counters);
        out.writeInt(probes.size());
        for (Map.Entry<Integer, String> each : probes.entrySet()) {
            out.writeInt(each.getKey());
            out.writeUTF(each.getValue());
        }
    }

    /**
     * @param layout that of what was written: the latest, or the one before
     * @param kinds  of the counters that were read before: all instances share their texts
     */
    public static InstanceTotals read(DataInputStream in, int layout, Map<String, String> kinds) throws IOException {
        InstanceTotals read = new InstanceTotals(in.readUTF(), in.readUTF());
        read.lastSequence = in.readLong();
        read.seenMillis = in.readLong();
        read.isBack = layout >= LAYOUT && in.readBoolean();
        LongMaps.read(in).forEach(
                (kind, count) -> read.counters.put(kinds.computeIfAbsent(kind, added -> added), count));
        for (int left = in.readInt(); left > 0; left--) {
            read.probe(in.readInt(), in.readUTF());
        }
        return read;
    }
}
