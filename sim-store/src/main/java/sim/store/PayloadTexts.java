package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBConnection;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRow;
import sim.wire.Sections;

/**
 * The descriptions of payloads, and the lines of telemetries, by which an application's sums are told apart. Payloads of any other
 * description count at {@link Places#OTHER}, and so do readings of any other line, at every step and in the head: no total changes when rows
 * are rolled up. Rows of instances have all of them. Guarded by the database's writing lock.
 */
final class PayloadTexts {
    static final String TABLE = "payload_texts";
    /** A text is that of the telemetry and that of its line, with {@link #BETWEEN} between them. */
    static final String LINES = "payload_lines";
    /** As SQL writes it. */
    static final String BETWEEN = "chr(10)";
    /** Descriptions of a payload probe. */
    static final int MOST = 5_000;
    /** What those of an application may take in memory. */
    static final long MOST_BYTES = 16L << 20;
    /** Lines of a payload probe. A program with SIM has a few. */
    static final int MOST_LINES = 500;
    /** What those of an application may take in memory. */
    static final long MOST_LINE_BYTES = 4L << 20;

    private final Texts texts = new Texts(TABLE, MOST, MOST_BYTES, 4 * MOST_BYTES);
    private final Texts lines = new Texts(LINES, MOST_LINES, MOST_LINE_BYTES, 4 * MOST_LINE_BYTES);

    /** Stores the descriptions and lines that a group of batches brings first. */
    void note(DuckDBConnection connection, List<IncomingBatch> group) throws SQLException {
        List<IncomingBatch> having = group.stream().filter(e -> !rows(e).isEmpty() || !points(e).isEmpty()).toList();
        if (having.isEmpty()) {
            return;
        }
        Map<String, Map<Integer, Integer>> numbers = numbers(connection, having);
        for (IncomingBatch e : having) {
            String application = e.before().application();
            Map<Integer, Integer> probes = numbers.get(e.instance());
            for (PayloadRow row : rows(e)) {
                texts.takes(connection, application, probes.getOrDefault(row.probe(), 0), row.text());
            }
            for (PayloadPoint point : points(e)) {
                if (!lines.takes(connection, application, probes.getOrDefault(point.probe(), 0),
                        point.telemetry() + '\n' + point.line())) {
                    e.counts().foldedLine();
                }
            }
            texts.shrink(connection, application);
            lines.shrink(connection, application);
        }
        texts.store(connection);
        lines.store(connection);
    }

    private static List<PayloadRow> rows(IncomingBatch e) {
        return e.batch().contents().of(Sections.PAYLOAD_ROWS);
    }

    private static List<PayloadPoint> points(IncomingBatch e) {
        return e.batch().contents().of(Sections.PAYLOAD_POINTS);
    }

    /** By instance, the number in sums of each of its payload probes: those that are stored, and those that come with them. */
    private static Map<String, Map<Integer, Integer>> numbers(Connection connection, List<IncomingBatch> having)
            throws SQLException {
        Map<String, Map<Integer, Integer>> numbers = new HashMap<>();
        having.forEach(e -> numbers.computeIfAbsent(e.instance(), added -> new HashMap<>()));
        try (PreparedStatement statement = connection.prepareStatement("SELECT instance, probe, number FROM "
                + "payload_probes WHERE instance IN (" + String.join(",", Collections.nCopies(numbers.size(), "?"))
                + ")")) {
            int i = 0;
            for (String instance : numbers.keySet()) {
                statement.setString(++i, instance);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    numbers.get(row.getString(1)).merge(row.getInt(2), row.getInt(3), Math::max);
                }
            }
        }
        for (IncomingBatch e : having) {
            for (PayloadProbeEntry probe : e.batch().contents().of(Sections.PAYLOAD_PROBES)) {
                numbers.get(e.instance()).merge(probe.id(), e.probes().get(probe.type()), Math::max);
            }
        }
        return numbers;
    }

    /** Forgets what is in memory: a transaction failed, and what it added is not stored. */
    void forget() {
        texts.forget();
        lines.forget();
    }
}
