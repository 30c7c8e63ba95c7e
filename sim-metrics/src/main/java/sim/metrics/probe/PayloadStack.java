package sim.metrics.probe;

import java.util.Arrays;
import sim.base.meter.Clock;
import sim.metrics.payload.BoundProbe;
import sim.metrics.payload.KnownProbe;
import sim.metrics.payload.Mishaps;
import sim.metrics.payload.PayloadTold;
import sim.metrics.payload.Payloads;
import sim.metrics.payload.Recording;
import sim.metrics.tree.Node;
import sim.model.payload.PayloadEvent;

/**
 * A thread's payloads and splits in progress. Made when the thread begins the first one that is recorded. Only its thread uses it, except
 * for {@link #isEmpty} and {@link #recorded}.
 *
 *
 * <p>A begin and an end are matched by their order alone. An end belongs to the innermost begin of the same metered call; if there is
 * none, to the innermost begin of all. Payloads above that one were never ended. They are given up and counted.
 */
final class PayloadStack extends OpenPayloads {
    private static final int FIRST = 8;
    /** The deepest nesting. A thread with more open payloads has forgotten to end some. */
    private static final int DEEPEST = 1_024;
    /** Heap bytes of one. */
    private static final int OPEN = 104;

    private final ThreadContext context;
    private final Payloads payloads;
    private final PayloadTold told = new PayloadTold();
    private OpenPayload[] open = {};
    private int depth;
    private OpenPayload[] splits = {};
    private int splitDepth;
    private int tooDeep;
    private int splitsTooDeep;
    private long begins;
    /** Payloads that found the stack full at their end, and are not counted yet. */
    private int lost;
    private int generation;
    /** The probe of a payload that was given up on a doubt and may still be ended; null for none. */
    private KnownProbe doubted;

    private PayloadStack(ThreadContext context, Payloads payloads) {
        this.context = context;
        this.payloads = payloads;
        this.generation = payloads.generation();
    }

    /** That of the calling thread, whose context it is. */
    static PayloadStack of(ThreadContext context) {
        if (context.payloads == null) {
            context.payloads = new PayloadStack(context, context.threads.payloads);
        }
        return (PayloadStack) context.payloads;
    }

    /** {@inheritDoc} Its answer to another thread may be a little old. */
    @Override
    boolean isEmpty() {
        return depth == 0 && splitDepth == 0 && tooDeep == 0 && splitsTooDeep == 0;
    }

    /** A payload begins. Returns its number; 0 where there is none of it here. */
    long enter(BoundProbe of, Object object, Enum<?> type) {
        renew();
        Recording recording = payloads.recordingOf(of);
        if (recording == null && depth == 0 && !payloads.isRecording()) {
            return 0;
        }
        int outer = recording == null ? -1 : outer(of, recording);
        boolean isTaken = outer < 0 && recording != null;
        boolean replaces = outer >= 0 && Payloads.isReentrant(of);
        // Before a slot is taken: this may call the application, which may begin and end payloads meanwhile.
        long id = object != null && (isTaken || replaces) ? objectOf(of, object) : 0;
        if (depth == open.length && !hasRoom()) {
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
            begun.tick = context.readings.source.tick();
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
        OwnWork work = new OwnWork(context);
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
        long tick = context.readings.source.tick();
        renew();
        if (tooDeep > 0) {
            tooDeep--;
            return;
        }
        int at = number < 0 ? mine(open, depth) : find(open, depth, number);
        if (at < 0) {
            unmatched(Mishaps.Kind.UNMATCHED);
            return;
        }
        giveUpFrom(at + 1);
        lost++; // as long as it is not added, which may find the stack full
        try {
            end(at, of, description, object, type, tick, error);
            lost--;
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
            add(into, ended, tick, text, error != null);
        }
    }

    /**
     * Counts an end without a begin. If a begin was given up on a doubt, this may be its end, so SIM now learns the method that ends it.
     */
    private void unmatched(Mishaps.Kind kind) {
        if (payloads.isRecording()) {
            payloads.mishaps.add(kind);
            if (doubted != null) {
                doubted.callers.learn();
                doubted = null;
            }
        }
    }

    /**
     * The call that began them is over, and the stack was full at its begin or its end. What began since may go on.
     *
     * @param payload number of the payload; 0 for none, negative where it could not begin
     * @param split the same of the split. Where both are 0 it is not known what it would have been
     */
    void giveUp(long payload, long split) {
        int at = find(open, depth, payload);
        int splitAt = find(splits, splitDepth, split);
        if (at >= 0) {
            open[at].forget();
        }
        if (splitAt >= 0) {
            if (splits[splitAt].frame != 0) {
                giveUpSplit(splits[splitAt]);
            }
            splits[splitAt].forget();
        }
        if (splitAt >= 0 || split < 0) {
            payloads.mishaps.add(Mishaps.Kind.SPLITS_LOST);
        }
        if (at >= 0 || payload < 0 || payload == 0 && split == 0) {
            payloads.mishaps.add(Mishaps.Kind.LOST);
        }
        while (depth > 0 && open[depth - 1].probe == null) {
            depth--;
        }
        while (splitDepth > 0 && splits[splitDepth - 1].probe == null) {
            splitDepth--;
        }
    }

    private static int find(OpenPayload[] all, int size, long number) {
        int at = size - 1;
        while (at >= 0 && all[at].number > number) {
            at--;
        }
        return at >= 0 && all[at].number == number && all[at].probe != null ? at : -1;
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

    private void add(Recording into, OpenPayload ended, long tick, String description, boolean error) {
        told.kind = PayloadEvent.Kind.PAYLOAD;
        told.recording = into;
        told.startTick = ended.tick;
        told.nanos = Math.max(0, Clock.between(ended.tick, tick));
        told.node = ended.node;
        told.object = ended.object;
        told.type = ended.type;
        told.context = ended.context;
        told.contextMicros = ended.context == contextId() ? contextMicros() : 0;
        told.thread = context.thread.getName();
        told.error = error;
        try {
            payloads.add(stripe(), told, description, ended.events);
        } finally {
            told.recording = null;
        }
    }

    /** Adds an event for a control object that was opened or closed, if single events are kept. */
    void object(BoundProbe of, PayloadEvent.Kind kind, long object, String name) {
        Recording into = payloads.recordingOf(of);
        if (into == null || object == 0) {
            return;
        }
        told.kind = kind;
        told.recording = into;
        told.startTick = context.readings.source.tick();
        told.nanos = 0;
        told.node = context.innermost().node.id;
        told.object = object;
        told.type = -1;
        told.context = contextId();
        told.contextMicros = contextMicros();
        told.thread = context.thread.getName();
        told.error = false;
        told.text = name;
        try {
            payloads.addEvent(stripe(), told);
        } finally {
            told.recording = null;
        }
    }

    /** A split begins. Returns its number; 0 where there is none of it here. */
    long enterSplit(BoundProbe of, String text) {
        renew();
        Recording recording = payloads.recordingOf(of);
        if (recording == null && splitDepth == 0 && !payloads.isRecording()) {
            return 0;
        }
        forgetClosedSplits();
        if (splitDepth == splits.length && !hasRoomForSplit()) {
            return 0;
        }
        boolean isSplit = recording != null && text != null && (Payloads.isReentrant(of) || !isSplit(of));
        OpenPayload begun = splits[splitDepth];
        stand(begun, of, isSplit ? recording : null);
        of.probe.callers.begin();
        if (isSplit) {
            Node node = payloads.splitOf(of, context.innermost().node, text);
            begun.text = text;
            begun.tick = context.readings.source.tick();
            begun.frame = context.beginSplit(node);
            // stores alone from here on: of a frame that no split knows nobody would know the end
            if (begun.frame != 0) {
                context.frames[context.depth].beginTick = begun.tick;
            }
        }
        splitDepth++;
        return begun.number;
    }

    /** A split ends: the one of that number, or the innermost where it is negative. */
    void exitSplit(long number, Throwable error) {
        long tick = context.readings.source.tick();
        renew();
        if (splitsTooDeep > 0) {
            splitsTooDeep--;
            return;
        }
        int at = number < 0 ? mySplit() : find(splits, splitDepth, number);
        if (at < 0) {
            unmatched(Mishaps.Kind.SPLITS_UNMATCHED);
            return;
        }
        while (splitDepth > at + 1) {
            splits[--splitDepth].forget();
        }
        OpenPayload ended = splits[at];
        Recording into = ended.recording;
        String text = ended.text;
        ended.probe.callers.end(ended.inside);
        if (ended.frame != 0) {
            context.endSplit(ended.frame, tick, error);
        }
        splitDepth = at; // behind what may find the stack full: else its frame would stay for ever
        while (splitDepth > 0 && splits[splitDepth - 1].probe == null) {
            splitDepth--;
        }
        ended.forget();
        if (into == null || !ended.payloads) {
            return;
        }
        if (Payloads.isCurrent(into)) {
            lost++; // as long as it is not added, which may find the stack full
            add(into, ended, tick, text, error != null);
            lost--;
        } else {
            payloads.mishaps.add(Mishaps.Kind.CUT);
        }
    }

    private void stand(OpenPayload begun, BoundProbe of, Recording recording) {
        Frame call = context.innermost();
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
        begun.callDepth = context.depth;
        begun.callSerial = context.depth == 0 ? 0 : call.serial;
        begun.node = call.node.id;
        begun.context = contextId();
    }

    private long contextMicros() {
        return context.scope == null ? 0 : context.scope.contextMicros();
    }

    private long contextId() {
        return context.scope == null ? 0 : context.scope.contextId();
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
            boolean goesOn = context.depth > outer.callDepth || outer.callDepth == 0 || isOpen(outer);
            if (goesOn && !isLost(outer)) {
                return at;
            }
            giveUpFrom(at);
        }
        return -1;
    }

    private boolean isLost(OpenPayload outer) {
        if (outer.probe.callers.hasLost(++outer.inside)) {
            doubted = outer.probe;
            return true;
        }
        return false;
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
        return begun.callDepth <= context.depth && context.frames[begun.callDepth].serial == begun.callSerial;
    }

    /** The position of the payload to which an end belongs: see the class comment. */
    private int mine(OpenPayload[] all, int size) {
        int top = size - 1;
        if (top < 0 || context.depth == 0) {
            return top;
        }
        long call = context.innermost().serial;
        for (int at = top; at >= 0 && all[at].callSerial >= call; at--) {
            if (all[at].callSerial == call && all[at].probe != null) {
                return at;
            }
        }
        return top;
    }

    /**
     * The position of the split to which an end belongs: the innermost, unless an outer end has closed it and the split around it is the
     * innermost call here.
     */
    private int mySplit() {
        int top = splitDepth - 1;
        if (top > 0 && splits[top].frame != 0 && context.hasEnded(splits[top].frame)) {
            long innermost = context.depth == 0 ? 0 : context.innermost().serial;
            for (int at = top - 1; at >= 0; at--) {
                if (splits[at].frame != 0 && splits[at].frame == innermost) {
                    return at;
                }
            }
        }
        return top;
    }

    /** Whether a split of the probe is open. A split that nobody will end is given up, as payloads are. */
    private boolean isSplit(BoundProbe of) {
        for (int at = splitDepth - 1; at >= 0; at--) {
            OpenPayload outer = splits[at];
            if (outer.probe == of.probe && outer.frame != 0) {
                if (!isLost(outer)) {
                    return true;
                }
                payloads.mishaps.add(Mishaps.Kind.SPLITS_LOST);
                giveUpSplit(outer);
            }
        }
        return false;
    }

    /** Gives a split up. It splits nothing from here on; calls that began inside it stay where they are. */
    private void giveUpSplit(OpenPayload split) {
        int at = context.find(split.frame);
        if (at > 0) {
            context.giveUp(at, NotCounted.ELSEWHERE);
        }
        split.frame = 0;
        split.recording = null;
    }

    /** Forgets splits that the end of the call around them has closed. Their own ends never came, or come late. */
    private void forgetClosedSplits() {
        while (splitDepth > 0 && isClosed(splits[splitDepth - 1])) {
            splits[--splitDepth].forget();
        }
    }

    private boolean isClosed(OpenPayload split) {
        return split.probe == null || split.frame != 0 && context.hasEnded(split.frame);
    }

    @Override
    int recorded() {
        return generation != payloads.generation()
                ? 0
                : recorded(open, depth, false) + recorded(splits, splitDepth, true);
    }

    private static int recorded(OpenPayload[] all, int size, boolean areSplits) {
        int recorded = 0;
        for (int at = Math.min(size, all.length) - 1; at >= 0; at--) {
            recorded += all[at].recording != null && (!areSplits || all[at].payloads) ? 1 : 0;
        }
        return recorded;
    }

    /** Drops what is left from before the last time when nothing recorded. It was counted then. */
    @Override
    void renew() {
        int now = payloads.generation();
        if (generation != now) {
            generation = now; // first: what ends a split may come here again
            while (depth > 0) {
                open[--depth].forget();
            }
            tooDeep = 0;
            while (splitDepth > 0) {
                OpenPayload left = splits[splitDepth - 1];
                if (left.frame != 0) {
                    context.endSplit(left.frame, context.readings.source.tick(), null);
                }
                splitDepth--; // behind what may find the stack full
                left.forget();
            }
            splitsTooDeep = 0;
        }
        if (lost != 0) {
            payloads.mishaps.add(Mishaps.Kind.LOST, lost);
            lost = 0;
        }
    }

    private boolean hasRoom() {
        OpenPayload[] larger = larger(open);
        if (larger == null) {
            tooDeep++;
            return false;
        }
        open = larger;
        return true;
    }

    private boolean hasRoomForSplit() {
        OpenPayload[] larger = larger(splits);
        if (larger == null) {
            splitsTooDeep++;
            return false;
        }
        splits = larger;
        return true;
    }

    private OpenPayload[] larger(OpenPayload[] than) {
        int length = Math.max(FIRST, 2 * than.length);
        if (length > DEEPEST || !context.takeMore((long) OPEN * (length - than.length))) {
            payloads.mishaps.add(Mishaps.Kind.TOO_DEEP);
            return null;
        }
        OpenPayload[] larger = Arrays.copyOf(than, length);
        for (int at = than.length; at < length; at++) {
            larger[at] = new OpenPayload();
        }
        return larger;
    }

    private int stripe() {
        return (int) context.thread.getId();
    }
}
