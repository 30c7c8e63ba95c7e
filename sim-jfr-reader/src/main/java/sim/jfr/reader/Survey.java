package sim.jfr.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import sim.model.jfr.EntryText;
import sim.model.jfr.EventNames;
import sim.model.jfr.RuleSet;

/**
 * What must be known of a whole recording before its events can be joined: that it is sound, which scopes reach from one chunk into
 * another, which were still open at its end, and which filters were in force. All other scopes are found chunk by chunk. One thread. {@link
 * #of} makes it; after that it is only read, except for {@link #ended}.
 */
final class Survey {
    /** Identifies a scope throughout a recording. */
    private record Id(long thread, long scope) {}

    /** A scope that an event says was open. */
    private static final class Open {
        long from;
        int lastChunk;
        Map<String, Object> entries;
        boolean whole;
    }

    /** A scope that an event says was open. Its end is not known, or is in the chunk that last said so. */
    private record Unended(long scope, int chunk, Reaching reaching) {}

    private record Ended(Id id, long ticks, int chunk) {}

    final List<Chunk> chunks;
    final List<Metadata> metadata = new ArrayList<>();
    /** For each chunk, how many scopes began and ended in it. */
    final List<Integer> scopes = new ArrayList<>();
    /** The filters by the tick at which each came into force; a null filter is none. */
    final TreeMap<Long, RuleSet> filters = new TreeMap<>();
    /** What the recorded program counted, by the counter's name. */
    final Map<String, Long> counters = new LinkedHashMap<>();
    long events;

    private final Input input;
    /** Scopes that have no event, or whose event is in a later chunk than the one in which they began. */
    private final List<Reaching> reaching = new ArrayList<>();
    private final Map<Id, Open> open = new HashMap<>();
    private final Map<Long, List<Unended>> unended = new HashMap<>();
    private final List<Ended> endedLate = new ArrayList<>();
    private final List<Id> endedReaching = new ArrayList<>();
    private final Bound bound;
    private long firstChange = Long.MAX_VALUE;

    private Survey(Input input, Bound bound) {
        this.input = input;
        this.bound = bound;
        this.chunks = Chunk.all(input);
    }

    /** Goes through the whole file once. */
    static Survey of(Input input, Bound bound) {
        Survey survey = new Survey(input, bound);
        Metadata former = null;
        for (int i = 0; i < survey.chunks.size(); i++) {
            former = Metadata.read(input, survey.chunks.get(i), former);
            survey.metadata.add(former);
            survey.walk(i);
        }
        survey.settleOpen();
        return survey;
    }

    /** The scopes that reach into a chunk. */
    List<Reaching> reachingInto(int chunk) {
        long behind = chunk + 1 < chunks.size() ? chunks.get(chunk + 1).startTicks() : Long.MAX_VALUE;
        List<Reaching> into = new ArrayList<>();
        for (Reaching each : reaching) {
            // They count for one more chunk than the one they end in, because samples may be written a little late.
            if (each.lastChunk() + 1 >= chunk && each.from() < behind) {
                into.add(each);
            }
        }
        return into;
    }

    /** Whether an event is that of a scope that began and ended in its chunk. */
    static boolean isWithin(Chunk chunk, Walker event) {
        return event.type().contextual && event.startTicks() >= chunk.startTicks() && event.durationTicks() > 0;
    }

    private void walk(int number) {
        Chunk chunk = chunks.get(number);
        Numbers texts = new Numbers();
        List<Long> own = new ArrayList<>();
        int within = 0;
        Walker walker = new Walker(input, chunk, metadata.get(number), texts);
        while (walker.next()) {
            events++;
            if (isWithin(chunk, walker)) {
                within++;
            } else if (walker.type().contextual || walker.type().own) {
                bound.hold(own.size() + 1);
                own.add(walker.position());
            }
        }
        scopes.add(within);
        // All shared texts of the chunk are known only now.
        Fields fields = new Fields(input, chunk, metadata.get(number), texts);
        Walker again = new Walker(input, chunk, metadata.get(number), null);
        for (long position : own) {
            again.seek(position);
            note(number, again, fields);
        }
    }

    private void note(int number, Walker event, Fields fields) {
        Chunk chunk = chunks.get(number);
        Type type = event.type();
        long position = event.position();
        long end = event.endTicks();
        long start = event.startTicks();
        long duration = event.durationTicks();
        long thread = event.thread();
        Fields.Values values = fields.read(position);
        switch (type.name) {
            case EventNames.OPEN_CONTEXT -> {
                Id id = new Id(values.number("thread"), values.number("scope"));
                bound.hold(open.size() + 1);
                Open seen = open.computeIfAbsent(id, any -> new Open());
                seen.lastChunk = number;
                if (seen.entries == null) {
                    long age = values.number("age");
                    seen.from = age < 0 ? chunk.startTicks() : start - chunk.ticks(age);
                    seen.entries = entries(values.text("entries"));
                    seen.whole = values.is("whole");
                }
            }
            case EventNames.CONTEXT_FILTER -> {
                String rules = values.text("rules");
                bound.hold(filters.size() + 1);
                filters.put(end, rules.isEmpty() ? null : rules(rules));
                if (values.is("changed")) {
                    firstChange = Math.min(firstChange, end);
                }
            }
            case EventNames.CONTEXT_COUNTER ->
                counters.merge(values.text("counter"), values.number("count"), Math::max);
            default -> {
                Id id = new Id(thread, values.number("scope"));
                if (duration == 0) {
                    endedLate.add(new Ended(id, end, number));
                } else {
                    bound.hold(reaching.size() + 1);
                    reaching.add(new Reaching(thread, start, end, position, entriesOf(values), values.is("whole"),
                            number));
                    endedReaching.add(id);
                }
            }
        }
    }

    /**
     * Settles each scope that was seen open: its end has an event that knows its begin, or one that does not, or there is no event of its
     * end.
     */
    private void settleOpen() {
        endedReaching.forEach(open::remove);
        for (Ended ended : endedLate) {
            Open seen = open.remove(ended.id);
            if (seen != null) {
                reach(ended.id, seen, ended.ticks, ended.chunk);
            }
        }
        if (!filters.isEmpty() && filters.firstKey() < firstChange) {
            // The recording began while this filter was in force already.
            filters.put(Long.MIN_VALUE, filters.firstEntry().getValue());
        }
        endedLate.clear();
        endedReaching.clear();
        open.forEach((id, seen) -> unended.computeIfAbsent(id.thread, any -> new ArrayList<>())
                .add(new Unended(id.scope, seen.lastChunk, reach(id, seen, Long.MAX_VALUE, chunks.size() - 1))));
        open.clear();
    }

    /** Whether a thread has a scope of unknown end that was last seen open in this chunk. */
    boolean hasUnended(long thread, int chunk) {
        for (Unended each : unended.getOrDefault(thread, List.of())) {
            if (each.chunk == chunk) {
                return true;
            }
        }
        return false;
    }

    /** Notes that a scope ended after all, within the chunk in which it was last seen open. */
    void ended(long thread, long scope) {
        unended.getOrDefault(thread, List.of()).removeIf(each -> each.scope == scope && reaching.remove(each.reaching));
    }

    private Reaching reach(Id id, Open seen, long to, int lastChunk) {
        Reaching reach = new Reaching(id.thread, seen.from, to, -1, seen.entries, seen.whole, lastChunk);
        reaching.add(reach);
        return reach;
    }

    /** All entries of a scope's event: those with a field of their own, and those in the common text. */
    static Map<String, Object> entriesOf(Fields.Values values) {
        String line = values.text("entries");
        if (line.isEmpty()) {
            return values.entries();
        }
        Map<String, Object> all = new LinkedHashMap<>(values.entries());
        all.putAll(entries(line));
        return all;
    }

    private static Map<String, Object> entries(String line) {
        try {
            return EntryText.parse(line);
        } catch (IllegalArgumentException wrong) {
            throw new Damaged("the entries of a context are not understood: " + wrong.getMessage());
        }
    }

    private static RuleSet rules(String text) {
        try {
            return RuleSet.parse(text);
        } catch (IllegalArgumentException | ClassCastException wrong) {
            throw new Damaged("the rules of a context filter are not understood: " + wrong.getMessage());
        }
    }
}
