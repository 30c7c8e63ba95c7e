package sim.payload.runtime;

import sim.metrics.feature.FeatureHost;
import sim.metrics.feature.MeteredThread;
import sim.metrics.feature.Pause;
import sim.payload.recording.BoundProbe;
import sim.payload.recording.Mishaps;
import sim.payload.recording.Payloads;
import sim.payload.recording.Recording;

/**
 * A thread's payloads in progress.
 *
 * <p>A begin and an end are matched by their order alone. An end belongs to the innermost begin of the same metered call; if there is
 * none, to the innermost begin of all. Payloads above that one were never ended. They are given up and counted.
 */
final class PayloadStack extends OpenStack {
    private final FeatureHost host;

    PayloadStack(PayloadPart part, MeteredThread thread, Payloads payloads, FeatureHost host) {
        super(part, thread, payloads);
        this.host = host;
    }

    @Override
    boolean isRecorded(OpenPayload begun) {
        return begun.recording != null;
    }

    /** A payload begins. Returns its number; 0 where there is none of it here. */
    long enter(BoundProbe of, Object object, Enum<?> type) {
        part.renew();
        Recording recording = payloads.recordingOf(of);
        if (recording == null && depth == 0 && !payloads.isRecording()) {
            return 0;
        }
        int outer = recording == null ? -1 : outer(of, recording);
        boolean isTaken = outer < 0 && recording != null;
        boolean replaces = outer >= 0 && Payloads.isReentrant(of);
        // Before a slot is taken: this may call the application, which may begin and end payloads meanwhile.
        long id = object != null && (isTaken || replaces) ? objectOf(of, object) : 0;
        if (!hasRoom()) {
            return 0;
        }
        OpenPayload begun = open[depth];
        stand(begun, of, isTaken ? recording : null);
        begun.replaces = replaces ? outer : -1;
        begun.by = Payloads.isReentrant(of) ? of : null;
        if (isTaken || replaces) {
            begun.object = id;
            begun.objectHash = id == 0 ? 0 : System.identityHashCode(object);
            begun.unmet = id == 0 ? object : null;
            begun.type = payloads.typeOf(of, type);
        }
        of.probe.callers.begin();
        if (isTaken) {
            begun.tick = thread.tick();
        }
        depth++;
        return begun.number;
    }

    /** The number of a control object; 0 for one that an inner payload may still replace. */
    private long objectOf(BoundProbe of, Object object) {
        long known = payloads.knownObject(of, object);
        return known != 0 || Payloads.isReentrant(of) ? known : meet(of, object);
    }

    /** Meets a control object. SIM asks the application for its name; meanwhile nothing is metered and no payload begins. */
    private long meet(BoundProbe of, Object object) {
        Pause work = host.pause(thread);
        try {
            return payloads.meetObject(of, object);
        } finally {
            work.end();
        }
    }

    /**
     * A payload ends. An object and a type that are given now are its own: of the probe given, or of a reentrant one.
     *
     * @param number its number; negative for the innermost payload
     */
    void exit(long number, BoundProbe of, String description, Object object, Enum<?> type, Throwable error) {
        long tick = thread.tick();
        part.renew();
        if (tooDeep > 0) {
            tooDeep--;
            return;
        }
        int at = number < 0 ? mine() : find(number);
        if (at < 0) {
            unmatched(Mishaps.Kind.UNMATCHED);
            return;
        }
        giveUpFrom(at + 1);
        part.lost++; // as long as it is not added, which may find the stack full
        try {
            end(at, of, description, object, type, tick, error);
            part.lost--;
        } finally {
            depth = at; // stores alone
            while (depth > 0 && open[depth - 1].probe == null) {
                depth--;
            }
        }
        open[at].forget();
    }

    private void end(int at, BoundProbe of, String description, Object object, Enum<?> type, long tick,
            Throwable error) {
        OpenPayload ended = open[at];
        Recording into = ended.recording;
        String text = ended.text == null ? description : ended.text;
        BoundProbe by = of == null ? ended.by : of;
        Object own = object != null ? object : ended.object == 0 ? ended.unmet : null;
        ended.probe.callers.end(ended.inside);
        boolean replaces = ended.replaces >= 0 && ended.replaces < at;
        if (into == null && !replaces || text == null) {
            return;
        }
        if (into != null && !Payloads.isCurrent(into)) {
            payloads.mishaps.add(Mishaps.Kind.CUT);
            return;
        }
        if (by != null && own != null) {
            long known = payloads.knownObject(by, own);
            boolean closedInside = known == 0 && ended.object != 0
                    && ended.objectHash == System.identityHashCode(own);
            ended.object = known != 0 ? known : closedInside ? ended.object : meet(by, own);
        }
        if (by != null && type != null) {
            ended.type = payloads.typeOf(by, type);
        }
        if (replaces) {
            replace(open[ended.replaces], ended, text);
        }
        if (into != null) {
            part.add(into, ended, tick, text, error != null);
        }
    }

    /** The call that began it is over, and the stack was full at its begin or its end. What began since may go on. Returns whether it was in progress. */
    boolean giveUp(long number) {
        int at = find(number);
        if (at >= 0) {
            open[at].forget();
        }
        return at >= 0;
    }

    /** Drops all. */
    void drop() {
        while (depth > 0) {
            open[--depth].forget();
        }
        tooDeep = 0;
    }

    /** Those from a place on were never ended. */
    private void giveUpFrom(int at) {
        while (depth > at) {
            if (open[depth - 1].probe != null) {
                payloads.mishaps.add(Mishaps.Kind.LOST);
            }
            open[--depth].forget();
        }
    }

    /** Gives the outer payload the description, object and type of the inner one. Its time stays. */
    private static void replace(OpenPayload outer, OpenPayload inner, String text) {
        outer.text = text;
        if (inner.object != 0) {
            outer.object = inner.object;
            outer.objectHash = inner.objectHash;
        }
        outer.type = inner.type < 0 ? outer.type : inner.type;
    }

    /**
     * The position of the open payload around one of the same probe and recording that begins now; -1 if there is none. An open payload
     * that nobody will end is given up. SIM knows this in two ways: its metered call is over, and was at least as deep as the present
     * one; or many payloads began inside it, and no method on the stack can have begun it.
     */
    private int outer(BoundProbe of, Recording recording) {
        for (int at = depth - 1; at >= 0; at--) {
            OpenPayload outer = open[at];
            if (outer.probe != of.probe || taken(outer) != recording) {
                continue;
            }
            boolean goesOn = thread.depth() > outer.callDepth || outer.callDepth == 0 || isOpen(outer);
            if (goesOn && !isLost(outer)) {
                return at;
            }
            giveUpFrom(at);
        }
        return -1;
    }

    /** The recording that takes a payload, or takes the payload that this one replaces; null for none. */
    private Recording taken(OpenPayload begun) {
        OpenPayload at = begun;
        while (at.recording == null && at.replaces >= 0) {
            at = open[at.replaces];
        }
        return at.recording;
    }

    /** Whether the metered call in which a payload began is still open. */
    private boolean isOpen(OpenPayload begun) {
        return thread.isOpen(begun.callDepth, begun.callSerial);
    }

    /** The position of the payload to which an end belongs: see the class comment. */
    private int mine() {
        int top = depth - 1;
        if (top < 0 || thread.depth() == 0) {
            return top;
        }
        long call = thread.call();
        for (int at = top; at >= 0 && open[at].callSerial >= call; at--) {
            if (open[at].callSerial == call && open[at].probe != null) {
                return at;
            }
        }
        return top;
    }
}
