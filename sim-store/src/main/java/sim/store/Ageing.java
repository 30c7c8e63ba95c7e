package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes what is older than the policy says, and the finest and oldest of instances when the store is too large. Segments go
 * whole. An instance goes once nothing of it is kept, or a quarter of an hour after its hello if it never sent a batch, unless it
 * may be connected. The upkeep's thread.
 */
final class Ageing {
    private static final Logger LOG = LoggerFactory.getLogger(Ageing.class);
    /** Instances removed in one go: their names are in memory meanwhile. */
    private static final int MOST_AT_ONCE = 10_000;
    /** What is younger goes last, whatever its size. */
    private static final long NEWEST = TimeUnit.HOURS.toMicros(1);

    /** Why rows go that are in the way of others. */
    private static final String TO_SIZE = "--max-size";

    private static final Rest NOTHING_STAYS = (connection, made) -> {};

    private final Database database;
    private final Instances instances;
    private final Rollups rollups;
    private final NotableContexts notable;
    private final Ladder ladder;
    private final Progress progress;

    Ageing(Database database, Instances instances, Rollups rollups, NotableContexts notable, Ladder ladder,
            Progress progress) {
        this.notable = notable;
        this.progress = progress;
        this.database = database;
        this.instances = instances;
        this.rollups = rollups;
        this.ladder = ladder;
    }

    /** Removes what is older than the policy says; returns the rows removed. */
    long age(Keep keep, long now) throws SQLException {
        Manifest manifest = manifest().within(keep, now);
        long removed = 0;
        for (Scope scope : Scope.values()) {
            long gone = manifest.floor(scope, scope.top);
            for (int level = scope.top; level >= 0; level--) {
                int of = level;
                long floor = manifest.floor(scope, level);
                removed += remove(manifest, scope, level, floor, floor,
                        each -> each.isRolled() || of == scope.top || each.to() <= gone, "--keep");
            }
        }
        removed += removeKept(manifest, keep, manifest.detailFloor(), manifest.contextFloor(),
                manifest.contextFloor(), "--keep");
        removed += removeNotable(manifest, manifest.notableFloor(), "--keep");
        removed += removeDamaged(manifest, "--keep");
        removed += removeStuck(now - Math.max(keep.notable(), keep.of(Scope.INSTANCE, Scope.INSTANCE.top)), "--keep");
        return removed + removeInstances(now - Math.max(keep.notable(), keep.of(Scope.INSTANCE, Scope.INSTANCE.top)));
    }

    /**
     * Removes a level's sums up to a time.
     *
     * @param floor up to when they are gone from now on
     */
    private long remove(Manifest manifest, Scope scope, int level, long to, long floor, Predicate<Segment> which,
            String why) throws SQLException {
        List<Segment> old = manifest.segments.stream().filter(each -> each.table().isRolled() && each.scope() == scope
                && each.level() == level && each.to() <= to && which.test(each)).toList();
        List<Segment> counted = rollups.damage.sound(old.stream().filter(each -> each.is(Tables.named("platform"),
                Scope.INSTANCE) && (level == scope.top || !each.isRolled())).toList());
        return remove(old, NOTHING_STAYS, scope.word() + " " + ladder.name(level), why, () -> {
            if (!counted.isEmpty()) {
                CounterBases.note(database, rollups.read(counted));
            }
            database.update("DELETE FROM floors WHERE scope = ? AND level = ?", scope.word(), level);
            database.update("INSERT INTO floors VALUES (?, ?, ?)", scope.word(), level, floor);
        });
    }

    /**
     * Removes single calls and events, and contexts but the notable ones if these are kept longer.
     *
     * @param gone up to when contexts are gone from now on
     */
    private long removeKept(Manifest manifest, Keep keep, long floor, long contexts, long gone, String why)
            throws SQLException {
        RecordsFirst order = new RecordsFirst(manifest);
        List<Segment> old = manifest.segments.stream().filter(each -> !each.table().isRolled() && each.level() == 0
                && order.end(each) <= (hasContexts(each) ? contexts : floor)).toList();
        boolean picks = keep.notable() > keep.detail();
        if (!picks || why.equals(TO_SIZE)) { // where the store is too large they go all the same, whatever is wrong with them
            List<Segment> sound = picks ? sound(old) : List.of();
            return removeKept(old,
                    picks ? (connection, made) -> notable.pick(connection, manifest, sound, made) : NOTHING_STAYS,
                    Math.max(gone, manifest.contextsGone()), why);
        }
        boolean awaits = awaits(manifest, contexts);
        List<Segment> sound = awaits ? List.of() : sound(old);
        if (awaits || awaits(manifest(), contexts)) { // it may have been found just now
            return removeKept(old.stream().filter(each -> !hasContexts(each)).toList(), NOTHING_STAYS,
                    manifest.contextsGone(), why);
        }
        // what is damaged is missing for as long as its notable contexts would be kept
        return removeKept(old.stream().filter(each -> !hasContexts(each) || sound.contains(each)).toList(),
                (connection, made) -> notable.pick(connection, manifest, sound, made),
                Math.max(gone, manifest.contextsGone()),
                why);
    }

    /** @param gone up to when contexts are gone from now on: what is gone stays so when more is kept */
    private long removeKept(List<Segment> old, Rest stays, long gone, String why) throws SQLException {
        return remove(old, stays, "calls, contexts and events", why, () -> {
            database.update("DELETE FROM floors WHERE scope = 'contexts'");
            database.update("INSERT INTO floors VALUES ('contexts', 0, ?)", gone);
        });
    }

    private List<Segment> sound(List<Segment> old) throws SQLException {
        return rollups.damage.sound(old.stream().filter(Ageing::hasContexts).toList());
    }

    /**
     * Whether a segment of contexts that are to go cannot be read, which may pass: a notable context is picked with all it has, or what comes back has
     * lost the rest. No longer than a day, because a disk may be broken for good.
     */
    private boolean awaits(Manifest manifest, long contexts) {
        return manifest.damaged.stream().anyMatch(each -> hasContexts(each) && each.level() == 0
                && manifest.isUnreadable(each) && each.to() <= contexts && each.to() > contexts - ladder.step(4));
    }

    private static boolean hasContexts(Segment segment) {
        return ContextTables.ONE_BY_ONE.contains(segment.table());
    }

    private long removeStuck(long micros, String why) throws SQLException {
        long rows = rollups.removeStuck(micros);
        if (rows > 0) {
            String what = "slots that could not become segments";
            LOG.info("{} removed {} rows of {} up to {}", why, rows, what, Instant.ofEpochSecond(micros / 1_000_000));
            progress.removed(new StoreProgress.Removal(database.clock.now(), why, what, rows, 0, micros));
        }
        return rows;
    }

    private long removeNotable(Manifest manifest, long floor, String why) throws SQLException {
        RecordsFirst order = new RecordsFirst(manifest);
        return remove(manifest.segments.stream().filter(each -> !each.table().isRolled()
                && each.level() == NotableContexts.LEVEL && order.end(each) <= floor).toList(), NOTHING_STAYS,
                "notable contexts", why, () -> {});
    }

    /** Removes segments that were set aside, once no answer would have their rows: nothing is missing of what is gone. */
    private long removeDamaged(Manifest manifest, String why) throws SQLException {
        return remove(manifest.damaged.stream().filter(each -> isOver(manifest, each)).toList(), NOTHING_STAYS,
                "damaged segments", why, () -> {});
    }

    private static boolean isOver(Manifest manifest, Segment segment) {
        if (segment.table().isRolled()) {
            Scope scope = segment.scope();
            return segment.to() <= manifest.floor(scope, segment.isRolled() ? segment.level() : scope.top);
        }
        return segment.to() <= (!hasContexts(segment)
                ? manifest.detailFloor()
                : segment.level() == NotableContexts.LEVEL || manifest.hasNotable()
                        ? manifest.notableFloor()
                        : manifest.contextFloor());
    }

    /** @param stays writes what of the old ones stays, as segments of its own */
    private long remove(List<Segment> old, Rest stays, String what, String why, Rollups.Also floor)
            throws SQLException {
        if (old.isEmpty()) {
            return 0;
        }
        List<Segment> rest = new ArrayList<>();
        try {
            rollups.change((connection, made) -> {
                try {
                    stays.write(connection, made);
                } finally {
                    rest.addAll(made);
                }
            }, old, floor);
        } catch (SQLException | RuntimeException failure) {
            boolean isInTheWay = Failures.isOfSpill(failure)
                    // else the store has no bound for as long as there is too little memory to pick them
                    || why.equals(TO_SIZE) && Failures.isOfMemory(failure);
            if (stays == NOTHING_STAYS || !isInTheWay) {
                throw failure; // the next round tries again, as after one that the server's end cut short
            }
            // what goes makes room
            LOG.warn("nothing of {} segments of {} is kept longer: {}", old.size(), what, Failures.line(failure));
            rest.clear();
            rollups.change(List.of(), old, floor);
        }
        long rows = sum(old, Segment::rows) - sum(rest, Segment::rows);
        long bytes = sum(old, Segment::bytes) - sum(rest, Segment::bytes);
        long upTo = old.stream().mapToLong(Segment::to).max().getAsLong();
        String of = what + whose(old);
        LOG.info("{} removed {} rows of {}, {} bytes in {} segments up to {}", why, rows, of, bytes, old.size(),
                Instant.ofEpochSecond(upTo / 1_000_000));
        progress.removed(new StoreProgress.Removal(database.clock.now(), why, of, rows, bytes, upTo));
        return rows;
    }

    /** Writes what stays of segments that go; adds each to the list at once. */
    private interface Rest {
        void write(Connection connection, List<Segment> made) throws SQLException;
    }

    private static long sum(List<Segment> segments, ToLongFunction<Segment> of) {
        return segments.stream().mapToLong(of).sum();
    }

    /** Of which instances or applications segments may have rows. */
    private static String whose(List<Segment> segments) {
        List<String> who = segments.stream().flatMap(each -> Stream.of(each.first(), each.last()))
                .filter(Objects::nonNull).distinct().sorted().toList();
        return who.isEmpty() ? "" : ", " + who.get(0) + (who.size() == 1 ? "" : " to " + who.get(who.size() - 1));
    }

    /**
     * Removes rows until the segments take at most so many bytes: first the finest rows of instances, the oldest of these first; last the
     * sums of applications. Rows of the newest hour go after all older ones. Rows that no coarser sum has yet, or of a step that is not
     * over, go at the very end. What a removal writes into the log does not count, because it is gone with the next checkpoint. What was set
     * aside cannot be removed, as it may come back: old rows go for it, and neither the newest hour nor what no coarser sum has.
     */
    long shrink(long most, Keep keep, long now) throws SQLException {
        long removed = 0;
        for (Pass pass : List.of(new Pass(now - NEWEST, true), new Pass(now, false), new Pass(Pass.ALL, false))) {
            for (Class of : classes()) {
                while (soundBytes() + (pass.isForAside ? asideBytes() : 0) > most) {
                    Manifest manifest = manifest();
                    RecordsFirst order = new RecordsFirst(manifest);
                    OptionalLong oldest = manifest.segments.stream().filter(of::has)
                            .filter(each -> pass.takes(of, each, order.end(each), ladder)).mapToLong(order::end).min();
                    if (oldest.isEmpty()) {
                        break;
                    }
                    removed += remove(manifest, keep, of, pass, oldest.getAsLong(), now);
                }
            }
        }
        return removed;
    }

    private long remove(Manifest manifest, Keep keep, Class of, Pass pass, long to, long now) throws SQLException {
        if (of.scope != null) {
            long end = of.end(to, ladder);
            long floor = Math.min(end, of.last(now, ladder));
            return remove(manifest, of.scope, of.level, end, Math.max(manifest.floor(of.scope, of.level), floor), // what is gone stays so
                    each -> pass.takes(of, each, each.to(), ladder), TO_SIZE);
        }
        return of.level == NotableContexts.LEVEL
                ? removeNotable(manifest, to, TO_SIZE)
                : removeKept(manifest, keep, to, to, Math.min(to, now), TO_SIZE);
    }

    /** In the order in which they go. */
    private static List<Class> classes() {
        List<Class> classes = new ArrayList<>(List.of(new Class(Scope.INSTANCE, 0), new Class(null, 0)));
        for (Scope scope : Scope.values()) {
            if (scope == Scope.APPLICATION) {
                classes.add(new Class(null, NotableContexts.LEVEL));
            }
            for (int level = 1; level <= scope.top; level++) {
                classes.add(new Class(scope, level));
            }
        }
        return classes;
    }

    /** @param scope null for what is not rolled up */
    private record Class(Scope scope, int level) {
        boolean has(Segment segment) {
            return scope == null
                    ? !segment.table().isRolled() && segment.level() == level
                    : segment.table().isRolled() && segment.scope() == scope && segment.level() == level;
        }

        /** Up to when rows are gone if those up to a time go: the next level must have whole steps before. */
        long end(long to, Ladder ladder) {
            return scope == null ? to : Ladder.up(to, ladder.coarser(scope, level));
        }

        /**
         * Up to when rows may be gone for good, whatever goes now: what comes later in a step that is not over would go at once, and no sum has
         * it yet. Of rows as they were shipped one has.
         */
        long last(long now, Ladder ladder) {
            long step = ladder.coarser(scope, level);
            return level == 0 ? Ladder.up(now, step) : Ladder.down(now, step);
        }
    }

    /**
     * What may go now.
     *
     * @param until whole steps up to that time, and of them only what a coarser level has, or none ever will; {@link #ALL} for everything
     * @param isForAside whether it goes for what was set aside too
     */
    private record Pass(long until, boolean isForAside) {
        static final long ALL = Long.MAX_VALUE;

        /** @param to up to when all must be too old before it goes */
        boolean takes(Class of, Segment segment, long to, Ladder ladder) {
            return until == ALL || of.end(to, ladder) <= until
                    && (of.scope == null || segment.isRolled() || of.level == of.scope.top);
        }
    }

    /** Bytes of segments, of the log, and of the blocks in use: free blocks of the file are used again. */
    long usedBytes() throws SQLException {
        return headBytes() + soundBytes() + asideBytes();
    }

    private long soundBytes() throws SQLException {
        return number("SELECT sum(bytes) FROM segments WHERE damaged IS NULL");
    }

    /** What is left of the files of those that were set aside: one may be gone, and nothing else has to go for it then. */
    long asideBytes() throws SQLException {
        return manifest().damaged.stream()
                .mapToLong(each -> Database.size(database.segments.resolve(each.file()))).sum();
    }

    /** The same without segments. */
    long headBytes() throws SQLException {
        return database.logBytes() + number("SELECT block_size * used_blocks FROM pragma_database_size() LIMIT 1");
    }

    private long number(String sql) throws SQLException {
        return database.query(connection -> Database.number(connection, sql));
    }

    private Manifest manifest() throws SQLException {
        return database.query(database::manifest);
    }

    /**
     * Whatever the policy says: up to when segments have nothing of any instance, because the store was too large. A row has the time at which its step
     * ends, and an instance's clock that is seconds ahead is not corrected, so its last row may be in the step after that in which it was heard last.
     */
    private long emptyUpTo() throws SQLException {
        return manifest().named().stream()
                .filter(each -> each.scope() == Scope.INSTANCE && each.table().has("instance"))
                .mapToLong(Segment::from).min().orElse(Long.MAX_VALUE) - 2 * ladder.step(Scope.INSTANCE.top);
    }

    private static String batches(Connection connection) throws SQLException {
        return Head.slots(connection).stream().map(slot -> "SELECT instance FROM " + Tables.named("batches").in(slot))
                .collect(Collectors.joining(" UNION ALL "));
    }

    private long removeInstances(long micros) throws SQLException {
        long silent = database.clock.now() - TimeUnit.NANOSECONDS.toMicros(Instances.CONNECTED_NANOS);
        long empty = Math.min(emptyUpTo(), silent);
        database.writing.lock();
        try {
            List<String> gone = new ArrayList<>();
            try (PreparedStatement statement = database.writer()
                    .prepareStatement("SELECT instance FROM instances WHERE last_seen_micros <= ? OR last_sequence = 0 "
                            + "AND last_seen_micros < ? OR last_seen_micros <= ? AND instance NOT IN ("
                            + batches(database.writer()) + ") LIMIT " + MOST_AT_ONCE)) {
                statement.setLong(1, micros);
                statement.setLong(2, silent);
                statement.setLong(3, empty);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        if (!instances.isLive(row.getString(1))) {
                            gone.add(row.getString(1));
                        }
                    }
                }
            }
            if (gone.isEmpty()) {
                return 0;
            }
            long removed = database.inTransaction(connection -> {
                long rows = 0;
                try (DuckDBAppender out = connection.createAppender("temp", "main", Staging.GONE)) {
                    for (String instance : gone) {
                        out.beginRow().append(instance).endRow();
                    }
                    out.flush();
                }
                database.execute("UPDATE " + Places.APPLICATIONS + " SET outlives = true WHERE application IN (SELECT "
                        + "application FROM instances JOIN " + Staging.GONE
                        + " USING (instance) WHERE last_sequence > 0)");
                for (String table : StateTables.OF_INSTANCE) {
                    rows += database.update(
                            "DELETE FROM " + table + " WHERE instance IN (SELECT instance FROM " + Staging.GONE + ")");
                }
                database.execute("DELETE FROM " + Staging.GONE);
                rows += database
                        .update("DELETE FROM " + Places.APPLICATIONS + " WHERE NOT outlives AND application NOT IN "
                                + "(SELECT application FROM instances)");
                return rows;
            });
            gone.forEach(instances::remove);
            return removed;
        } finally {
            database.writing.unlock();
        }
    }
}
