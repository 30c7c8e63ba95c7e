package sim.metrics.probe;

import java.util.Iterator;
import org.jinspired.probes.Probes;
import sim.metrics.extension.Firing;
import sim.metrics.savepoint.ReadMeters;

/** A woven call as extensions see it. It belongs to a frame and always means the frame's present call. */
final class FrameProbe implements Firing {
    private final ReadMeters meters;
    private Probes.Name name;
    private int state;
    private long[] low;
    private long[] high;
    private boolean givenUp;

    FrameProbe(ReadMeters meters) {
        this.meters = meters;
    }

    void show(Probes.Name of, int stateNow, long[] before, long[] latest) {
        name = of;
        state = stateNow;
        low = before;
        high = latest;
        givenUp = false;
    }

    void giveUp() {
        givenUp = true;
    }

    @Override
    public Probes.Name getName() {
        return name;
    }

    @Override
    public long[] low() {
        return low;
    }

    @Override
    public long[] high() {
        return high;
    }

    @Override
    public boolean isGivenUp() {
        return givenUp;
    }

    @Override
    public Iterator<Probes.Reading> readings() {
        return Shown.all(meters, low, high);
    }

    @Override
    public Probes.Reading reading(Probes.Name meter) {
        return Shown.one(meters, meter, low, high);
    }

    @Override
    public int getState() {
        return state;
    }

    /** Not for extensions: the call begins and ends by itself. */
    @Override
    public void begin() {
        // nothing happens
    }

    /** Not for extensions: the call begins and ends by itself. */
    @Override
    public void end() {
        // nothing happens
    }

    @Override
    public void run(Runnable runnable) {
        runnable.run();
    }
}
