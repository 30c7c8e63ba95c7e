package recorded;

import sim.base.meter.Readings;
import sim.model.snapshot.Meter;

/** A clock in the test's hand, in ns: wall time alone, the same for all threads. */
public final class PlayedClock implements Readings.Source {
    public volatile long now = 1_000_000_000;

    public void passes(long nanos) {
        now += nanos;
    }

    public void passesMillis(long millis) {
        passes(millis * 1_000_000);
    }

    @Override
    public int meters() {
        return Meter.WALL.bit();
    }

    @Override
    public Readings of(Thread thread, boolean virtual) {
        return new Readings() {
            @Override
            public int present() {
                return Meter.WALL.bit();
            }

            @Override
            public long tick() {
                return now;
            }

            @Override
            public long begin(long[] into) {
                return now;
            }

            @Override
            public void end(long tick) {
                // wall time alone
            }

            @Override
            public void fill(long[] into) {
                // wall time alone
            }

            @Override
            public void disownSince(long allocated) {
                // nothing of it is read
            }
        };
    }
}
