package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRow;
import sim.wire.Sections;

/**
 * The descriptions of payloads by which an application's sums are told apart: the first of each payload probe, as many as a bound allows.
 * Payloads of any other count at {@link Places#OTHER}, at every step and in the head, so no total changes when rows are rolled up. Rows
 * of instances have all descriptions. Guarded by the database's writing lock.
 */
final class PayloadTexts {
    static final String TABLE = "payload_texts";
    /** Descriptions of a payload probe: one whose descriptions never end takes none of the room of others. */
    static final int MOST = 5_000;
    /** What those of an application may take in memory. */
    static final long MOST_BYTES = 16L << 20;
    /** What those kept in memory may take over all applications. */
    private static final long MOST_IN_MEMORY = 64L << 20;
    /** What a description takes beside its characters. */
    private static final int TEXT_BYTES = 120;

    private final int most;
    private final long mostBytes;
    /** The one that was asked for longest ago first. */
    private final Map<String, OfApplication> known = new LinkedHashMap<>(16, 0.75f, true);

    PayloadTexts() {
        this(MOST, MOST_BYTES);
    }

    /**
     * @param most descriptions of a payload probe
     * @param mostBytes what those of an application may take
     */
    PayloadTexts(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    static String create() {
        return "CREATE TABLE " + TABLE + "(application VARCHAR, probe INTEGER, text VARCHAR)";
    }

    /** Stores the descriptions that a group of batches brings first. */
    void note(DuckDBConnection connection, List<IncomingBatch> group) throws SQLException {
        List<IncomingBatch> having = group.stream().filter(e -> !rows(e).isEmpty()).toList();
        if (having.isEmpty()) {
            return;
        }
        Map<String, Map<Integer, Integer>> numbers = numbers(connection, having);
        DuckDBAppender out = connection.createAppender(TABLE);
        try (out) {
            for (IncomingBatch e : having) {
                String application = e.before().application();
                OfApplication texts = load(connection, application);
                Map<Integer, Integer> probes = numbers.get(e.instance());
                for (PayloadRow row : rows(e)) {
                    int probe = probes.getOrDefault(row.probe(), 0);
                    if (texts.takes(probe, row.text(), most, mostBytes)) {
                        texts.put(probe, row.text());
                        out.beginRow().append(application).append(probe).append(row.text()).endRow();
                    }
                }
                shrink(application, out);
            }
            out.flush();
        }
    }

    private static List<PayloadRow> rows(IncomingBatch e) {
        return e.batch().contents().of(Sections.PAYLOAD_ROWS);
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

    private OfApplication load(Connection connection, String application) throws SQLException {
        OfApplication texts = known.get(application);
        if (texts == null) {
            texts = new OfApplication();
            try (PreparedStatement statement = connection
                    .prepareStatement("SELECT probe, text FROM " + TABLE + " WHERE application = ?")) {
                statement.setString(1, application);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        texts.put(row.getInt(1), row.getString(2));
                    }
                }
            }
            known.put(application, texts);
        }
        return texts;
    }

    /** What goes may be wanted again by the same group: it is read with what the group has added. */
    private void shrink(String but, DuckDBAppender out) throws SQLException {
        long all = known.values().stream().mapToLong(texts -> texts.bytes).sum();
        Iterator<Map.Entry<String, OfApplication>> each = known.entrySet().iterator();
        while (all > MOST_IN_MEMORY && each.hasNext()) {
            Map.Entry<String, OfApplication> eldest = each.next();
            if (!eldest.getKey().equals(but)) {
                out.flush();
                all -= eldest.getValue().bytes;
                each.remove();
            }
        }
    }

    /** Forgets what is in memory: a transaction failed, and what it added is not stored. */
    void forget() {
        known.clear();
    }

    private static final class OfApplication {
        private final Map<Integer, Set<String>> ofProbes = new HashMap<>();
        private long bytes;

        boolean takes(int probe, String text, int most, long mostBytes) {
            Set<String> texts = ofProbes.getOrDefault(probe, Set.of());
            return !texts.contains(text) && texts.size() < most && bytes < mostBytes;
        }

        void put(int probe, String text) {
            ofProbes.computeIfAbsent(probe, added -> new HashSet<>()).add(text);
            bytes += TEXT_BYTES + text.length();
        }
    }
}
