package sim.recording.replay;

import java.util.List;
import sim.base.meter.Readings;
import sim.model.snapshot.Meter;

/** The readings of a thread that plays: those of the record that it is about to play. */
final class PlayedReadings extends Readings {
    /** By position in the thread's list of meters: the meter's ordinal, -1 for a further meter. */
    private final int[] ordinals;
    private final int present;
    private final long[] latest = new long[Meter.COUNT];
    private long tick;

    PlayedReadings(List<String> meters) {
        this.ordinals = new int[meters.size()];
        int bits = Meter.WALL.bit();
        for (int i = 0; i < ordinals.length; i++) {
            Meter meter = Meter.labelled(meters.get(i));
            ordinals[i] = meter == null ? -1 : meter.ordinal();
            bits |= meter == null ? 0 : meter.bit();
        }
        this.present = bits;
    }

    /** Whether the meter at a position is built in. */
    boolean isBuiltIn(int place) {
        return ordinals[place] >= 0;
    }

    void set(long now, long[] recorded) {
        tick = now;
        for (int i = 0; i < ordinals.length; i++) {
            if (ordinals[i] >= 0) {
                latest[ordinals[i]] = recorded[i];
            }
        }
    }

    @Override
    public int present() {
        return present;
    }

    @Override
    public long tick() {
        return tick;
    }

    @Override
    public long begin(long[] into) {
        fill(into);
        return tick;
    }

    @Override
    public void end(long at) {
        // any reading may have changed
        moved();
    }

    @Override
    public void fill(long[] into) {
        System.arraycopy(latest, 1, into, 1, latest.length - 1);
    }

    @Override
    public void disownSince(long allocated) {
        // readings do not contain what playing allocates
    }
}
