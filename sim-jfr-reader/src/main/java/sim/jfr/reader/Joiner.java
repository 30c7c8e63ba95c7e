package sim.jfr.reader;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells in which context an event of a chunk is. It holds the scopes of one chunk, those that reach into it, and the last ones of the chunk
 * before. It reads a scope's entries when an event first asks for them. One thread.
 */
final class Joiner {
    /** The longest time that a sample may be written after the end of the scope it was taken in. */
    private static final long LATE_NANOS = 20_000_000;
    /** The most scopes whose contexts are kept decoded. */
    private static final int DECODED = 10_000;

    private final Survey survey;
    private final Input input;
    private final Bound bound;
    private Scopes scopes = new Scopes(0);
    /** The scopes of this chunk whose event is not in it. The first has position -1, the second -2. */
    private List<Reaching> elsewhere = List.of();
    private List<Reaching> late = List.of();
    private Fields fields;
    /** All entries that hold in a scope, by its row. */
    private Map<Integer, Map<String, Object>> decoded = Map.of();
    private int lastRow = Scopes.NONE;
    private Map<String, Object> lastContext;

    /** What the event of a scope says. */
    private record Own(int row, Map<String, Object> entries, boolean whole) {}

    Joiner(Survey survey, Input input, Bound bound) {
        this.survey = survey;
        this.input = input;
        this.bound = bound;
    }

    /** Goes to a chunk. The caller goes through the chunks in order. */
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
        // Their entries are read now, while their own chunk is loaded.
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

    /** The row of the innermost scope in which a thread was at a tick, or {@link Scopes#NONE}. */
    int at(long thread, long tick) {
        return thread == 0 ? Scopes.NONE : scopes.at(thread, tick);
    }

    /** The row of the scope around another, or {@link Scopes#NONE}. */
    int outer(int row) {
        return scopes.outer(row);
    }

    /** The position of a scope's event in the file; -1 if it has none. */
    long position(int row) {
        long position = scopes.position(row);
        return position >= 0 ? position : elsewhere(position).position();
    }

    /**
     * All entries that hold in a scope. Of two with one key, the inner scope's wins. Returns the same object while the scope stays the
     * same.
     */
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
