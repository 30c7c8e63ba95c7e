package sim.jfr.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
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
    /** Scopes whose contexts are kept decoded. */
    private static final int DECODED = 10_000;

    private final Survey survey;
    private final Input input;
    private final Bound bound;
    private Scopes scopes = new Scopes(0);
    /** Those of the present chunk's scopes that have no event in it: position -1 is the first, -2 the second. */
    private List<Reaching> elsewhere = List.of();
    private List<Reaching> late = List.of();
    private Fields fields;
    /** All entries that hold in a scope, by its row. */
    private Map<Integer, Map<String, Object>> decoded = Map.of();
    private int lastRow = Scopes.NONE;
    private Map<String, Object> lastContext;

    /** What a scope's event says. */
    private record Own(int row, Map<String, Object> entries, boolean whole) {}

    Joiner(Survey survey, Input input, Bound bound) {
        this.survey = survey;
        this.input = input;
        this.bound = bound;
    }

    /** Goes to a chunk; they are gone through in order. */
    void load(int number) {
        forget();
        Chunk chunk = survey.chunks.get(number);
        elsewhere = new ArrayList<>(late);
        late = new ArrayList<>();
        long lateFrom = number + 1 < survey.chunks.size()
                ? survey.chunks.get(number + 1).startTicks() - chunk.ticks(LATE_NANOS)
                : Long.MAX_VALUE;
        scopes = new Scopes(bound.hold(
                elsewhere.size() + survey.scopes.get(number) + survey.reachingInto(number).size()));
        Numbers texts = new Numbers();
        Walker walker = new Walker(input, chunk, survey.metadata.get(number), texts);
        fields = new Fields(input, chunk, survey.metadata.get(number), texts);
        while (walker.next()) {
            if (Survey.isWithin(chunk, walker)) {
                if (walker.endTicks() >= lateFrom) {
                    late.add(new Reaching(walker.thread(), walker.startTicks(), walker.endTicks(), walker.position(),
                            null, false, number));
                }
                scopes.add(walker.thread(), walker.startTicks(), walker.endTicks(), walker.position());
                if (survey.hasUnended(walker.thread(), number)) {
                    survey.ended(walker.thread(), fields.read(walker.position()).number("scope"));
                }
            }
        }
        // Read while their chunk is at hand.
        late.replaceAll(each -> {
            Fields.Values values = fields.read(each.position());
            return each.with(Survey.entriesOf(values), values.is("whole"));
        });
        elsewhere.addAll(survey.reachingInto(number));
        for (int i = 0; i < elsewhere.size(); i++) {
            Reaching each = elsewhere.get(i);
            scopes.add(each.thread(), each.from(), each.to(), -1 - i);
        }
        scopes.settle();
    }

    /** The row of the innermost scope a thread was in at a tick, or {@link Scopes#NONE}. */
    int at(long thread, long tick) {
        return thread == 0 ? Scopes.NONE : scopes.at(thread, tick);
    }

    /** The scope around one, or {@link Scopes#NONE}. */
    int outer(int row) {
        return scopes.outer(row);
    }

    /** Where a scope's event is in the file; -1 for none. */
    long position(int row) {
        long position = scopes.position(row);
        return position >= 0 ? position : elsewhere(position).position();
    }

    /** The entries that hold in a scope, an inner one's winning; the same object as long as the scope stays the same. */
    Map<String, Object> context(int row) {
        if (row == Scopes.NONE) {
            return Map.of();
        }
        if (row != lastRow) {
            lastContext = contextOf(row);
            lastRow = row;
        }
        return lastContext;
    }

    private Map<String, Object> contextOf(int row) {
        Deque<Own> inwards = new ArrayDeque<>();
        Map<String, Object> context = null;
        for (int at = row; at != Scopes.NONE; at = scopes.outer(at)) {
            context = decoded.get(at);
            if (context != null) {
                break;
            }
            Own own = own(at);
            inwards.push(own);
            if (own.whole) {
                break;
            }
        }
        for (Own own : inwards) {
            if (context == null || context.isEmpty()) {
                context = Collections.unmodifiableMap(own.entries);
            } else {
                Map<String, Object> all = new LinkedHashMap<>(context);
                all.putAll(own.entries);
                context = Collections.unmodifiableMap(all);
            }
            decoded.put(own.row, context);
        }
        return context;
    }

    private Own own(int row) {
        long position = scopes.position(row);
        if (position < 0) {
            return new Own(row, elsewhere(position).own(), elsewhere(position).whole());
        }
        Fields.Values values = fields.read(position);
        return new Own(row, Survey.entriesOf(values), values.is("whole"));
    }

    private Reaching elsewhere(long position) {
        return elsewhere.get((int) (-1 - position));
    }

    private void forget() {
        lastRow = Scopes.NONE;
        lastContext = null;
        decoded = new LinkedHashMap<>() {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Integer, Map<String, Object>> eldest) {
                return size() > DECODED;
            }
        };
    }
}
