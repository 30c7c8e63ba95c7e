package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** What calls came to since a time: counts, self values by meter, and how long the calls took. Whoever made it guards it. */
public final class Figures {
    private final long bornMillis;
    private long calls;
    private long errors;
    private int present;
    private final long[] self;
    private long wallTotal;
    private final long[] buckets = new long[Ladder.COUNT];
    /** Self values of the meters that extensions added. */
    private final Map<String, Long> extras = new TreeMap<>();

    Figures(long bornMillis) {
        this.bornMillis = bornMillis;
        this.self = new long[Meter.COUNT];
    }

    Figures copy() {
        Figures copy = new Figures(bornMillis);
        copy.calls = calls;
        copy.errors = errors;
        copy.present = present;
        copy.wallTotal = wallTotal;
        System.arraycopy(self, 0, copy.self, 0, self.length);
        System.arraycopy(buckets, 0, copy.buckets, 0, buckets.length);
        copy.extras.putAll(extras);
        return copy;
    }

    void add(TreeRow row, List<String> extraMeters) {
        calls += row.count();
        errors += row.errors();
        for (int i = 0; i < row.self().length; i++) {
            if ((row.present() & 1 << i) == 0) {
                continue;
            }
            if (i < Meter.COUNT) {
                present |= 1 << i;
                self[i] += Math.max(0, row.self()[i]);
            } else if (i - Meter.COUNT < extraMeters.size()) {
                extras.merge(extraMeters.get(i - Meter.COUNT), Math.max(0, row.self()[i]), Long::sum);
            }
        }
        wallTotal += row.total()[Meter.WALL.ordinal()];
        for (int i = 0; i + 1 < row.buckets().length; i += 2) {
            buckets[Ladder.ofBucket((int) row.buckets()[i])] += row.buckets()[i + 1];
        }
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
        return wallTotal;
    }

    /** Calls by {@link Ladder} bucket; those of which the wall time was read. */
    public long bucket(int bucket) {
        return buckets[bucket];
    }

    void write(DataOutputStream out) throws IOException {
        out.writeLong(bornMillis);
        out.writeLong(calls);
        out.writeLong(errors);
        out.writeInt(present);
        for (long each : self) {
            out.writeLong(each);
        }
        out.writeLong(wallTotal);
        for (long each : buckets) {
            out.writeLong(each);
        }
        LongMaps.write(out, extras);
    }

    static Figures read(DataInputStream in) throws IOException {
        Figures figures = new Figures(in.readLong());
        figures.calls = in.readLong();
        figures.errors = in.readLong();
        figures.present = in.readInt();
        for (int i = 0; i < figures.self.length; i++) {
            figures.self[i] = in.readLong();
        }
        figures.wallTotal = in.readLong();
        for (int i = 0; i < figures.buckets.length; i++) {
            figures.buckets[i] = in.readLong();
        }
        figures.extras.putAll(LongMaps.read(in));
        return figures;
    }
}
