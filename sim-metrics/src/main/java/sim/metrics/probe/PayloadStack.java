package sim.metrics.probe;

import java.util.Arrays;
import sim.metrics.meter.Clock;
import sim.metrics.payload.BoundProbe;
import sim.metrics.payload.Mishaps.Kind;
import sim.metrics.payload.PayloadTold;
import sim.metrics.payload.Payloads;
import sim.metrics.payload.Recording;
import sim.metrics.snapshot.payload.PayloadEvent;
import sim.metrics.tree.Node;

/**
 * A thread's payloads and splits in progress. Made at the first one that is recorded; touched by its thread alone, but for
 * {@link #isEmpty}. What it holds of the application is the number of a control object.
 *
 * <p>Begins and ends know nothing of each other but their order. An end belongs to the innermost begin of the same metered call,
 * else to the innermost begin there is; what stands above it then was never ended, is given up and counted.
 */
final class PayloadStack {
    private static final int FIRST = 8;
    /** So many are never nested: they were never ended. */
    private static final int DEEPEST = 1_024;
    /** Heap bytes of one. */
    private static final int OPEN = 96;

    /** A payload or a split in progress; used again. */
    private static final class Open {
        BoundProbe of;
        /** Null where it is not recorded: its probe is off, or it is inside another one. */
        Recording recording;
        long tick;
        /** The metered call it began in. */
        int callDepth;
        long callSerial;
        int node;
        int type;
        long object;
        long context;
        /** Where the one is that this one replaces when it ends, -1 for none. */
        int replaces;
        /** Of a split: its frame, 0 where it splits nothing. */
        long frame;
        /** Of a split: what it splits by. Of a payload: what one inside it was, null for none. */
        String text;
    }

    private final ThreadContext context;
    private final Payloads payloads;
    private final PayloadTold told = new PayloadTold();
    private Open[] open = {};
    private int depth;
    private Open[] splits = {};
    private int splitDepth;
    private int tooDeep;
    private int splitsTooDeep;
    private int generation;

    PayloadStack(ThreadContext context, Payloads payloads) {
        this.context = context;
        this.payloads = payloads;
        this.generation = payloads.generation();
    }

    /** Whether nothing is in progress. The collector's thread may ask as well; it then sees what was a moment ago. */
    boolean isEmpty() {
        return depth == 0 && splitDepth == 0 && tooDeep == 0 && splitsTooDeep == 0;
    }

    /** A payload begins. */
    void enter(BoundProbe of, Object object, Enum<?> type) {
        renew();
        Recording recording = payloads.recordingOf(of);
        if (recording == null && depth == 0 && !payloads.isRecording()) {
            return;
        }
        int outer = recording == null ? -1 : outer(of, recording);
        if (depth == open.length && !hasRoom()) {
            return;
        }
        Open begun = open[depth];
        stand(begun, of, outer >= 0 ? null : recording);
        begun.text = null;
        begun.replaces = outer >= 0 && Payloads.isReentrant(of) ? outer : -1;
        if (outer < 0 && recording != null || begun.replaces >= 0) {
            begun.object = payloads.objectOf(of, object);
            begun.type = payloads.typeOf(of, type);
        }
        if (outer < 0 && recording != null) {
            begun.tick = context.readings.tick();
        }
        depth++;
    }

    /** The innermost payload ends. An object and a type that are given now are its own. */
    void exit(String description, Object object, Enum<?> type, Throwable error) {
        long tick = context.readings.tick();
        renew();
        if (tooDeep > 0) {
            tooDeep--;
            return;
        }
        int at = mine(open, depth);
        if (at < 0) {
            if (payloads.isRecording()) {
                payloads.mishaps.add(Kind.UNMATCHED);
            }
            return;
        }
        for (int above = depth - 1; above > at; above--) {
            payloads.mishaps.add(Kind.LOST);
            forget(open[above]);
        }
        Open ended = open[at];
        depth = at;
        Recording into = ended.recording;
        BoundProbe of = ended.of;
        String text = ended.text == null ? description : ended.text;
        forget(ended);
        if (ended.replaces >= 0 && ended.replaces < depth && text != null) {
            replace(open[ended.replaces], ended, text);
        }
        if (into == null || text == null) {
            return;
        }
        if (!Payloads.isCurrent(into)) {
            payloads.mishaps.add(Kind.CUT);
            return;
        }
        ended.object = object == null ? ended.object : payloads.objectOf(of, object);
        ended.type = type == null ? ended.type : payloads.typeOf(of, type);
        add(into, of, ended, tick, text, error != null);
    }

    /** What an inner payload was is what the outer one is; its time stays. */
    private static void replace(Open outer, Open inner, String text) {
        outer.text = text;
        outer.object = inner.object == 0 ? outer.object : inner.object;
        outer.type = inner.type < 0 ? outer.type : inner.type;
    }

    private void add(Recording into, BoundProbe of, Open ended, long tick, String description, boolean error) {
        told.kind = PayloadEvent.Kind.PAYLOAD;
        told.recording = into;
        told.startTick = ended.tick;
        told.nanos = Math.max(0, Clock.nanos(tick - ended.tick));
        told.node = ended.node;
        told.object = ended.object;
        told.type = ended.type;
        told.context = ended.context;
        told.thread = context.thread.getName();
        told.error = error;
        try {
            payloads.add(stripe(), told, description, Payloads.isEvents(of));
        } finally {
            told.recording = null;
        }
    }

    /** A control object was opened or closed: an event, where single ones are kept. */
    void object(BoundProbe of, PayloadEvent.Kind kind, long object, String name) {
        Recording into = payloads.recordingOf(of);
        if (into == null || object == 0) {
            return;
        }
        told.kind = kind;
        told.recording = into;
        told.startTick = context.readings.tick();
        told.nanos = 0;
        told.node = context.innermost().node.id;
        told.object = object;
        told.type = -1;
        told.context = contextId();
        told.thread = context.thread.getName();
        told.error = false;
        told.text = name;
        try {
            payloads.addEvent(stripe(), told);
        } finally {
            told.recording = null;
        }
    }

    /** A split begins. */
    void enterSplit(BoundProbe of, String text) {
        renew();
        Recording recording = payloads.recordingOf(of);
        if (recording == null && splitDepth == 0 && !payloads.isRecording()) {
            return;
        }
        forgetClosedSplits();
        if (splitDepth == splits.length && !hasRoomForSplit()) {
            return;
        }
        boolean isSplit = recording != null && text != null && (Payloads.isReentrant(of) || !isSplit(of));
        Open begun = splits[splitDepth];
        stand(begun, of, isSplit ? recording : null);
        begun.frame = 0;
        if (isSplit) {
            Node node = payloads.splitOf(of, context.innermost().node, text);
            begun.text = text;
            begun.type = -1;
            begun.object = 0;
            begun.frame = context.beginSplit(node);
            begun.tick = context.readings.tick();
            if (begun.frame != 0) {
                context.innermost().beginTick = begun.tick;
            }
        }
        splitDepth++;
    }

    /** The innermost split ends. */
    void exitSplit(Throwable error) {
        long tick = context.readings.tick();
        renew();
        if (splitsTooDeep > 0) {
            splitsTooDeep--;
            return;
        }
        int at = mySplit();
        if (at < 0) {
            if (payloads.isRecording()) {
                payloads.mishaps.add(Kind.SPLITS_UNMATCHED);
            }
            return;
        }
        while (splitDepth > at + 1) {
            forget(splits[--splitDepth]);
        }
        splitDepth = at;
        Open ended = splits[at];
        Recording into = ended.recording;
        BoundProbe of = ended.of;
        String text = ended.text;
        forget(ended);
        if (ended.frame != 0) {
            context.endSplit(ended.frame, tick, error);
        }
        if (into == null || !Payloads.isPayloads(of)) {
            return;
        }
        if (Payloads.isCurrent(into)) {
            add(into, of, ended, tick, text, error != null);
        } else {
            payloads.mishaps.add(Kind.CUT);
        }
    }

    private void stand(Open begun, BoundProbe of, Recording recording) {
        Frame call = context.innermost();
        begun.of = of;
        begun.recording = recording;
        begun.callDepth = context.depth;
        begun.callSerial = context.depth == 0 ? 0 : call.serial;
        begun.node = call.node.id;
        begun.context = contextId();
    }

    private long contextId() {
        return context.scope == null ? 0 : context.scope.contextId();
    }

    /**
     * Where the payload is that one of the same probe, which begins now, is inside of; -1 where there is none that this recording takes. One whose call is over, and
     * that stood as deep as this one does or deeper, was never ended: it is given up.
     */
    private int outer(BoundProbe of, Recording recording) {
        for (int at = depth - 1; at >= 0; at--) {
            Open outer = open[at];
            if (outer.of.probe != of.probe || taken(outer) != recording) {
                continue;
            }
            if (context.depth > outer.callDepth || outer.callDepth == 0 || isOpen(outer)) {
                return at;
            }
            while (depth > at) {
                payloads.mishaps.add(Kind.LOST);
                forget(open[--depth]);
            }
        }
        return -1;
    }

    /** The recording that takes a payload, or the one that it is to replace; null for none. */
    private Recording taken(Open begun) {
        Open at = begun;
        while (at.recording == null && at.replaces >= 0) {
            at = open[at.replaces];
        }
        return at.recording;
    }

    /** Whether the metered call it began in goes on. */
    private boolean isOpen(Open begun) {
        return begun.callDepth <= context.depth && context.frames[begun.callDepth].serial == begun.callSerial;
    }

    /** Which one an end belongs to: see the class. */
    private int mine(Open[] all, int size) {
        int top = size - 1;
        if (top < 0 || context.depth == 0) {
            return top;
        }
        long call = context.innermost().serial;
        for (int at = top; at >= 0 && all[at].callSerial >= call; at--) {
            if (all[at].callSerial == call) {
                return at;
            }
        }
        return top;
    }

    /** Which split an end belongs to: the innermost, unless that was closed from outside and the one around it is to end here. */
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

    private static void forget(Open left) {
        left.of = null;
        left.recording = null;
        left.text = null;
    }

    private boolean isSplit(BoundProbe of) {
        for (int at = splitDepth - 1; at >= 0; at--) {
            if (splits[at].of.probe == of.probe && splits[at].frame != 0) {
                return true;
            }
        }
        return false;
    }

    /** The end of the call around a split has closed it; its own end never came, or comes late. */
    private void forgetClosedSplits() {
        while (splitDepth > 0 && splits[splitDepth - 1].frame != 0 && context.hasEnded(splits[splitDepth - 1].frame)) {
            splitDepth--;
            forget(splits[splitDepth]);
        }
    }

    /** All that is left of a time in which nothing recorded is void. */
    private void renew() {
        int now = payloads.generation();
        if (generation != now) {
            generation = now;
            for (int at = 0; at < depth; at++) {
                payloads.mishaps.add(Kind.LOST);
                forget(open[at]);
            }
            depth = 0;
            tooDeep = 0;
            while (splitDepth > 0) {
                Open left = splits[--splitDepth];
                if (left.frame != 0) {
                    context.endSplit(left.frame, context.readings.tick(), null);
                }
                forget(left);
            }
            splitsTooDeep = 0;
        }
    }

    private boolean hasRoom() {
        Open[] larger = larger(open);
        if (larger == null) {
            tooDeep++;
            return false;
        }
        open = larger;
        return true;
    }

    private boolean hasRoomForSplit() {
        Open[] larger = larger(splits);
        if (larger == null) {
            splitsTooDeep++;
            return false;
        }
        splits = larger;
        return true;
    }

    private Open[] larger(Open[] than) {
        int length = Math.max(FIRST, 2 * than.length);
        if (length > DEEPEST || !context.room.takeForCalls((long) OPEN * (length - than.length))) {
            payloads.mishaps.add(Kind.TOO_DEEP);
            return null;
        }
        context.tokenBytes += (long) OPEN * (length - than.length);
        Open[] larger = Arrays.copyOf(than, length);
        for (int at = than.length; at < length; at++) {
            larger[at] = new Open();
        }
        return larger;
    }

    private int stripe() {
        return (int) context.thread.getId();
    }
}
