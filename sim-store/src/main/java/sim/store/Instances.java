package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The store's knowledge of the instances that connected last. For any other instance it is read when a hello or a batch of it comes. So only a few
 * instances are in memory, however many the store has. Guarded by the database's writing lock.
 */
final class Instances {
    /** A collector ships every few seconds, and ingestion closes one that was silent for ten minutes. */
    static final long CONNECTED_NANOS = TimeUnit.MINUTES.toNanos(15);
    /** Four times as many as can be connected; 400 bytes each. */
    static final int MOST = 16_000;
    /** Those asked for in one statement. */
    private static final int TOGETHER = 1_000;

    private final int most;
    private final long begunNanos = System.nanoTime();
    /** The one that was asked for longest ago first. */
    private Map<String, Heard> known;
    /** The highest number of a batch there is. */
    long lastBatch;
    /** The highest number of a batch that is stored. */
    private long stored;
    /** Up to this number it is known what is not stored. */
    private long missed;
    /** The highest number of a run of invocations there is. */
    long lastRun;

    /** @param most how many are kept in memory; a group may ask for no more */
    Instances(int most) {
        this.most = most;
        this.known = empty();
    }

    private Map<String, Heard> empty() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Heard> eldest) {
                return size() > most;
            }
        };
    }

    /** Reads anew what is stored of those in memory. Numbers of batches never go back: some that were lost with a log are known to be given. */
    void load(Connection connection) throws SQLException {
        Map<String, Heard> before = known;
        Map<String, Heard> found = empty();
        read(connection, new ArrayList<>(before.keySet()), found);
        found.replaceAll((id, read) -> {
            Heard was = before.get(id);
            return new Heard(read.instance.with(was.instance.clock()), was.isHeard, was.nanos,
                    was.isBehind || read.instance.lastSequence() < was.instance.lastSequence());
        });
        known = found;
        stored = Database.number(connection, "SELECT last_batch FROM store");
        lastRun = Database.number(connection, "SELECT last_run FROM store");
        for (long slot : Head.slots(connection)) {
            stored = Math.max(stored, Database.number(connection, "SELECT max(batch) FROM batches_" + slot));
            lastRun = Math.max(lastRun,
                    Database.number(connection, "SELECT max(run) FROM " + CallTables.RUNS.in(slot)));
        }
        lastBatch = Math.max(lastBatch, stored);
    }

    /** How many batches up to that number were acknowledged last and are not stored; each is told once. Their numbers are not given again. */
    long missing(long acknowledged) {
        lastBatch = Math.max(lastBatch, acknowledged);
        long missing = lastBatch - Math.max(stored, missed);
        missed = Math.max(missed, lastBatch);
        return missing;
    }

    /** A group is committed whose last batch has that number. */
    void committed(long batch) {
        if (batch > lastBatch) {
            lastBatch = batch;
            stored = batch;
        }
    }

    /** Has in memory what is stored of these. */
    void fetch(Connection connection, Collection<String> wanted) throws SQLException {
        List<String> missing = new ArrayList<>();
        for (String id : wanted) {
            if (known.get(id) == null) {
                missing.add(id);
            }
        }
        read(connection, missing, known);
    }

    private static void read(Connection connection, List<String> wanted, Map<String, Heard> into) throws SQLException {
        for (int from = 0; from < wanted.size(); from += TOGETHER) {
            List<String> some = wanted.subList(from, Math.min(from + TOGETHER, wanted.size()));
            Map<String, Instance> found = new LinkedHashMap<>();
            each(connection,
                    "SELECT instance, last_sequence, secret_hash, application, started_micros, platform FROM instances WHERE instance IN ",
                    "",
                    some,
                    row -> found.put(row.getString(1),
                            new Instance(row.getLong(2), 0, 0, 0, row.getString(3), row.getString(4),
                                    ClockDifference.UNKNOWN, row.getLong(5), PlatformTotals.of(row.getString(6)))));
            List<String> there = List.copyOf(found.keySet());
            each(connection, "SELECT instance, max(name) FROM names WHERE instance IN ", " GROUP BY instance", there,
                    row -> found.put(row.getString(1), found.get(row.getString(1)).withNames(row.getInt(2))));
            each(connection, "SELECT instance, max(node) FROM nodes WHERE instance IN ", " GROUP BY instance", there,
                    row -> found.put(row.getString(1), found.get(row.getString(1)).withNodes(row.getInt(2))));
            found.forEach((id, instance) -> into.put(id, new Heard(instance, false, 0, false)));
        }
    }

    private static void each(Connection connection, String select, String rest, List<String> ids, Reading reading)
            throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        String places = String.join(",", Collections.nCopies(ids.size(), "?"));
        try (PreparedStatement statement = connection.prepareStatement(select + "(" + places + ")" + rest)) {
            for (int i = 0; i < ids.size(); i++) {
                statement.setString(i + 1, ids.get(i));
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    reading.of(row);
                }
            }
        }
    }

    /** What is known of it, or null; {@link #fetch} it before. */
    Instance get(String instance) {
        Heard heard = known.get(instance);
        return heard == null ? null : heard.instance;
    }

    void heard(Map<String, Instance> changed) {
        long now = System.nanoTime();
        changed.forEach((id, instance) -> known.put(id, new Heard(instance, true, now, false)));
    }

    /** Whether less of it is stored than was acknowledged: it may refer to names that are lost, until it says hello again. */
    boolean isBehind(String instance) {
        Heard heard = known.get(instance);
        return heard != null && heard.isBehind;
    }

    /** Whether it may be connected, as far as this server has heard of it. */
    boolean isLive(String instance) {
        Heard heard = known.get(instance);
        return heard != null && heard.isHeard && isRecent(heard.nanos);
    }

    /**
     * The same, and where this server has not heard of it, by what an earlier start has stored.
     *
     * @param agoMicros how long ago it was heard of last, by the server's clock; below 0 where that clock was set back since: then it counts as
     *            heard of just before the start
     */
    boolean isLive(String instance, long agoMicros) {
        Heard heard = known.get(instance);
        if (heard != null && heard.isHeard) {
            return isRecent(heard.nanos);
        }
        return agoMicros < TimeUnit.NANOSECONDS.toMicros(CONNECTED_NANOS) && (agoMicros >= 0 || isRecent(begunNanos));
    }

    private static boolean isRecent(long nanos) {
        return System.nanoTime() - nanos < CONNECTED_NANOS;
    }

    void remove(String instance) {
        known.remove(instance);
    }

    /** How many are in memory. */
    int size() {
        return known.size();
    }

    /**
     * @param nanos when it was heard of, by the monotonic clock: a wall clock that jumps makes nobody old
     * @param isHeard false while it was only read
     * @param isBehind true if less of it is stored than was acknowledged
     */
    private record Heard(Instance instance, boolean isHeard, long nanos, boolean isBehind) {}

    private interface Reading {
        void of(ResultSet row) throws SQLException;
    }
}
