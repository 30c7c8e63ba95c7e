package sim.wire;

import sim.model.snapshot.Meter;

/** Writes and reads values of meters as parts. Bit sets say which values follow; zeros and repetitions are left out. */
final class MeasureParts {
    private static final int CPU = Meter.CPU.ordinal();
    private static final int USER = Meter.CPU_USER.ordinal();
    private static final int SYSTEM = Meter.CPU_SYSTEM.ordinal();
    /** The first thirteen meters. They are usually all present, so 0 stands for this set. It never changes. */
    static final int USUAL = (1 << 13) - 1;

    private MeasureParts() {}

    static void write(int present, long[] values, Parts out) {
        long[] sent = split(present, values);
        int nonZero = nonZero(sent) & present;
        out.add(present ^ USUAL);
        out.add(nonZero);
        writeThose(nonZero, sent, out);
    }

    static int readPresent(Parts in, MeterNumbers numbers) throws WireException {
        return possible(in.next() ^ USUAL, numbers);
    }

    static long[] read(int present, Parts in, MeterNumbers numbers) throws WireException {
        int nonZero = bits(in, numbers);
        if ((nonZero & ~present) != 0) {
            throw new WireException("a value of a meter that is not present");
        }
        long[] values = new long[MeterNumbers.width(present)];
        readThose(nonZero, values, in);
        return split(present, values);
    }

    /** Replaces user time by CPU time less user and system time, which is 0 if all were read together. The method is its own inverse. */
    static long[] split(int present, long[] values) {
        long[] split = values.clone();
        if ((present & 1 << USER) != 0) {
            long cpu = (present & 1 << CPU) != 0 ? values[CPU] : 0;
            long system = (present & 1 << SYSTEM) != 0 ? values[SYSTEM] : 0;
            split[USER] = cpu - system - values[USER];
        }
        return split;
    }

    static void writeThose(int meters, long[] values, Parts out) {
        for (int left = meters; left != 0; left &= left - 1) {
            out.add(values[Integer.numberOfTrailingZeros(left)]);
        }
    }

    static void readThose(int meters, long[] values, Parts in) throws WireException {
        for (int left = meters; left != 0; left &= left - 1) {
            values[Integer.numberOfTrailingZeros(left)] = in.next();
        }
    }

    static int nonZero(long[] values) {
        int bits = 0;
        for (int i = 0; i < values.length; i++) {
            bits |= values[i] != 0 ? 1 << i : 0;
        }
        return bits;
    }

    /** A set of meters, in the peer's numbers. */
    static int bits(Parts in, MeterNumbers numbers) throws WireException {
        return possible(in.next(), numbers);
    }

    static int possible(long bits, MeterNumbers numbers) throws WireException {
        if ((bits & ~(long) numbers.possible()) != 0) {
            throw new WireException("meters that the hello does not name: " + Long.toBinaryString(bits));
        }
        return (int) bits;
    }
}
