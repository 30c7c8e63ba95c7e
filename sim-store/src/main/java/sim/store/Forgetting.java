package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Removes a past for good: of an application, or of the contexts with a value and of those inside them. Segments that have some of
 * it are written anew without it; one transaction replaces them all. The head is sealed before. What goes is found and read beside
 * ingestion, into files: the transaction, for which ingestion waits, reads these and the head alone. The upkeep's thread.
 */
final class Forgetting {
    /** Dictionaries of applications. */
    private static final List<String> OF_APPLICATION = List.of("places", PayloadTexts.TABLE, PayloadTexts.LINES,
            ErrorTypes.TABLE, SummedNames.KINDS, SummedNames.TELEMETRIES, Places.APPLICATIONS);
    /** The column of contexts. */
    private static final String CONTEXT = "context";
    /** The applications that went, of which something may still be kept beside the store. */
    static final String APPLICATIONS = "forgotten_applications";

    private final Database database;
    private final SegmentFiles files;
    private final Rollups rollups;
    private final Progress progress;

    Forgetting(Database database, SegmentFiles files, Rollups rollups, Progress progress) {
        this.database = database;
        this.files = files;
        this.rollups = rollups;
        this.progress = progress;
    }

    /**
     * Removes all of an application, up to the moment of the transaction. An instance that said hello after the search for rows has rows in the head
     * alone, and is removed too. With its next batch it is asked to introduce itself again, and from then on its rows are kept.
     *
     * @param then is told in the transaction, which may still fail, which instances go, after their rows are gone
     */
    StoreProgress.Removal application(String name, Consumer<List<String>> then) throws SQLException {
        String instances = "SELECT instance FROM instances WHERE application = " + Literals.text(name);
        try (Gone gone = new Gone("instance", instances, name)) {
            return remove("application " + name, gone, "application = " + Literals.text(name),
                    "instance IN (" + instances
                            + ")",
                    () -> {
                        List<String> all = instancesOf(database.writer(), name);
                        database.execute("INSERT INTO " + Quarantine.FORGOTTEN + " " + instances);
                        for (String table : StateTables.OF_INSTANCE) { // their own row last: it says whose they are
                            database.execute("DELETE FROM " + table + " WHERE instance IN (" + instances + ")");
                        }
                        for (String table : OF_APPLICATION) {
                            database.update("DELETE FROM " + table + " WHERE application = ?", name);
                        }
                        database.update("INSERT INTO " + APPLICATIONS + " SELECT ? WHERE NOT EXISTS (SELECT 1 FROM "
                                + APPLICATIONS + " WHERE application = ?)", name, name);
                        then.accept(all);
                        Stops.at("what is forgotten is being committed");
                    });
        }
    }

    static List<String> instancesOf(Connection connection, String application) throws SQLException {
        List<String> found = new ArrayList<>();
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT instance FROM instances WHERE application = ?")) {
            statement.setString(1, application);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(row.getString(1));
                }
            }
        }
        return found;
    }

    /** Which segments there are may have some of an application. An instance that says hello from now on has rows in the head alone. */
    Predicate<Segment> mayHave(String application) throws SQLException {
        List<String> instances = database.query(connection -> instancesOf(connection, application));
        return segment -> mayHave(segment, application, instances);
    }

    private static boolean mayHave(Segment segment, String application, List<String> instances) {
        return segment.scope() == Scope.APPLICATION
                ? segment.mayHave(application)
                : instances.stream().anyMatch(segment::mayHave);
    }

    /** How many contexts have a value, or nearly that. */
    ContextValue.Found find(ContextValue value) throws SQLException {
        return database.query(value::find);
    }

    /** Whether rows of a table may go with a context. */
    static boolean hasContexts(Table<?> table) {
        return table.has(CONTEXT) || table == CallTables.WALL;
    }

    /**
     * Removes the contexts with a value, the contexts inside them, and their single calls. Sums stay, because they contain no values. Neither the log
     * nor the progress repeats the value.
     */
    StoreProgress.Removal contexts(ContextValue value) throws SQLException {
        try (Gone gone = new Gone(CONTEXT, "WITH RECURSIVE found(context) AS (SELECT DISTINCT context FROM "
                + ContextValue.TABLE.name() + " WHERE " + value.condition()
                + " UNION SELECT c.context FROM context_records c JOIN found f ON c.parent = f.context) SELECT context "
                + "FROM found", null)) {
            return remove(what(value), gone, null, gone.condition(), () -> {});
        }
    }

    private static String what(ContextValue value) {
        return "contexts by a value of " + value.key();
    }

    /** What is said of a value that no segment has which can be read: it may be a slip, so what is set aside stays too. */
    StoreProgress.Removal nothing(ContextValue value, ContextValue.Found near) throws SQLException {
        Manifest manifest = database.query(database::manifest);
        refuseUnreadable(manifest, each -> each.table() == ContextValue.TABLE);
        List<String> remarks = new ArrayList<>();
        for (Segment each : manifest.damaged) {
            if (each.table() == ContextValue.TABLE) {
                remarks.add("whether the segment " + files.folder.resolve(each.file())
                        + " has it nobody can tell, because it is damaged or gone; remove it if it may, or it goes when its "
                        + "rows would be too old");
            }
        }
        if (remarks.isEmpty()) {
            remarks.add("no context in the store has this value of " + value.key());
        }
        remarks.addAll(near.remarks());
        return new StoreProgress.Removal(database.clock.now(), "forget", what(value), 0, 0, 0, remarks);
    }

    /**
     * @param gone which rows of instances go
     * @param goneSums which rows of applications' sums go; null for none
     * @param goneNow which rows of slots go
     */
    private StoreProgress.Removal remove(String what, Gone gone, String goneSums, String goneNow, Rollups.Also also)
            throws SQLException {
        long now = database.clock.now();
        List<Segment> replaced = new ArrayList<>();
        long[] removed = new long[3];
        long[] inSlots = new long[1];
        List<String> remarks = new ArrayList<>();
        rollups.change((connection, made) -> {
            gone.find(connection);
            Manifest manifest = database.manifest(connection);
            refuseUnreadable(manifest, gone::mayBeIn);
            int done = 0;
            for (Segment each : manifest.segments) {
                progress.doing("forgetting " + what + ": " + ++done + " of " + manifest.segments.size() + " segments");
                if (gone.mayBeIn(each)) {
                    String condition = each.scope() == Scope.APPLICATION
                            ? goneSums
                            : gone.condition(each.table(), gone.condition(), gone.runs.condition());
                    rewrite(connection, each, condition, made, replaced, removed);
                }
            }
            // nothing can be read of these but what the manifest says
            for (Segment each : manifest.damaged) {
                if (gone.mayBeIn(each)) {
                    replaced.add(each);
                    remarks.add("the segment " + files.folder.resolve(each.file())
                            + " is damaged or gone, may have had some of it, and went whole");
                }
            }
        }, replaced, () -> {
            inSlots[0] = forgetInSlots(gone, goneNow);
            also.run();
        });
        return new StoreProgress.Removal(now, "forget", what, removed[0] + inSlots[0], removed[1], removed[2],
                remarks);
    }

    /** A file that cannot be read now may be sound, and comes back: with what is to be forgotten, or with what nobody wants to lose. */
    private void refuseUnreadable(Manifest manifest, Predicate<Segment> mayHaveIt) throws SQLException {
        for (Segment each : manifest.damaged) {
            if (manifest.isUnreadable(each) && mayHaveIt.test(each)) {
                throw new SQLException("IO Error: " + files.folder.resolve(each.file())
                        + " may have some of it, and cannot be read now; see that it can be, or remove it, and try again");
            }
        }
    }

    /** In slots that could not become segments, and in the one that collects; returns the rows removed. */
    private long forgetInSlots(Gone gone, String goneNow) throws SQLException {
        long rows = 0;
        List<Table<?>> tables = new ArrayList<>(Tables.AGEING);
        tables.remove(CallTables.RUNS); // it says whose calls are, so it is last
        tables.add(CallTables.RUNS);
        for (long slot : Head.slots(database.writer())) {
            String runs = "run IN (SELECT run FROM " + CallTables.RUNS.in(slot) + " WHERE " + goneNow + ")";
            for (Table<?> table : tables) {
                String condition = gone.condition(table, goneNow, runs);
                if (condition != null) {
                    long packed = table.isPacked()
                            ? Database.number(database.writer(),
                                    "SELECT count(*) FROM " + table.rowsIn(slot) + " WHERE " + condition)
                            : 0;
                    long deleted = database.update("DELETE FROM " + table.in(slot) + " WHERE " + condition);
                    rows += table.isPacked() ? packed : deleted;
                }
            }
        }
        return rows;
    }

    private void rewrite(Connection connection, Segment each, String condition, List<Segment> made,
            List<Segment> replaced, long[] removed) throws SQLException {
        String rows = Pieces.files(files.folder, List.of(each.file()));
        long some = Database.number(connection, "SELECT count(*) FROM " + rows + " WHERE " + condition);
        if (some == 0) {
            return;
        }
        long latest = Database.number(connection,
                "SELECT max(" + each.table().time() + ") FROM " + rows + " WHERE " + condition);
        Segment rest = files.write(connection, each.table(), each.scope(), each.level(), "SELECT * FROM " + rows
                + " WHERE NOT (" + condition + ")"
                + (each.table().isRolled() ? each.table().order(each.scope().word()) : ""), each.isRolled(),
                each.tier());
        if (rest != null) {
            made.add(rest);
        }
        replaced.add(each);
        removed[0] += some;
        removed[1] += each.bytes() - (rest == null ? 0 : rest.bytes());
        removed[2] = Math.max(removed[2], latest);
    }

    /** The instances or contexts that go, and the runs of their calls: found once, in files that are there until it is closed. */
    private final class Gone implements AutoCloseable {
        private final String column;
        /** The application that goes with its instances, and these; null and none where contexts go. */
        private final String application;
        private List<String> instances = List.of();
        private final GoneIds ids;
        private final GoneIds runs;

        Gone(String column, String select, String application) throws SQLException {
            this.column = column;
            this.application = application;
            this.ids = new GoneIds(files.folder, column, select);
            this.runs = new GoneIds(files.folder, "run", "SELECT run FROM " + CallTables.RUNS.name() + " WHERE "
                    + ids.condition());
        }

        void find(Connection connection) throws SQLException {
            if (application != null) {
                instances = instancesOf(connection, application);
            }
            ids.write(connection);
            runs.write(connection);
        }

        String condition() {
            return ids.condition();
        }

        /** Whether a segment may have some of it, as far as that shows without reading it. */
        boolean mayBeIn(Segment segment) {
            if (application != null && !mayHave(segment, application, instances)) {
                return false;
            }
            return segment.scope() == Scope.APPLICATION
                    ? application != null
                    : condition(segment.table(), "", "") != null;
        }

        /** Which rows of a table go; null where it cannot have such. {@code ofRuns} is that for calls that have their run alone. */
        String condition(Table<?> table, String own, String ofRuns) {
            return table.has(column) ? own : table == CallTables.WALL ? ofRuns : null;
        }

        @Override
        public void close() {
            ids.close();
            runs.close();
        }
    }
}
