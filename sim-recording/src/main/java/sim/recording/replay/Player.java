package sim.recording.replay;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jinspired.probes.Probes;

/**
 * Plays one recorded thread, under its name, through the Open API: begins and ends a probe at each begin and end of the recording, with
 * the recorded readings.
 */
final class Player extends Thread implements Records.Visitor {
    /** A record that is due within this time, in ns, is played at once. */
    private static final long CLOSE_NANOS = 100_000;

    final PlayedReadings readings;
    private final RecordedThread recorded;
    private final RecordedFirings recording;
    private final Probes.Name[] names;
    /** The difference between this JVM's clock and recorded times, ns. */
    private final long shift;
    private final boolean live;
    private final Deque<Probes.Probe> firing = new ArrayDeque<>();
    private Probes.Context context;
    private Probes.Counter[] counters;
    private long begun;
    private IOException failure;

    Player(RecordedThread recorded, RecordedFirings recording, Probes.Name[] names, long shift, boolean live) {
        super(null, null, recorded.name, 0, false);
        this.recorded = recorded;
        this.recording = recording;
        this.names = names;
        this.shift = shift;
        this.live = live;
        this.readings = new PlayedReadings(recorded.meters);
    }

    /** Why playing failed, or null. Valid after the thread's end. */
    IOException failure() {
        return failure;
    }

    @Override
    public void run() {
        context = Probes.context();
        counters = counters();
        Records records = new Records(recorded.meters.size());
        try {
            for (RecordedThread.Chunk chunk : recorded.chunks) {
                records.read(recording.read(chunk), this);
            }
        } catch (IOException wrong) {
            failure = wrong;
        }
        // A probe that still fires has no end in the recording either: it is not ended and counts nowhere.
    }

    @Override
    public void begin(int name, long wall, long[] values) {
        if (recorded.givenUp.contains(begun++)) {
            return;
        }
        read(wall, values);
        firing.push(context.begin(names[name]));
    }

    @Override
    public void end(int lost, long wall, long[] values) {
        read(wall, values);
        firing.pop().end();
    }

    private void read(long wall, long[] values) {
        long tick = wall + shift;
        if (live) {
            waitUntil(tick);
        }
        readings.set(tick, values);
        for (int i = 0; i < counters.length; i++) {
            if (counters[i] != null) {
                counters[i].inc(Math.max(0, values[i] - counters[i].getValue()));
            }
        }
    }

    private static void waitUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > CLOSE_NANOS; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** The counters by which further meters are played, because counters can be set from outside. */
    private Probes.Counter[] counters() {
        Probes.Counter[] all = new Probes.Counter[recorded.meters.size()];
        for (int i = 0; i < all.length; i++) {
            String label = recorded.meters.get(i);
            all[i] = readings.isBuiltIn(i) || label.equals("probe.count")
                    ? null
                    : context.counter(Probes.parse(label));
        }
        return all;
    }
}
