package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** What calls came to since a time: counts, self values by meter, and how long the calls took. Whoever made it guards it. */
public final class Figures {
    private final long bornMillis;
    private long calls;
    private long errors;
    private int present;
    private final long[] self;
    private final Durations durations;
    /** Self values of the meters that extensions added; few applications have some. */
    private Map<String, Long> extras = Map.of();

    Figures(long bornMillis) {
        this(bornMillis, new long[Meter.COUNT], new Durations());
    }

    private Figures(long bornMillis, long[] self, Durations durations) {
        this.bornMillis = bornMillis;
        this.self = self;
        this.durations = durations;
    }

    Figures copy() {
        Figures copy = new Figures(bornMillis, self.clone(), durations.copy());
        copy.calls = calls;
        copy.errors = errors;
        copy.present = present;
        copy.extras = extras.isEmpty() ? extras : new TreeMap<>(extras);
        return copy;
    }

    /** Adds the calls of a row, and the built-in meters. */
    void add(TreeRow row) {
        calls = GrowingSum.plus(calls, row.count());
        errors = GrowingSum.plus(errors, row.errors());
        for (int i = 0; i < Math.min(Meter.COUNT, row.self().length); i++) {
            if ((row.present() & 1 << i) != 0) {
                present |= 1 << i;
                self[i] = GrowingSum.plus(self[i], row.self()[i]);
            }
        }
        durations.add(row.buckets(), timed(row));
    }

    /**
     * What the calls of the row's histogram took. That is the total, unless calls were not read, whose inner calls it has, or calls inside count elsewhere: then
     * it is what the buckets say, for somebody divides it by the calls in them.
     */
    private static long timed(TreeRow row) {
        long total = row.total()[Meter.WALL.ordinal()];
        long[] pairs = row.buckets();
        long sum = 0;
        for (int i = 0; i + 1 < pairs.length; i += 2) {
            sum = GrowingSum.plus(sum,
                    (long) Math.min(Long.MAX_VALUE, (double) Buckets.middle((int) pairs[i]) * pairs[i + 1]));
        }
        return row.unread().time() > 0 || sum - total > total / 16 ? sum : total;
    }

    /** Adds all that others came to. */
    void add(Figures more) {
        calls = GrowingSum.plus(calls, more.calls);
        errors = GrowingSum.plus(errors, more.errors);
        present |= more.present;
        for (int i = 0; i < self.length; i++) {
            self[i] = GrowingSum.plus(self[i], more.self[i]);
        }
        durations.add(more.durations);
        more.extras.forEach(this::add);
    }

    /** Whether nothing was counted. */
    public boolean isEmpty() {
        return calls == 0 && errors == 0 && present == 0 && extras.isEmpty();
    }

    /** Adds self values of a meter that an extension added. */
    void add(String measure, long more) {
        if (extras.isEmpty()) {
            extras = new TreeMap<>();
        }
        extras.merge(measure, Math.max(0, more), GrowingSum::plus);
    }

    /** Adds up under one name what has none of these. */
    void fold(Set<String> measures, String other) {
        Map<String, Long> all = extras;
        extras = Map.of();
        all.forEach((measure, sum) -> add(measures.contains(measure) ? measure : other, sum));
    }

    /** When it began to count. */
    public long bornMillis() {
        return bornMillis;
    }

    public long calls() {
        return calls;
    }

    public long errors() {
        return errors;
    }

    public boolean has(Meter meter) {
        return (present & meter.bit()) != 0;
    }

    public long self(Meter meter) {
        return self[meter.ordinal()];
    }

    public Map<String, Long> extras() {
        return extras;
    }

    /** The wall time of the calls with all they called, ns. */
    public long wallTotal() {
        return durations.nanos();
    }

    /** Calls by {@link Ladder} bucket; those of which the wall time was read. */
    public long bucket(int bucket) {
        return durations.bucket(bucket);
    }

    void write(DataOutputStream out) throws IOException {
        out.writeLong(bornMillis);
        out.writeLong(calls);
        out.writeLong(errors);
        out.writeInt(present);
        for (long each : self) {
            out.writeLong(each);
        }
        durations.write(out);
        LongMaps.write(out, extras);
    }

    static Figures read(DataInputStream in) throws IOException {
        long born = in.readLong();
        long calls = GrowingSum.read(in);
        long errors = GrowingSum.read(in);
        int present = in.readInt();
        long[] self = new long[Meter.COUNT];
        for (int i = 0; i < self.length; i++) {
            self[i] = GrowingSum.read(in);
        }
        Figures figures = new Figures(born, self, Durations.read(in));
        figures.calls = calls;
        figures.errors = errors;
        figures.present = present;
        LongMaps.read(in).forEach(figures::add);
        return figures;
    }
}
