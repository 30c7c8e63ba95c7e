package sim.jfr.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says which context an event of one chunk is in. Holds that chunk's scopes, those that reach into it and the last ones of
 * the chunk before, and reads a scope's entries when an event first asks for them. One thread.
 */
final class Joiner {
    /** A sample may be written a little after the scope it was taken in. */
    private static final long LATE_NANOS = 20_000_000;
    /** Contexts whose entries are kept decoded. */
    private static final int DECODED = 20_000;

    private final Survey survey;
    private final Input input;
    private final Bound bound;
    private Map<Long, Timeline> timelines = new HashMap<>();
    private Map<Long, List<Interval>> late = new HashMap<>();
    private Fields fields;
    /** A buffer's worth of events has one thread. */
    private long lastThread;
    private Timeline lastTimeline;
    private final Deque<Interval> decoded = new ArrayDeque<>();

    Joiner(Survey survey, Input input, Bound bound) {
        this.survey = survey;
        this.input = input;
        this.bound = bound;
    }

    /** Goes to a chunk; they are gone through in order. */
    void load(int number) {
        Chunk chunk = survey.chunks.get(number);
        Map<Long, Long> texts = new HashMap<>();
        timelines = new HashMap<>();
        lastThread = 0;
        lastTimeline = null;
        decoded.clear();
        late.forEach((thread, intervals) -> intervals.forEach(timeline(thread)::add));
        late = new HashMap<>();
        long lateFrom = number + 1 < survey.chunks.size()
                ? survey.chunks.get(number + 1).startTicks() - chunk.ticks(LATE_NANOS)
                : Long.MAX_VALUE;
        Walker walker = new Walker(input, chunk, survey.metadata.get(number), texts);
        fields = new Fields(input, chunk, survey.metadata.get(number), texts);
        long held = 0;
        while (walker.next()) {
            if (walker.type().contextual && walker.startTicks() >= chunk.startTicks() && walker.durationTicks() > 0) {
                bound.hold(held++);
                Interval interval = new Interval(walker.startTicks(), walker.endTicks(), walker.position(), true);
                timeline(walker.thread()).add(interval);
                if (survey.hasUnended(walker.thread(), number)) {
                    survey.ended(walker.thread(), fields.read(walker.position()).number("scope"));
                }
                if (walker.endTicks() >= lateFrom) {
                    late.computeIfAbsent(walker.thread(), any -> new ArrayList<>()).add(interval);
                }
            }
        }
        survey.reachingInto(number, timelines);
        // Read while their chunk is at hand.
        late.values().forEach(intervals -> intervals.replaceAll(this::kept));
    }

    /** The innermost scope a thread was in at a tick, or null. */
    Interval at(long thread, long tick) {
        if (thread != lastThread || thread == 0) {
            lastThread = thread;
            lastTimeline = thread == 0 ? null : timelines.get(thread);
        }
        return lastTimeline == null ? null : lastTimeline.at(tick);
    }

    /** The entries that hold in a scope, an inner one's winning; none for null. */
    Map<String, Object> context(Interval scope) {
        if (scope == null) {
            return Map.of();
        }
        if (scope.context == null) {
            decode(scope);
            Map<String, Object> outside = scope.whole ? Map.of() : context(scope.outer);
            if (outside.isEmpty()) {
                scope.context = Collections.unmodifiableMap(scope.own);
            } else {
                Map<String, Object> all = new LinkedHashMap<>(outside);
                all.putAll(scope.own);
                scope.context = Collections.unmodifiableMap(all);
            }
            decoded.add(scope);
            if (decoded.size() > DECODED) {
                Interval eldest = decoded.remove();
                eldest.context = null;
                if (eldest.local) {
                    eldest.own = null;
                }
            }
        }
        return scope.context;
    }

    private Timeline timeline(long thread) {
        return timelines.computeIfAbsent(thread, any -> new Timeline());
    }

    /** A copy for the next chunk. */
    private Interval kept(Interval scope) {
        decode(scope);
        Interval copy = new Interval(scope.from, scope.to, scope.position, false);
        copy.own = scope.own;
        copy.whole = scope.whole;
        return copy;
    }

    private void decode(Interval scope) {
        if (scope.own == null) {
            Fields.Values values = fields.read(scope.position);
            scope.own = Survey.entriesOf(values);
            scope.whole = values.is("whole");
        }
    }
}
