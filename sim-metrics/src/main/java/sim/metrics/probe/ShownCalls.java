package sim.metrics.probe;

import org.jinspired.probes.Probes;
import sim.metrics.extension.ThreadExtensions;

/**
 * Shows a thread's calls to its extensions: they vote whether one is metered, and are told of both ends, with readings.
 * Touched by its thread alone.
 */
final class ShownCalls {
    private final CallReadings readings;
    private HandContext hand;
    /** Null until they are made, which calls them: see {@link Gate}. */
    private ThreadExtensions extensions;

    ShownCalls(CallReadings readings) {
        this.readings = readings;
    }

    void prepare(HandContext context, ThreadExtensions made) {
        hand = context;
        extensions = made;
    }

    /** Whether an extension is at work. */
    boolean isBusy() {
        return extensions.isBusy();
    }

    /**
     * Asks whether a call is to be metered.
     *
     * @param probe the Open API's, null for a woven call
     */
    boolean vote(Frame frame, HandProbe probe) {
        if (probe == null) {
            frame.shown = probeOf(frame);
            frame.own.show(frame.site.name(), 0, null, null);
        } else {
            frame.shown = probe;
        }
        return extensions.vote(frame.shown);
    }

    /** A call was read and begins. */
    void begun(Frame frame, HandProbe probe) {
        frame.begin[0] = frame.beginTick;
        if (probe == null) {
            frame.own.show(frame.site.name(), 1, null, frame.begin);
        } else {
            probe.begun(frame.serial);
        }
        extensions.begun(frame.shown);
    }

    /** The end of a call they were shown, with what was read last. */
    void ended(Frame frame, boolean givenUp) {
        Probes.Probe shown = frame.shown;
        frame.shown = null;
        if (shown instanceof HandProbe probe) {
            probe.ended(readings.after, givenUp);
        } else {
            frame.begin[0] = frame.beginTick;
            frame.own.show(frame.site.name(), 0, frame.begin, readings.after);
            if (givenUp) {
                frame.own.giveUp();
            }
        }
        extensions.ended(shown);
    }

    private FrameProbe probeOf(Frame frame) {
        if (frame.own == null) {
            frame.own = new FrameProbe(hand.readMeters());
        }
        return frame.own;
    }
}
