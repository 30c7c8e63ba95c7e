package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import sim.model.payload.PayloadSum;

/** What a payload probe recorded. Whoever made it guards it. */
public final class PayloadTotals {
    private final long bornMillis;
    private PayloadSum sum;

    PayloadTotals(long bornMillis) {
        this(bornMillis, new PayloadSum(0, 0, 0, 0));
    }

    private PayloadTotals(long bornMillis, PayloadSum sum) {
        this.bornMillis = bornMillis;
        this.sum = sum;
    }

    PayloadTotals copy() {
        return new PayloadTotals(bornMillis, sum);
    }

    void add(PayloadSum more) {
        sum = new PayloadSum(GrowingSum.plus(sum.count(), more.count()), GrowingSum.plus(sum.errors(), more.errors()),
                GrowingSum.plus(sum.total(), more.total()), Math.max(sum.max(), more.max()));
    }

    public long bornMillis() {
        return bornMillis;
    }

    public PayloadSum sum() {
        return sum;
    }

    void write(DataOutputStream out) throws IOException {
        out.writeLong(bornMillis);
        out.writeLong(sum.count());
        out.writeLong(sum.errors());
        out.writeLong(sum.total());
        out.writeLong(sum.max());
    }

    static PayloadTotals read(DataInputStream in) throws IOException {
        return new PayloadTotals(in.readLong(),
                new PayloadSum(GrowingSum.read(in), GrowingSum.read(in), GrowingSum.read(in), in.readLong()));
    }
}
