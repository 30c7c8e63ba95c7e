package sim.server.query;

import sim.model.snapshot.Meter;

/** Whether figures are a hundredth of what all rows have themselves, by any measure that tells where something goes. */
final class Shares {
    /** A row below this part of all rows is small. */
    private static final int HUNDRED = 100;
    private static final Meter[] METERS = {Meter.WALL, Meter.CPU, Meter.ALLOC, Meter.BLOCK_TIME, Meter.WAIT_TIME};

    private final long[] all = new long[METERS.length];
    private long errors;

    /** @param rows what the rows have; null is left out */
    Shares(Sums[] rows) {
        for (Sums row : rows) {
            if (row != null) {
                errors = Sums.plus(errors, row.errors);
                for (int i = 0; i < METERS.length; i++) {
                    all[i] = Sums.plus(all[i], own(row, METERS[i]));
                }
            }
        }
    }

    boolean isSmall(Sums row) {
        if (row.errors > 0 && row.errors >= errors / HUNDRED) {
            return false;
        }
        for (int i = 0; i < METERS.length; i++) {
            long own = own(row, METERS[i]);
            if (own > 0 && own >= all[i] / HUNDRED) {
                return false;
            }
        }
        return true;
    }

    private static long own(Sums row, Meter meter) {
        Long own = meter == Meter.WALL ? row.work("self") : row.value(meter, "self");
        return own == null ? 0 : Math.max(0, own);
    }
}
