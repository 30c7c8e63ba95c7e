package sim.recording;

import java.util.Arrays;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import sim.base.meter.Clock;
import sim.base.name.Name;
import sim.metrics.extension.Firing;
import sim.metrics.extension.NamedMeters;

/**
 * Records one thread: a few bytes at each end of a firing, as differences to the record before. A begin is recorded only if there is also
 * room for the ends of all firings in progress, and nothing inside a dropped firing is recorded. So the file is properly nested, and self
 * times are right.
 */
final class ThreadRecorder implements ProbesInterceptor {
    private static final int DEEPEST = 1 << 16;

    final Thread thread = Thread.currentThread();
    final int meters;
    private final RecordingWriter writer;
    /** The positions in a firing's readings, without wall time. */
    private final int[] positions;
    /** The most bytes of a record. */
    private final int largest;

    private Probes.Probe[] firings = new Probes.Probe[16];
    private long[] begun = new long[16];
    private int depth;
    /** The depth of the outermost dropped firing in progress. All firings inside it are dropped too. */
    private int droppedFrom = Integer.MAX_VALUE;

    private long lastWall;
    private final long[] last;
    /** Null until the writer has a free ring for this thread. The writer takes it back after the thread's end. */
    Ring ring;
    /** The thread's number in the file, which the writer gives. */
    int id;
    /** How many firings are not in the file. The daemon may read an older value. */
    long dropped;

    ThreadRecorder(RecordingWriter writer, NamedMeters named) {
        this.writer = writer;
        this.positions = new int[named.size() - 1];
        String[] labels = new String[this.positions.length];
        for (int i = 0; i < labels.length; i++) {
            this.positions[i] = named.position(i + 1);
            labels[i] = named.label(i + 1);
        }
        this.meters = writer.meterSet(labels);
        this.last = new long[labels.length];
        this.largest = 20 + 10 * labels.length;
    }

    @Override
    public void begin(Probes.Probe probe) {
        if (depth == DEEPEST) {
            forgetFrom(0);
        }
        if (depth == firings.length) {
            firings = Arrays.copyOf(firings, depth * 2);
            begun = Arrays.copyOf(begun, depth * 2);
        }
        firings[depth] = probe;
        if (depth < droppedFrom && hasRoom()) {
            long[] readings = ((Firing) probe).high();
            begun[depth] = Clock.nanosAt(readings[0]);
            write((long) ring.idOf((Name) probe.getName(), writer.names) << 1, begun[depth], readings);
        } else {
            droppedFrom = Math.min(droppedFrom, depth);
            if (ring == null) {
                writer.droppedUnseen();
            } else {
                dropped++;
            }
        }
        depth++;
    }

    @Override
    public void end(Probes.Probe probe) {
        Firing firing = (Firing) probe;
        if (firing.isGivenUp()) {
            // the end of its caller says that it was lost
            return;
        }
        int at = depth - 1;
        while (at >= 0 && firings[at] != probe) {
            at--;
        }
        if (at < 0) {
            return;
        }
        if (at < droppedFrom) {
            int lost = Math.min(depth, droppedFrom) - at - 1;
            // The time is computed as in the runtime, so that a replay gives the same nanosecond.
            long wall = begun[at] + Math.max(0, Clock.between(firing.low()[0], firing.high()[0]));
            write((long) lost << 1 | 1, wall, firing.high());
        }
        forgetFrom(at);
    }

    private void forgetFrom(int at) {
        Arrays.fill(firings, at, depth, null);
        depth = at;
        if (at <= droppedFrom) {
            droppedFrom = Integer.MAX_VALUE;
        }
    }

    private boolean hasRoom() {
        if (writer.isFull()) {
            return false;
        }
        if (ring == null) {
            ring = writer.ringFor(this);
        }
        return ring != null && ring.free() >= (depth + 2) * largest;
    }

    private void write(long head, long wall, long[] readings) {
        Ring into = ring;
        into.put(head);
        into.putSigned(wall - lastWall);
        lastWall = wall;
        if (positions.length > 0) {
            int changed = 0;
            for (int i = 0; i < positions.length; i++) {
                changed |= readings[positions[i]] != last[i] ? 1 << i : 0;
            }
            into.put(changed);
            for (int i = 0; i < positions.length; i++) {
                if ((changed & 1 << i) != 0) {
                    into.putSigned(readings[positions[i]] - last[i]);
                    last[i] = readings[positions[i]];
                }
            }
        }
        into.publish();
        if (!into.hurried && into.free() < Ring.CAPACITY / 2) {
            into.hurried = true;
            writer.hurry();
        }
    }
}
