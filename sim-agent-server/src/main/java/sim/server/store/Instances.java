package sim.server.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import sim.collector.wire.Hello;

/** What the store knows of every instance in it. Guarded by the database's writing lock. */
final class Instances {
    /** A collector ships every few seconds, and ingestion closes one that was silent for ten minutes. */
    private static final long CONNECTED_NANOS = TimeUnit.MINUTES.toNanos(15);

    private Map<String, Instance> known = new HashMap<>();
    /** When an instance was last heard of, by the monotonic clock: a wall clock that jumps makes nobody old. */
    private final Map<String, Long> heardNanos = new HashMap<>();
    /** The highest number of a batch there is. */
    long lastBatch;
    /** The highest number of a run of invocations there is. */
    long lastRun;

    /** Reads it anew from what is stored. */
    void load(Connection connection) throws SQLException {
        Map<String, Instance> before = known;
        Map<String, Instance> stored = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT instance, last_sequence, coalesce(n.last, 0), "
                        + "coalesce(o.last, 0), secret_hash FROM instances LEFT JOIN (SELECT instance, max(name) AS last FROM names "
                        + "GROUP BY instance) n USING (instance) LEFT JOIN (SELECT instance, max(node) AS last FROM nodes "
                        + "GROUP BY instance) o USING (instance)")) {
            while (row.next()) {
                Instance it = before.get(row.getString(1));
                stored.put(row.getString(1), new Instance(row.getLong(2), row.getInt(3), row.getInt(4), 0,
                        row.getString(5), it == null ? Clock.UNKNOWN : it.clock()));
            }
        }
        known = stored;
        heardNanos.keySet().retainAll(known.keySet());
        lastBatch = Math.max(0, Database.number(connection, "SELECT max(batch) FROM batches"));
        lastRun = Database.number(connection, "SELECT max(run) FROM invocation_runs");
    }

    /** What is known of it, or null. */
    Instance get(String instance) {
        return known.get(instance);
    }

    void heard(Map<String, Instance> changed) {
        known.putAll(changed);
        long now = System.nanoTime();
        changed.keySet().forEach(instance -> heardNanos.put(instance, now));
    }

    /** Whether it may be connected. */
    boolean isLive(String instance) {
        Long heard = heardNanos.get(instance);
        return heard != null && System.nanoTime() - heard < CONNECTED_NANOS;
    }

    void remove(String instance) {
        known.remove(instance);
        heardNanos.remove(instance);
    }
}
