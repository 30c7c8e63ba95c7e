package sim.store;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;
import sim.model.snapshot.KindRecord;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;

/**
 * The kinds of contexts, and the telemetries, by which an application's sums are told apart. Contexts of any other kind count at
 * {@link Places#OTHER}, and so do readings of any other telemetry, at every step and in the head: no total changes when rows are rolled up.
 * A process has bounds of its own; a name with an id in it makes each of its starts bring others. Rows of instances have all of them. The
 * platform's own measures need no room. Guarded by the database's writing lock.
 */
final class SummedNames {
    static final String KINDS = "kind_texts";
    static final String TELEMETRIES = "telemetry_texts";
    /** Kinds of an application: five times what a process has as it comes. */
    static final int MOST_KINDS = 5_000;
    /** What those of an application may take in memory. */
    static final long MOST_KIND_BYTES = 8L << 20;
    /** Telemetries of an application: ten times what a process has at most. */
    static final int MOST_TELEMETRIES = 1_000;
    /** What those of an application may take in memory. */
    static final long MOST_TELEMETRY_BYTES = 1L << 20;
    private static final Set<String> PLATFORM = Stream.of(PlatformMeasure.values()).map(PlatformMeasure::label)
            .collect(Collectors.toSet());
    /** Whether a name is one of the platform's own, as SQL asks it. */
    static final String IS_PLATFORMS = "t.name IN ("
            + PLATFORM.stream().sorted().map(Literals::text).collect(Collectors.joining(", ")) + ")";

    private final Texts kinds = new Texts(KINDS, MOST_KINDS, MOST_KIND_BYTES, 4 * MOST_KIND_BYTES);
    private final Texts telemetries = new Texts(TELEMETRIES, MOST_TELEMETRIES, MOST_TELEMETRY_BYTES,
            4 * MOST_TELEMETRY_BYTES);

    /** Stores the names that a group of batches brings first, and counts what has none. */
    void note(DuckDBConnection connection, List<IncomingBatch> group) throws SQLException {
        for (IncomingBatch e : group) {
            String application = e.before().application();
            for (KindRecord kind : e.batch().kinds()) {
                if (!takes(kinds, connection, application, kind.name() + '\n' + kind.tag())) {
                    e.counts().foldedContexts(kind.contexts());
                }
            }
            for (PlatformSample sample : e.batch().platform()) {
                for (String name : sample.values().keySet()) {
                    if (!PLATFORM.contains(name) && !takes(telemetries, connection, application, name)) {
                        e.counts().foldedReading();
                    }
                }
            }
            kinds.shrink(connection, application);
            telemetries.shrink(connection, application);
        }
        kinds.store(connection);
        telemetries.store(connection);
    }

    private static boolean takes(Texts texts, DuckDBConnection connection, String application, String text)
            throws SQLException {
        return texts.takes(connection, application, Texts.NO_PROBE, text);
    }

    /** Forgets what is in memory: a transaction failed, and what it added is not stored. */
    void forget() {
        kinds.forget();
        telemetries.forget();
    }
}
