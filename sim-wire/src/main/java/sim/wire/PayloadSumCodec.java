package sim.wire;

import sim.model.payload.PayloadSum;

/** Writes and reads the sums of payloads: four integers. */
final class PayloadSumCodec {
    /** Heap bytes of the sums. */
    static final long BYTES = Sizes.OBJECT + 32;

    private PayloadSumCodec() {}

    static void write(PayloadSum sum, Parts out) {
        out.add(sum.count());
        out.add(sum.errors());
        out.add(sum.total());
        out.add(sum.max());
    }

    static PayloadSum read(Parts in) throws WireException {
        return new PayloadSum(in.next(), in.next(), in.next(), in.next());
    }
}
