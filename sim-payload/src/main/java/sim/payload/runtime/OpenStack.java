package sim.payload.runtime;

import java.util.Arrays;
import sim.metrics.feature.MeteredThread;
import sim.payload.recording.BoundProbe;
import sim.payload.recording.KnownProbe;
import sim.payload.recording.Mishaps;
import sim.payload.recording.Payloads;
import sim.payload.recording.Recording;

/** Payloads, or splits, in progress on a thread, the innermost last. Only its thread uses it, unless a method says otherwise. */
abstract class OpenStack {
    private static final int FIRST = 8;
    /** The deepest nesting. A thread with more open payloads has forgotten to end some. */
    private static final int DEEPEST = 1_024;
    /** Heap bytes of one. */
    private static final int OPEN = 104;

    final PayloadPart part;
    final MeteredThread thread;
    final Payloads payloads;
    OpenPayload[] open = {};
    int depth;
    /** Those that have begun past {@link #DEEPEST}, or past the memory for calls. */
    int tooDeep;
    private long begins;
    /** The probe of one that was given up on a doubt and may still be ended; null for none. */
    private KnownProbe doubted;

    OpenStack(PayloadPart part, MeteredThread thread, Payloads payloads) {
        this.part = part;
        this.thread = thread;
        this.payloads = payloads;
    }

    /** Whether nothing is in progress. Any thread may ask. The answer may then be a little old. */
    final boolean isEmpty() {
        return depth == 0 && tooDeep == 0;
    }

    /** How many are recorded as payloads. For other threads: after nothing records any more, or after the thread has ended. */
    final int recorded() {
        OpenPayload[] all = open;
        int recorded = 0;
        for (int at = Math.min(depth, all.length) - 1; at >= 0; at--) {
            recorded += isRecorded(all[at]) ? 1 : 0;
        }
        return recorded;
    }

    abstract boolean isRecorded(OpenPayload begun);

    /** The position of the one with that number; -1 if it is not in progress. */
    final int find(long number) {
        int at = depth - 1;
        while (at >= 0 && open[at].number > number) {
            at--;
        }
        return at >= 0 && open[at].number == number && open[at].probe != null ? at : -1;
    }

    /** Fills a slot for one that begins now. */
    final void stand(OpenPayload begun, BoundProbe of, Recording recording) {
        begun.probe = of.probe;
        begun.number = ++begins;
        begun.events = Payloads.isEvents(of);
        begun.payloads = Payloads.isPayloads(of);
        begun.recording = recording;
        begun.type = -1;
        begun.object = 0;
        begun.inside = 0;
        begun.frame = 0;
        begun.text = null;
        begun.callDepth = thread.depth();
        begun.callSerial = thread.call();
        begun.node = thread.place().id();
        begun.context = thread.contextId();
    }

    /** Forgets those at the top that were given up while others inside went on. */
    final void settle() {
        while (depth > 0 && open[depth - 1].probe == null) {
            depth--;
        }
    }

    /** Whether nobody will end it, although one more of its probe begins inside: no method on the stack can have begun it. */
    final boolean isLost(OpenPayload outer) {
        if (outer.probe.callers.hasLost(++outer.inside)) {
            doubted = outer.probe;
            return true;
        }
        return false;
    }

    /**
     * Counts an end without a begin. If a begin was given up on a doubt, this may be its end, so SIM now learns the method that ends it.
     */
    final void unmatched(Mishaps.Kind kind) {
        if (payloads.isRecording()) {
            payloads.mishaps.add(kind);
            if (doubted != null) {
                doubted.callers.learn();
                doubted = null;
            }
        }
    }

    /** Makes room for one more; false if it would be too deep, or memory is short. */
    final boolean hasRoom() {
        if (depth < open.length) {
            return true;
        }
        int length = Math.max(FIRST, 2 * open.length);
        if (length > DEEPEST || !thread.take((long) OPEN * (length - open.length))) {
            payloads.mishaps.add(Mishaps.Kind.TOO_DEEP);
            tooDeep++;
            return false;
        }
        OpenPayload[] larger = Arrays.copyOf(open, length);
        for (int at = open.length; at < length; at++) {
            larger[at] = new OpenPayload();
        }
        open = larger;
        return true;
    }
}
