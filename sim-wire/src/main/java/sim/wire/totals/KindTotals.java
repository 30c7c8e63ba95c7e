package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;

/** All contexts of a name and tag: exact sums, and how long those took that are kept one by one. Whoever made it guards it. */
public final class KindTotals {
    private final long bornMillis;
    private long contexts;
    private long failed;
    private long lastedNanos;
    private long keptNanos;
    private final long[] buckets = new long[Ladder.COUNT];
    /** The latest context of each bucket. */
    private final Exemplar[] exemplars = new Exemplar[Ladder.COUNT];

    /** One context as an example of its bucket. */
    public record Exemplar(String trace, String context, long nanos, long endMillis) {}

    KindTotals(long bornMillis) {
        this.bornMillis = bornMillis;
    }

    KindTotals copy() {
        KindTotals copy = new KindTotals(bornMillis);
        copy.contexts = contexts;
        copy.failed = failed;
        copy.lastedNanos = lastedNanos;
        copy.keptNanos = keptNanos;
        System.arraycopy(buckets, 0, copy.buckets, 0, buckets.length);
        System.arraycopy(exemplars, 0, copy.exemplars, 0, exemplars.length);
        return copy;
    }

    void add(KindRecord kind) {
        contexts += kind.contexts();
        failed += kind.failed();
        lastedNanos += kind.wallNanos();
    }

    /** A context that ended. */
    void ended(ContextRecord context) {
        long nanos = Math.max(0, context.endMicros() - context.startMicros()) * 1_000;
        int bucket = Ladder.of(nanos);
        buckets[bucket]++;
        keptNanos += nanos;
        if ((context.traceHigh() | context.traceLow()) != 0) {
            exemplars[bucket] = new Exemplar(
                    String.format("%016x%016x", context.traceHigh(), context.traceLow()),
                    String.format("%016x", context.id()), nanos, context.endMicros() / 1_000);
        }
    }

    public long bornMillis() {
        return bornMillis;
    }

    public long contexts() {
        return contexts;
    }

    public long failed() {
        return failed;
    }

    /** The sum of the durations of all contexts. */
    public long lastedNanos() {
        return lastedNanos;
    }

    /** The sum of the durations of those in the buckets. */
    public long keptNanos() {
        return keptNanos;
    }

    public long bucket(int bucket) {
        return buckets[bucket];
    }

    /** An example, or null. */
    public Exemplar exemplar(int bucket) {
        return exemplars[bucket];
    }

    void write(DataOutputStream out) throws IOException {
        out.writeLong(bornMillis);
        out.writeLong(contexts);
        out.writeLong(failed);
        out.writeLong(lastedNanos);
        out.writeLong(keptNanos);
        for (long each : buckets) {
            out.writeLong(each);
        }
    }

    static KindTotals read(DataInputStream in) throws IOException {
        KindTotals kind = new KindTotals(in.readLong());
        kind.contexts = in.readLong();
        kind.failed = in.readLong();
        kind.lastedNanos = in.readLong();
        kind.keptNanos = in.readLong();
        for (int i = 0; i < kind.buckets.length; i++) {
            kind.buckets[i] = in.readLong();
        }
        return kind;
    }
}
