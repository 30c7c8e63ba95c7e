package sim.wire;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import sim.model.payload.PayloadRow;
import sim.model.snapshot.Buckets;

/** The gain of payloads at their places. */
final class PayloadRowSection extends SumSection<PayloadRow> {
    PayloadRowSection() {
        super("payload.rows", PayloadRow.class);
    }

    @Override
    public String dropCounter() {
        return "spool.payloads.dropped";
    }

    /** The number of payloads in the sums. */
    @Override
    public long amount(List<PayloadRow> rows) {
        long payloads = 0;
        for (PayloadRow row : rows) {
            payloads += row.sum().count();
        }
        return payloads;
    }

    @Override
    void write(PayloadRow row, long fromMicros, Parts out) {
        out.add(row.recording());
        out.add(row.probe());
        out.add(row.node());
        out.add(row.text());
        PayloadSumCodec.write(row.sum(), out);
        out.add(row.buckets().length);
        long before = 0;
        for (int i = 0; i < row.buckets().length; i += 2) {
            out.add(row.buckets()[i] - before);
            out.add(row.buckets()[i + 1]);
            before = row.buckets()[i];
        }
    }

    @Override
    PayloadRow readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        long recording = in.next();
        int probe = in.nextInt();
        int node = in.nextInt();
        String text = in.requireText();
        var sum = PayloadSumCodec.read(in);
        long[] buckets = new long[in.nextCount() & ~1];
        long before = 0;
        for (int i = 0; i < buckets.length; i += 2) {
            long further = in.next();
            before += further;
            if (further < 0 || further >= Buckets.COUNT || before >= Buckets.COUNT) {
                throw new WireException("a histogram bucket is out of range: " + before);
            }
            buckets[i] = before;
            buckets[i + 1] = in.next();
        }
        return new PayloadRow(recording, probe, node, text, sum, buckets);
    }

    @Override
    long weight(PayloadRow row) {
        return 1 + row.buckets().length;
    }

    @Override
    long bytes(PayloadRow row) {
        return Sizes.OBJECT + 32 + PayloadSumCodec.BYTES + Sizes.of(row.text()) + Sizes.of(row.buckets());
    }

    @Override
    Object keyOf(PayloadRow row) {
        return List.of(row.recording(), row.probe(), row.node(), row.text());
    }

    @Override
    PayloadRow sum(PayloadRow one, PayloadRow other) {
        Map<Long, Long> buckets = new TreeMap<>();
        for (PayloadRow row : List.of(one, other)) {
            for (int i = 0; i < row.buckets().length; i += 2) {
                buckets.merge(row.buckets()[i], row.buckets()[i + 1], Long::sum);
            }
        }
        long[] pairs = new long[2 * buckets.size()];
        int at = 0;
        for (Map.Entry<Long, Long> bucket : buckets.entrySet()) {
            pairs[at++] = bucket.getKey();
            pairs[at++] = bucket.getValue();
        }
        return new PayloadRow(one.recording(), one.probe(), one.node(), one.text(), one.sum().plus(other.sum()), pairs);
    }

    @Override
    public PayloadRow cleaned(PayloadRow element, UnaryOperator<String> cleaner) {
        return new PayloadRow(element.recording(), element.probe(), element.node(), cleaner.apply(element.text()),
                element.sum(), element.buckets());
    }
}
