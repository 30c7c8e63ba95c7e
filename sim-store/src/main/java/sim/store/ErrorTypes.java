package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.StackRecord;
import sim.model.text.Text;
import sim.wire.Sections;

/**
 * The types of exceptions that an application may have: the first so many, cut to a length. Any other is stored as {@link Places#OTHER}, in the
 * head and so in all sums. A program with SIM has at most a thousand; whoever forges batches could have sums grow without end. Guarded by the
 * database's writing lock.
 */
final class ErrorTypes {
    static final String TABLE = "error_types";
    /** Types of an application. */
    static final int MOST = 2_000;
    /** Characters of a type. */
    static final int LONGEST = 1_000;
    /** Applications whose types are kept in memory. */
    private static final int MOST_KNOWN = 50;

    /** The one that was asked for longest ago first. */
    private final Map<String, Set<String>> known = new LinkedHashMap<>(16, 0.75f, true);

    static String create() {
        return "CREATE TABLE " + TABLE + "(application VARCHAR, type VARCHAR)";
    }

    /** Finds as what the types of a group of batches are stored, and stores the new ones. */
    void map(DuckDBConnection connection, List<IncomingBatch> group) throws SQLException {
        Map<String, Set<String>> added = new HashMap<>();
        for (IncomingBatch e : group) {
            String application = e.before().application();
            for (FailureRecord failure : e.batch().contents().of(Sections.FAILURES)) {
                map(connection, application, failure.type(), e, added);
            }
            for (StackRecord stack : e.batch().contents().of(Sections.STACKS)) {
                map(connection, application, stack.type(), e, added);
            }
        }
        if (!added.isEmpty()) {
            store(connection, added);
        }
        while (known.size() > MOST_KNOWN) {
            known.remove(known.keySet().iterator().next());
        }
    }

    private static void store(DuckDBConnection connection, Map<String, Set<String>> added) throws SQLException {
        try (DuckDBAppender out = connection.createAppender(TABLE)) {
            for (Map.Entry<String, Set<String>> each : added.entrySet()) {
                for (String type : each.getValue()) {
                    out.beginRow().append(each.getKey()).append(type).endRow();
                }
            }
            out.flush();
        }
    }

    private void map(Connection connection, String application, String said, IncomingBatch e,
            Map<String, Set<String>> added) throws SQLException {
        if (e.types().containsKey(said)) {
            return;
        }
        Set<String> types = load(connection, application);
        String type = Text.cut(said, LONGEST);
        if (!types.contains(type)) {
            if (types.size() >= MOST) {
                type = Places.OTHER;
            } else {
                types.add(type);
                added.computeIfAbsent(application, any -> new HashSet<>()).add(type);
            }
        }
        e.types().put(said, type);
    }

    private Set<String> load(Connection connection, String application) throws SQLException {
        Set<String> types = known.get(application);
        if (types == null) {
            types = new HashSet<>();
            try (PreparedStatement statement = connection
                    .prepareStatement("SELECT type FROM " + TABLE + " WHERE application = ?")) {
                statement.setString(1, application);
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        types.add(row.getString(1));
                    }
                }
            }
            known.put(application, types);
        }
        return types;
    }

    /** Forgets what is in memory: a transaction failed, and what it added is not stored. */
    void forget() {
        known.clear();
    }
}
