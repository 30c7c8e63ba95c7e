package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;

/**
 * All contexts of a name and tag: exact sums, and how long they took, with some of those that are kept one by one as examples. Whoever made
 * it guards it.
 */
public final class KindTotals {
    private final long bornMillis;
    private long contexts;
    private long failed;
    private long lastedNanos;
    /** Of those whose agent tells them. */
    private Durations durations = new Durations();
    /** The latest context of each bucket that is kept. */
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
        copy.durations = durations.copy();
        System.arraycopy(exemplars, 0, copy.exemplars, 0, exemplars.length);
        return copy;
    }

    void add(KindRecord kind) {
        contexts = GrowingSum.plus(contexts, kind.contexts());
        failed = GrowingSum.plus(failed, kind.failed());
        lastedNanos = GrowingSum.plus(lastedNanos, kind.wallNanos());
        if (kind.buckets().length > 0) {
            durations.add(kind.buckets(), kind.wallNanos());
        }
    }

    /** A context that ended and is kept. */
    void ended(ContextRecord context) {
        if ((context.traceHigh() | context.traceLow()) != 0) {
            long nanos = TimeUnit.MICROSECONDS.toNanos(Math.max(0, context.endMicros() - context.startMicros()));
            exemplars[Ladder.of(nanos)] = new Exemplar(
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
    public long measuredNanos() {
        return durations.nanos();
    }

    /** Contexts by {@link Ladder} bucket. */
    public long bucket(int bucket) {
        return durations.bucket(bucket);
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
        durations.write(out);
    }

    /** @param ofAll whether the durations are of all contexts; those of kept ones alone are no beginning of these */
    static KindTotals read(DataInputStream in, boolean ofAll) throws IOException {
        KindTotals kind = new KindTotals(in.readLong());
        kind.contexts = GrowingSum.read(in);
        kind.failed = GrowingSum.read(in);
        kind.lastedNanos = GrowingSum.read(in);
        Durations kept = Durations.read(in);
        kind.durations = ofAll ? kept : kind.durations;
        return kind;
    }
}
