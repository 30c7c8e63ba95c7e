package sim.payload.runtime;

import sim.metrics.feature.MeteredThread;
import sim.metrics.feature.Place;
import sim.payload.recording.BoundProbe;
import sim.payload.recording.Mishaps;
import sim.payload.recording.Payloads;
import sim.payload.recording.Recording;

/** A thread's splits in progress. Each has a frame among the thread's calls, which the end of a call around it closes too. */
final class SplitStack extends OpenStack {
    SplitStack(PayloadPart part, MeteredThread thread, Payloads payloads) {
        super(part, thread, payloads);
    }

    @Override
    boolean isRecorded(OpenPayload begun) {
        return begun.recording != null && begun.payloads;
    }

    /** A split begins. Returns its number; 0 where there is none of it here. */
    long enter(BoundProbe of, String text) {
        part.renew();
        Recording recording = payloads.recordingOf(of);
        if (recording == null && depth == 0 && !payloads.isRecording()) {
            return 0;
        }
        forgetClosed();
        if (!hasRoom()) {
            return 0;
        }
        boolean isSplit = recording != null && text != null && (Payloads.isReentrant(of) || !isSplit(of));
        OpenPayload begun = open[depth];
        stand(begun, of, isSplit ? recording : null);
        of.probe.callers.begin();
        if (isSplit) {
            Place place = payloads.splitOf(of, thread.place(), text);
            begun.text = text;
            begun.tick = thread.tick();
            begun.frame = thread.beginSplit(part, place, begun.tick);
            // stores alone from here on: of a frame that no split knows nobody would know the end
        }
        depth++;
        return begun.number;
    }

    /** A split ends: the one of that number, or the innermost where it is negative. */
    void exit(long number, Throwable error) {
        long tick = thread.tick();
        part.renew();
        if (tooDeep > 0) {
            tooDeep--;
            return;
        }
        int at = number < 0 ? mine() : find(number);
        if (at < 0) {
            unmatched(Mishaps.Kind.SPLITS_UNMATCHED);
            return;
        }
        while (depth > at + 1) {
            open[--depth].forget();
        }
        OpenPayload ended = open[at];
        Recording into = ended.recording;
        String text = ended.text;
        ended.probe.callers.end(ended.inside);
        if (ended.frame != 0) {
            thread.endSplit(ended.frame, tick, error);
        }
        depth = at; // behind what may find the stack full: else its frame would stay for ever
        while (depth > 0 && open[depth - 1].probe == null) {
            depth--;
        }
        ended.forget();
        if (into == null || !ended.payloads) {
            return;
        }
        if (Payloads.isCurrent(into)) {
            part.lost++; // as long as it is not added, which may find the stack full
            part.add(into, ended, tick, text, error != null);
            part.lost--;
        } else {
            payloads.mishaps.add(Mishaps.Kind.CUT);
        }
    }

    /** The call that began it is over, and the stack was full at its begin or its end. What began since may go on. Returns whether it was in progress. */
    boolean giveUp(long number) {
        int at = find(number);
        if (at < 0) {
            return false;
        }
        if (open[at].frame != 0) {
            giveUp(open[at]);
        }
        open[at].forget();
        return true;
    }

    /** Drops all. */
    void drop() {
        while (depth > 0) {
            OpenPayload left = open[depth - 1];
            if (left.frame != 0) {
                thread.endSplit(left.frame, thread.tick(), null);
            }
            depth--; // behind what may find the stack full
            left.forget();
        }
        tooDeep = 0;
    }

    /**
     * The position of the split to which an end belongs: the innermost, unless an outer end has closed it and the split around it is the
     * innermost call here.
     */
    private int mine() {
        int top = depth - 1;
        if (top > 0 && open[top].frame != 0 && thread.hasEnded(open[top].frame)) {
            long innermost = thread.call();
            for (int at = top - 1; at >= 0; at--) {
                if (open[at].frame != 0 && open[at].frame == innermost) {
                    return at;
                }
            }
        }
        return top;
    }

    /** Whether a split of the probe is open. A split that nobody will end is given up, as payloads are. */
    private boolean isSplit(BoundProbe of) {
        for (int at = depth - 1; at >= 0; at--) {
            OpenPayload outer = open[at];
            if (outer.probe == of.probe && outer.frame != 0) {
                if (!isLost(outer)) {
                    return true;
                }
                payloads.mishaps.add(Mishaps.Kind.SPLITS_LOST);
                giveUp(outer);
            }
        }
        return false;
    }

    /** It splits nothing from here on; calls that began inside it stay where they are. */
    private void giveUp(OpenPayload split) {
        thread.giveUpSplit(split.frame);
        split.frame = 0;
        split.recording = null;
    }

    /** Forgets splits that the end of the call around them has closed. Their own ends never came, or come late. */
    private void forgetClosed() {
        while (depth > 0 && isClosed(open[depth - 1])) {
            open[--depth].forget();
        }
    }

    private boolean isClosed(OpenPayload split) {
        return split.probe == null || split.frame != 0 && thread.hasEnded(split.frame);
    }
}
