package sim.wire;

import sim.model.snapshot.Meter;

/** How a peer numbers meters in its batches. Translates its numbers into this version's. Immutable. */
final class MeterNumbers {
    /** The numbers of this version. */
    static final MeterNumbers OWN = new MeterNumbers(identity(), true);

    /** This version's number of each of the peer's meters. */
    private final int[] meters;
    private final boolean own;

    MeterNumbers(int[] meters, boolean own) {
        this.meters = meters;
        this.own = own;
    }

    private static int[] identity() {
        int[] numbers = new int[Wire.MAX_METERS];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
        }
        return numbers;
    }

    /** How many values stand in an array for this set of meters. */
    static int width(int present) {
        return Math.max(Meter.COUNT, 32 - Integer.numberOfLeadingZeros(present));
    }

    /** Whether the peer numbers meters as this version does. */
    boolean isOwn() {
        return own;
    }

    /** The most meters that a row of the peer has here. */
    int width() {
        int width = Meter.COUNT;
        for (int meter : meters) {
            width = Math.max(width, meter + 1);
        }
        return width;
    }

    /** The bit set of the meters that its hello named, by the peer's numbers. */
    int possible() {
        return (1 << meters.length) - 1;
    }

    /** Translates a set of the peer's meters into this version's numbers. */
    int own(int present) {
        if (own) {
            return present;
        }
        int bits = 0;
        for (int left = present; left != 0; left &= left - 1) {
            bits |= 1 << meters[Integer.numberOfTrailingZeros(left)];
        }
        return bits;
    }

    /** Translates a meter of the peer into this version's number. */
    int ownMeter(long meter) throws WireException {
        if (meter < 0 || meter >= meters.length) {
            throw new WireException("a meter that the hello does not name: " + meter);
        }
        return meters[(int) meter];
    }

    /** Translates values by the peer's numbers into values by this version's. */
    long[] own(int present, long[] values) {
        if (own) {
            return values;
        }
        long[] result = new long[width(own(present))];
        for (int left = present; left != 0; left &= left - 1) {
            int meter = Integer.numberOfTrailingZeros(left);
            result[meters[meter]] = values[meter];
        }
        return result;
    }
}
