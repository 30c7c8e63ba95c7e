package sim.jfr;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;
import sim.base.failure.OwnThread;
import sim.base.thread.ThreadId;
import sim.context.Context;
import sim.model.jfr.EventNames;

/**
 * Writes what the flight recorder sees of a flow context into the context as values while the program runs: samples, allocation and waits, and what the
 * longest waits were for.
 * The collector ships them. They come from a stream of JFR's own, which is about a second late. An event counts in the innermost context
 * that was current on its thread when it ended. It is held until that stay has ended, within a bound, and is then added to the context. All
 * of this happens on a thread of its own, except for {@link #left}.
 */
final class LiveFigures {
    static final String SAMPLES = "jfr.samples";
    static final String ALLOCATED = "jfr.allocated.bytes";
    static final String ASLEEP = "jfr.asleep.ns";
    static final String PARKED = "jfr.parked.ns";
    static final String BLOCKED = "jfr.blocked.ns";
    static final String WAITING = "jfr.waiting.ns";
    /** Behind the figure of a wait without its unit: the class of the lock of the longest wait, and how long that was. */
    private static final String ON = ".on";
    private static final String LONGEST = ".longest.ns";

    /** Waits shorter than this are not recorded: they would cost more than they tell. */
    private static final Duration THRESHOLD = Duration.ofMillis(1);
    private static final Duration SAMPLE_PERIOD = Duration.ofMillis(20);
    /** The most events of a thread that are held. */
    private static final int HELD_LIMIT = 10_000;
    /** The most contexts that were left since the last flush. */
    private static final int LEFT_LIMIT = 50_000;
    private static final long REPOSITORY_BYTES = 50_000_000;

    /** The held events by thread, in the order in which they ended, which is the order of JFR's stream. */
    private final Map<Long, Deque<Happening>> held = new HashMap<>();
    /** Contexts that were left since the last flush, since the one before it, and since the one before that: their events arrive late. */
    private volatile Map<Long, Context> left = new ConcurrentHashMap<>();
    private Map<Long, Context> leftBefore = Map.of();
    private Map<Long, Context> leftLongBefore = Map.of();

    /** Begins to listen. The flight recorder takes about 100 ms to start; the program does not wait for it. */
    void start() {
        OwnThread.of(this::run, "sim-jfr-stream").start();
    }

    /** Tells that a flow context is no longer current on a thread. Any thread. */
    void left(Context context) {
        Map<Long, Context> into = left;
        if (into.size() < LEFT_LIMIT) {
            into.put(context.id(), context);
        } else {
            Counter.STREAM_DROPPED.add();
        }
    }

    private void run() {
        try (RecordingStream stream = new RecordingStream()) {
            stream.setMaxAge(Duration.ofMinutes(1));
            stream.setMaxSize(REPOSITORY_BYTES);
            stream.enable(EventNames.CONTEXT);
            stream.enable("jdk.ExecutionSample").withPeriod(SAMPLE_PERIOD).withoutStackTrace();
            stream.enable("jdk.ObjectAllocationSample").withoutStackTrace();
            stream.onEvent("jdk.ExecutionSample",
                    event -> hold(event, event.getThread("sampledThread"), SAMPLES, 1, null));
            stream.onEvent("jdk.ObjectAllocationSample",
                    event -> hold(event, event.getThread(), ALLOCATED, event.getLong("weight"), null));
            listen(stream, "jdk.ThreadSleep", ASLEEP, null);
            listen(stream, "jdk.ThreadPark", PARKED, "parkedClass");
            listen(stream, "jdk.JavaMonitorEnter", BLOCKED, "monitorClass");
            listen(stream, "jdk.JavaMonitorWait", WAITING, "monitorClass");
            stream.onEvent(EventNames.CONTEXT, this::ended);
            stream.onFlush(this::flushed);
            stream.onError(ScopeRecorder::failed);
            stream.start();
        } catch (Throwable failure) {
            ScopeRecorder.failed(failure);
        }
    }

    /** @param lock the field of what was waited for; null where that is nothing */
    private void listen(RecordingStream stream, String type, String figure, String lock) {
        stream.enable(type).withThreshold(THRESHOLD).withoutStackTrace();
        stream.onEvent(type, event -> hold(event, event.getThread(), figure, event.getDuration().toNanos(),
                lock == null ? null : event.getClass(lock)));
    }

    private void hold(RecordedEvent event, RecordedThread thread, String figure, long amount, RecordedClass lock) {
        if (thread != null && thread.getJavaThreadId() > 0) {
            Deque<Happening> ofThread = held.computeIfAbsent(thread.getJavaThreadId(), any -> new ArrayDeque<>());
            if (ofThread.size() >= HELD_LIMIT) {
                ofThread.remove();
                Counter.STREAM_DROPPED.add();
            }
            ofThread.add(new Happening(event.getEndTime(), figure, amount, lock == null ? null : lock.getName()));
        }
    }

    /** Ends a stay. The events of its thread that are held since its begin are its own, because the inner stays have ended before. */
    private void ended(RecordedEvent event) {
        Deque<Happening> ofThread = event.hasField("context") && event.getThread() != null
                ? held.get(event.getThread().getJavaThreadId())
                : null;
        if (ofThread == null || event.getString("id") == null) {
            return;
        }
        Context context = find(Long.parseUnsignedLong(event.getString("id"), 16));
        Instant from = event.getStartTime();
        Map<String, Happening> longest = new HashMap<>();
        while (!ofThread.isEmpty() && !ofThread.getLast().end.isBefore(from)) {
            Happening happening = ofThread.removeLast();
            if (context == null) {
                Counter.STREAM_DROPPED.add();
            } else {
                context.add(happening.figure, happening.amount);
                if (happening.lock != null) {
                    longest.merge(happening.figure, happening,
                            (one, other) -> one.amount >= other.amount ? one : other);
                }
            }
        }
        longest.values().forEach(happening -> name(context, happening));
    }

    /** Says what the longest wait of a context was for, unless one of an earlier stay was longer. */
    private static void name(Context context, Happening happening) {
        String what = happening.figure.substring(0, happening.figure.lastIndexOf('.'));
        Object before = context.get(what + LONGEST);
        if (!(before instanceof Long longest) || longest < happening.amount) {
            context.put(what + ON, happening.lock);
            context.put(what + LONGEST, happening.amount);
        }
    }

    private Context find(long id) {
        Context context = left.get(id);
        if (context == null) {
            context = leftBefore.get(id);
        }
        return context != null ? context : leftLongBefore.get(id);
    }

    /** Forgets the events of threads that were in no context. */
    private void flushed() {
        leftLongBefore = leftBefore;
        leftBefore = left;
        left = new ConcurrentHashMap<>();
        Set<Long> inside = new HashSet<>();
        Current.forEach(scope -> {
            if (isInFlowContext(scope)) {
                inside.add(ThreadId.of(scope.thread));
            }
        });
        held.entrySet().removeIf(each -> !inside.contains(each.getKey()) && forgetOld(each.getValue()));
    }

    private static boolean isInFlowContext(RecordingScope innermost) {
        for (RecordingScope scope = innermost; scope != null; scope = scope.outer) {
            if (scope instanceof FlowScope) {
                return true;
            }
        }
        return false;
    }

    /**
     * Forgets the events that the flush before this one found too. A stay that ended just now may come with the next flush, so newer ones
     * stay.
     */
    private static boolean forgetOld(Deque<Happening> happenings) {
        happenings.removeIf(happening -> happening.old);
        happenings.forEach(happening -> happening.old = true);
        return happenings.isEmpty();
    }

    /** An event that took time or memory, or a sample. */
    private static final class Happening {
        final Instant end;
        final String figure;
        final long amount;
        /** The class of what was waited for, or null. */
        final String lock;
        boolean old;

        Happening(Instant end, String figure, long amount, String lock) {
            this.end = end;
            this.figure = figure;
            this.amount = amount;
            this.lock = lock;
        }
    }
}
