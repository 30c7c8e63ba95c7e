package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The names of a payload probe's event types. Each instance numbers its own. One thread. */
final class EventTypes {
    private final Map<String, List<String>> names = new HashMap<>();

    private EventTypes() {}

    /** @param probe the probe's class or key */
    static EventTypes read(Question question, String probe) {
        EventTypes types = new EventTypes();
        question.each("SELECT instance, probe, types FROM payload_probes WHERE type = ? ORDER BY batch", row -> {
            List<String> each = new ArrayList<>();
            JsonMapper.shared().readTree(row.getString("types"))
                    .forEach(type -> each.add(type.path("name").asString()));
            types.names.put(key(row), each);
        }, probe);
        return types;
    }

    /** The name of a row's type; null for the default type. */
    String of(ResultSet row) throws SQLException {
        int type = row.getInt("type");
        List<String> known = names.get(key(row));
        return type < 0 || known == null || type >= known.size() ? null : known.get(type);
    }

    private static String key(ResultSet row) throws SQLException {
        return row.getString("instance") + " " + row.getInt("probe");
    }
}
