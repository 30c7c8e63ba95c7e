package sim.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the store consists of at one moment: the slots of the head, the segments, and from when on each level is there. A
 * question has that of its own transaction, so it sees one state of it to its end. Immutable.
 *
 * <p>
 * Each row counts once at each level: the rows of a level are the segments of that level, the segments of finer levels whose
 * rows no coarser one has yet, and the head. So a roll-up in progress changes no sum.
 */
final class Manifest {
    private final Ladder ladder;
    /** Each change of what is there has the next one. */
    private final long number;
    /** The slots of the head, the last one collects. */
    final List<Long> slots;
    final List<Segment> segments;
    /** Segments that were set aside. */
    final List<Segment> damaged;
    /** The files of those that were set aside because they could not be read: they may be sound, and come back. */
    private final Set<String> unreadable = new HashSet<>();
    /** By scope and level: rows up to that time are gone. */
    private final long[][] floors = new long[2][];
    private long detailFloor;
    private long contextFloor;
    private long notableFloor;
    private boolean hasNotable;
    /** Contexts up to that time were removed, but the notable ones. */
    private long contextsGone;

    private Manifest(Ladder ladder, long number, List<Long> slots, List<Segment> segments, List<Segment> damaged) {
        this.ladder = ladder;
        this.number = number;
        this.slots = List.copyOf(slots);
        this.segments = List.copyOf(segments);
        this.damaged = List.copyOf(damaged);
        for (Scope scope : Scope.values()) {
            floors[scope.ordinal()] = new long[scope.top + 1];
        }
    }

    private Manifest(Manifest of) {
        this(of.ladder, of.number, of.slots, of.segments, of.damaged);
        for (int scope = 0; scope < floors.length; scope++) {
            floors[scope] = of.floors[scope].clone();
        }
        contextsGone = of.contextsGone;
        unreadable.addAll(of.unreadable);
    }

    /** The number of what there is on disk. */
    static long number(Connection connection) throws SQLException {
        return Database.number(connection, "SELECT manifest FROM store");
    }

    /** The next number, in the transaction that changes what there is. */
    static void change(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("UPDATE store SET manifest = manifest + 1");
        }
    }

    /** What there is on disk, at one moment within a transaction or without. */
    static Manifest read(Connection connection, Ladder ladder) throws SQLException {
        Manifest read;
        do {
            read = read(connection, ladder, number(connection));
        } while (read.number != number(connection));
        return read;
    }

    private static Manifest read(Connection connection, Ladder ladder, long number) throws SQLException {
        List<Long> slots = new ArrayList<>();
        List<Segment> segments = new ArrayList<>();
        List<Segment> damaged = new ArrayList<>();
        Set<String> unreadable = new HashSet<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("SELECT slot FROM slots ORDER BY slot")) {
                while (row.next()) {
                    slots.add(row.getLong(1));
                }
            }
            try (ResultSet row = statement.executeQuery("SELECT * FROM segments ORDER BY from_micros, file")) {
                while (row.next()) {
                    String wrong = row.getString(13);
                    (wrong == null ? segments : damaged).add(Segment.of(row));
                    if (SegmentCheck.isUnreadable(wrong)) {
                        unreadable.add(row.getString(1));
                    }
                }
            }
            Manifest manifest = new Manifest(ladder, number, slots, segments, damaged);
            manifest.unreadable.addAll(unreadable);
            try (ResultSet row = statement.executeQuery("SELECT scope, level, micros FROM floors")) {
                while (row.next()) {
                    if (row.getString(1).equals("contexts")) {
                        manifest.contextsGone = row.getLong(3);
                    } else {
                        manifest.floors[Scope.valueOf(row.getString(1).toUpperCase(java.util.Locale.ROOT))
                                .ordinal()][row.getInt(2)] = row.getLong(3);
                    }
                }
            }
            return manifest;
        }
    }

    /** All that it names, those that were set aside as well. */
    List<Segment> named() {
        List<Segment> named = new ArrayList<>(segments);
        named.addAll(damaged);
        return named;
    }

    /** Whether it is that of this number. */
    boolean is(long which) {
        return number == which;
    }

    /** Whether a segment is set aside because its file could not be read. */
    boolean isUnreadable(Segment segment) {
        return unreadable.contains(segment.file());
    }

    /** The same as far as a policy lets it be read. */
    Manifest within(Keep keep, long now) {
        Manifest within = new Manifest(this);
        within.limit(keep, now);
        return within;
    }

    private void limit(Keep keep, long now) {
        for (Scope scope : Scope.values()) {
            for (int level = scope.top; level >= 0; level--) {
                long step = ladder.coarser(scope, level);
                long until = now - keep.of(scope, level);
                // a step that is longer than its rows are kept stays until it is over: else what comes in it would go at once.
                // Behind the coarsest rows is nothing: they go by whole steps too, and none before its time
                long kept = level == scope.top
                        ? Ladder.down(until, step)
                        : Math.min(Ladder.up(until, step), Ladder.down(now, step));
                long coarser = level == scope.top ? Long.MIN_VALUE : floor(scope, level + 1);
                floors[scope.ordinal()][level] = Math.max(Math.max(floor(scope, level), kept), coarser);
            }
        }
        long[] application = floors[Scope.APPLICATION.ordinal()]; // its level 0 has the rows of the instances
        application[0] = Math.max(application[0], floor(Scope.INSTANCE, 0));
        detailFloor = now - keep.detail();
        notableFloor = now - keep.notable();
        hasNotable = keep.notable() > keep.detail();
        // notable contexts are picked from whole periods, when their segments go
        contextFloor = hasNotable
                ? Ladder.down(detailFloor, ladder.step(keep.detail() / 2 < ladder.step(4) ? 3 : 4))
                : detailFloor;
    }

    Ladder ladder() {
        return ladder;
    }

    /** Rows of that level are there after this time, and none up to it. */
    long floor(Scope scope, int level) {
        return floors[scope.ordinal()][level];
    }

    /** Single calls and events are there after this time. */
    long detailFloor() {
        return detailFloor;
    }

    /** Contexts are there after this time, and the notable ones of those before. */
    long contextFloor() {
        return contextFloor;
    }

    /** Notable contexts are there after this time. */
    long notableFloor() {
        return notableFloor;
    }

    /** Whether notable contexts are kept longer than the others. */
    boolean hasNotable() {
        return hasNotable;
    }

    /** Contexts up to this time were removed, but the notable ones. */
    long contextsGone() {
        return contextsGone;
    }

    /** The finest level that has rows right after a time. */
    int finest(Scope scope, long micros) {
        int level = 0;
        while (level < scope.top && floor(scope, level) > micros) {
            level++;
        }
        return level;
    }

    /** A span widened to the steps that are there at its ends. */
    Interval widened(Scope scope, Interval span) {
        long from = Ladder.down(span.from(), ladder.step(finest(scope, span.from())));
        long to = Ladder.up(span.to(), ladder.step(finest(scope, span.to() - 1)));
        return new Interval(from, Math.max(from, to));
    }

    /**
     * The spans that cover one, by level: the coarsest levels inside, finer ones at the ends.
     *
     * @param coarsest the coarsest level that may serve
     */
    List<List<Interval>> cover(Scope scope, Interval span, int coarsest) {
        List<List<Interval>> levels = new ArrayList<>();
        for (int level = 0; level <= scope.top; level++) {
            levels.add(new ArrayList<>());
        }
        // a segment may have rows that are kept no longer beside younger ones: it goes with the last of them
        long from = Math.max(span.from(), floor(scope, scope.top));
        int most = Math.min(scope.top, Math.max(coarsest, finest(scope, from)));
        cover(scope, from, span.to(), most, levels);
        return levels;
    }

    /** The same for a table: where a segment of sums was set aside, the finer rows that it was made of serve, as long as they are kept. */
    List<List<Interval>> cover(Table<?> table, Scope scope, Interval span, int coarsest) {
        List<List<Interval>> levels = cover(scope, span, coarsest);
        List<Segment> holes = damaged.stream().filter(each -> each.is(table, scope) && each.level() > 0).toList();
        for (int level = scope.top; level > 0; level--) {
            for (Segment hole : holes) {
                if (hole.level() == level || hole.level() < level && !hole.isRolled()) {
                    Interval lost = lost(hole, level);
                    if (floor(scope, hole.level() - 1) <= lost.from()) {
                        levels.set(level, lost.moved(levels.get(level), levels.get(hole.level() - 1)));
                    }
                }
            }
        }
        return levels;
    }

    /** Whether the finer rows of a segment that was set aside are kept, so that no answer misses what it had. */
    boolean hasFiner(Segment hole) {
        if (!hole.table().isRolled() || hole.level() == 0) {
            return false;
        }
        Interval lost = lost(hole, hole.isRolled() ? hole.level() : hole.scope().top);
        return floor(hole.scope(), hole.level() - 1) <= lost.from();
    }

    /** The whole steps of a level of which a segment had a part: a row has the time at which its step ends. */
    private Interval lost(Segment hole, int level) {
        long step = ladder.step(level);
        return new Interval(Ladder.down(hole.from() - ladder.step(hole.level()), step), Ladder.up(hole.to(), step));
    }

    private void cover(Scope scope, long from, long to, int level, List<List<Interval>> levels) {
        if (from >= to) {
            return;
        }
        long step = ladder.step(level);
        long begin = Ladder.up(from, step);
        long end = Ladder.down(to, step);
        if (level == 0 || floor(scope, level - 1) > from && begin >= end) {
            levels.get(level).add(new Interval(from, to));
        } else if (begin >= end) {
            cover(scope, from, to, level - 1, levels);
        } else {
            cover(scope, from, begin, level - 1, levels);
            levels.get(level).add(new Interval(begin, end));
            cover(scope, end, to, level - 1, levels);
        }
    }

    /**
     * The spans of all time, each by the finest level that it has. Where upkeep has removed rows of a coarser level and not yet those of
     * a finer one, as after a policy that changed, the coarser boundary counts for both: else rows between the two would count twice.
     */
    List<List<Interval>> finest(Scope scope) {
        List<List<Interval>> levels = new ArrayList<>();
        long from = Long.MIN_VALUE;
        for (int level = scope.top; level >= 0; level--) {
            long to = level == 0 ? Long.MAX_VALUE : Math.max(from, floor(scope, level - 1));
            levels.add(0, from < to ? List.of(new Interval(from, to)) : List.of());
            from = to;
        }
        return levels;
    }
}
