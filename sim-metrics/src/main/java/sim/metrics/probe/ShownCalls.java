package sim.metrics.probe;

import org.jinspired.probes.Probes;
import sim.metrics.extension.ThreadExtensions;

/**
 * Shows a thread's calls to its extensions: they vote whether a call is metered, and hear of both ends with readings. Only that thread
 * uses it.
 */
final class ShownCalls {
    private final CallReadings readings;
    private HandContext hand;
    /** Null until they are made. Making them calls their code: see {@link Gate}. */
    private ThreadExtensions extensions;

    ShownCalls(CallReadings readings) {
        this.readings = readings;
    }

    void prepare(HandContext context, ThreadExtensions made) {
        hand = context;
        extensions = made;
    }

    /** Whether an extension runs now. */
    boolean isBusy() {
        return extensions.isBusy();
    }

    /**
     * Asks the strategies whether a call is to be metered.
     *
     * @param probe the probe of the Open API, null for a woven call
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

    /** Tells the extensions that a call begins. Its meters were read. */
    void begun(Frame frame, HandProbe probe) {
        frame.begin[0] = frame.beginTick;
        if (probe == null) {
            frame.own.show(frame.site.name(), 1, null, frame.begin);
        } else {
            probe.begun(frame.serial);
        }
        extensions.begun(frame.shown);
    }

    /** Tells the extensions that a call has ended, with the last readings. Only for calls whose begin they heard. */
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
