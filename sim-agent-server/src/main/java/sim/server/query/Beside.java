package sim.server.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which contexts inside others ran beside the one around them: on another thread, in another process, or later, and in none of its calls. What they took is no part of
 * its time: the call of it that waited for them has that time as well. One thread.
 */
final class Beside {
    /** The contexts, each by its last record. */
    private static final String NESTED = "CREATE TEMP TABLE nested AS SELECT i.instance, i.context, i.sequence, c.parent, "
            + "c.thread, i.start_micros, i.end_micros FROM inside_records i JOIN context_records c USING (instance, context, "
            + "sequence) WHERE ";
    /** What belongs to a context that another was begun in. */
    private static final String OF_PARENTS = " FROM %s r JOIN nested n USING (instance, context, sequence) WHERE n.context IN "
            + "(SELECT parent FROM nested) AND ";
    /** Where the longest call of each was: all its others on that thread are inside it. */
    private static final String ENTRIES = "SELECT n.context, first(r.node ORDER BY r.wall_total DESC NULLS LAST, r.node) FROM "
            + "context_rows r JOIN nested n USING (instance, context, sequence) WHERE r.node <> 0 AND ";
    /** Threads past a bound share this name. */
    private static final String OTHERS = "[others]";
    /** What ends together is told to the microsecond. */
    private static final long SLACK = 1_000;
    /** Heap of a context, of a row and of a stay, beside the characters of names. */
    private static final int BYTES = 400;
    private static final int ROW_BYTES = 48;
    private static final int STAY_BYTES = 100;
    /** Contexts that are left out at a time. */
    private static final int PART = 1_000;

    private record Stay(String thread, long start, long end) {}

    private static final class One {
        final int number;
        final long id;
        final long parent;
        final String instance;
        final Stay whole;
        /** On which threads it was. */
        final List<Stay> stays = new ArrayList<>();
        int entry = Forest.NONE;
        boolean hasRows;
        boolean isSeen;
        /** The nearest context from here outwards of which places are known. */
        One holder;
        /** Null until it is found. */
        Boolean beside;

        One(int number, long id, long parent, String instance, Stay whole) {
            this.number = number;
            this.id = id;
            this.parent = parent;
            this.instance = instance;
            this.whole = whole;
            stays.add(whole);
        }
    }

    private final Question question;
    private final Forest forest;
    private final Map<Long, One> all = new HashMap<>();
    /** The places of each context with others inside. */
    private final LongMap places = new LongMap();
    private int numbers;

    private Beside(Question question, Forest forest) {
        this.question = question;
        this.forest = forest;
    }

    /** Takes them out of what {@link Inside} found; returns how many they are. */
    static int leaveOut(Question question, Forest forest) {
        Beside beside = new Beside(question, forest);
        beside.read();
        beside.all.values().forEach(beside::find);
        List<Long> out = beside.all.values().stream().filter(one -> one.beside).map(one -> one.id).toList();
        for (int from = 0; from < out.size(); from += PART) {
            question.run("DELETE FROM inside_records WHERE context IN ("
                    + out.subList(from, Math.min(out.size(), from + PART))
                            .stream().map(String::valueOf).collect(Collectors.joining(", "))
                    + ")");
        }
        return out.size();
    }

    private void read() {
        Times times = Times.of(question, "inside_records");
        question.run(NESTED + times.on("c.to_micros"));
        question.each("SELECT * FROM nested", row -> {
            String instance = row.getString("instance");
            Stay whole = new Stay(text(row.getString("thread")), row.getLong("start_micros"),
                    row.getLong("end_micros"));
            question.reserve(BYTES + Question.bytes(instance) + Question.bytes(whole.thread));
            all.put(row.getLong("context"),
                    new One(numbers++, row.getLong("context"), row.getLong("parent"), instance, whole));
        });
        question.each(ENTRIES + times.on("r.to_micros") + " GROUP BY n.context", row -> {
            One one = all.get(row.getLong(1));
            one.entry = forest.find(one.instance, row.getInt(2));
        });
        question.each("SELECT n.context, r.node" + String.format(OF_PARENTS, "context_rows") + times.on("r.to_micros")
                + " AND r.node <> 0", row -> {
                    One one = all.get(row.getLong(1));
                    int place = forest.find(one.instance, row.getInt(2));
                    if (place != Forest.NONE) {
                        question.reserve(ROW_BYTES);
                        one.hasRows = true;
                        places.put(key(one, place), 0);
                    }
                });
        question.each("SELECT n.context, r.thread, r.start_micros, r.end_micros"
                + String.format(OF_PARENTS, "context_stays") + times.on("r.to_micros"), row -> {
                    Stay stay = new Stay(text(row.getString(2)), row.getLong(3), row.getLong(4));
                    question.reserve(STAY_BYTES + Question.bytes(stay.thread));
                    all.get(row.getLong(1)).stays.add(stay);
                });
    }

    private static String text(String thread) {
        return thread == null ? "" : thread;
    }

    private static long key(One one, int place) {
        return (long) one.number << 32 | place;
    }

    /** Says it of one, and first of those around it. Whoever made up the parents, each is looked at once. */
    private void find(One first) {
        question.check();
        Deque<One> path = new ArrayDeque<>();
        for (One one = first; one != null && one.beside == null && !one.isSeen; one = all.get(one.parent)) {
            one.isSeen = true;
            path.push(one);
        }
        while (!path.isEmpty()) {
            One one = path.pop();
            One parent = all.get(one.parent);
            boolean isOutermost = parent == null || parent.beside == null;
            one.beside = !isOutermost && (parent.beside || !isWithin(one, parent));
            one.holder = one.hasRows ? one : isOutermost ? null : parent.holder;
        }
    }

    /** Whether its time is part of that of the one around it. */
    private boolean isWithin(One one, One parent) {
        if (!isDuring(one.whole, parent.whole)) {
            return false;
        }
        One around = one.entry == Forest.NONE ? null : parent.holder;
        if (around != null && around.instance.equals(one.instance)) {
            for (int place = forest.caller(one.entry); place != Forest.NONE; place = forest.caller(place)) {
                if (has(around, place)) {
                    return true;
                }
            }
            if (has(around, one.entry)) { // it entered as the one around it did, which is in that call still
                return false;
            }
        }
        // between two calls of the one around it; threads without a name of their own are not told apart
        boolean isTold = one.entry == Forest.NONE || !one.whole.thread.isEmpty() && !one.whole.thread.equals(OTHERS);
        return isTold && one.instance.equals(parent.instance) && parent.stays.stream()
                .anyMatch(stay -> stay.thread.equals(one.whole.thread) && isDuring(one.whole, stay));
    }

    private boolean has(One one, int place) {
        return places.get(key(one, place)) != LongMap.NONE;
    }

    private static boolean isDuring(Stay inner, Stay outer) {
        return inner.start >= outer.start - SLACK
                && (outer.end == 0 || inner.end != 0 && inner.end <= outer.end + SLACK);
    }
}
