package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;

/**
 * The places of applications: one dictionary for all instances of an application, with numbers that outlive them. A node of an
 * instance gets its place when it is stored. Guarded by the database's writing lock.
 */
final class Places {
    /** Places of an application; what comes later counts at {@link #OTHER}, a place at the top. */
    static final int MOST = 200_000;
    /** What they may take in memory, with their names. */
    static final long MOST_BYTES = 64L << 20;
    static final String OTHER = SharedNames.OTHER;
    /**
     * Those whose instances said hello, one row each; and whether it outlives them, because one that sent batches is gone: sums stay for
     * longer. Who asks which there are reads no places.
     */
    static final String APPLICATIONS = "applications";
    /** What a place takes beside the characters of its names. */
    private static final int PLACE_BYTES = 180;
    /** What those kept in memory may take over all applications. */
    static final long MOST_IN_MEMORY = 96L << 20;

    private final int most;
    private final long mostBytes;
    private final Dictionaries<OfApplication> known = new Dictionaries<>(MOST_IN_MEMORY, Places::read);

    Places() {
        this(MOST, MOST_BYTES);
    }

    /**
     * @param most places of an application
     * @param mostBytes what they may take
     */
    Places(int most, long mostBytes) {
        this.most = most;
        this.mostBytes = mostBytes;
    }

    /** Finds the places of all nodes that a group of batches brings, and stores the new ones. */
    void map(DuckDBConnection connection, List<IncomingBatch> group) throws SQLException {
        Wanted wanted = new Wanted();
        for (IncomingBatch e : group) {
            wanted.look(e);
        }
        if (wanted.isEmpty()) {
            return;
        }
        wanted.read(connection);
        DuckDBAppender out = connection.createAppender("places");
        try (out) {
            for (IncomingBatch e : group) {
                if (!e.batch().nodes().isEmpty()) {
                    map(connection, e, wanted, out);
                }
            }
            out.flush();
        }
    }

    private void map(Connection connection, IncomingBatch e, Wanted wanted, DuckDBAppender out) throws SQLException {
        String application = e.before().application();
        OfApplication places = known.of(connection, application);
        Map<Integer, NameEntry> names = wanted.names.get(e.instance());
        Map<Integer, Integer> parents = wanted.parents.getOrDefault(e.instance(), Map.of());
        for (NodeEntry node : e.batch().nodes()) {
            Integer parent = node.parent() == 0 ? Integer.valueOf(0) : e.places().get(node.parent());
            if (parent == null) {
                parent = parents.getOrDefault(node.parent(), 0);
            }
            NameEntry name = names.get(node.name());
            Place place = new Place(parent, SharedNames.stable(name.owner()), name.member());
            Integer number = places.numbers.get(place);
            if (number == null && (places.numbers.size() >= most || places.bytes >= mostBytes)) {
                place = new Place(0, OTHER, "");
                number = places.numbers.get(place);
            }
            if (number == null) {
                number = places.numbers.size() + 1;
                places.put(place, number);
                out.beginRow().append(application).append(number.intValue()).append(place.parent)
                        .append(place.owner).append(place.member).endRow();
            }
            e.places().put(node.id(), number);
        }
        known.shrink(application, out::flush);
    }

    /** An instance said hello. */
    static void introduce(Connection connection, String application) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + APPLICATIONS + " SELECT ?, false "
                + "WHERE NOT EXISTS (SELECT 1 FROM " + APPLICATIONS + " WHERE application = ?)")) {
            insert.setString(1, application);
            insert.setString(2, application);
            insert.execute();
        }
    }

    private static OfApplication read(Connection connection, String application) throws SQLException {
        OfApplication places = new OfApplication();
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT place, parent, owner, member FROM places WHERE application = ?")) {
            statement.setString(1, application);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    places.put(new Place(row.getInt(2), row.getString(3), row.getString(4)), row.getInt(1));
                }
            }
        }
        return places;
    }

    /** What is in memory, about. */
    long bytes() {
        return known.bytes();
    }

    /** Forgets what is in memory: a transaction failed, and what it added is not stored. */
    void forget() {
        known.forget();
    }

    private record Place(int parent, String owner, String member) {}

    /** An application's. */
    private static final class OfApplication implements Dictionaries.Dictionary {
        final Map<Place, Integer> numbers = new HashMap<>();
        long bytes;

        void put(Place place, Integer number) {
            numbers.put(place, number);
            bytes += PLACE_BYTES + place.owner.length() + place.member.length();
        }

        @Override
        public long bytes() {
            return bytes;
        }
    }

    /** Names and callers of new nodes that came with earlier batches; read with one statement for a group. */
    private static final class Wanted {
        final Map<String, Map<Integer, NameEntry>> names = new HashMap<>();
        final Map<String, Map<Integer, Integer>> parents = new HashMap<>();
        private final Map<String, Map<Integer, Boolean>> ids = new HashMap<>();
        private boolean any;

        void look(IncomingBatch e) {
            if (e.batch().nodes().isEmpty()) {
                return;
            }
            any = true;
            Map<Integer, NameEntry> own = names.computeIfAbsent(e.instance(), added -> new HashMap<>());
            e.batch().names().forEach(name -> own.put(name.id(), name));
            Map<Integer, Boolean> nodes = new HashMap<>();
            for (NodeEntry node : e.batch().nodes()) {
                nodes.put(node.id(), true);
                if (!own.containsKey(node.name())) {
                    want(e.instance(), -node.name());
                }
                if (node.parent() != 0 && !nodes.containsKey(node.parent())) {
                    want(e.instance(), node.parent());
                }
            }
        }

        /** A node by its number, a name by its number below 0. */
        private void want(String instance, int id) {
            ids.computeIfAbsent(instance, added -> new HashMap<>()).put(id, true);
        }

        boolean isEmpty() {
            return !any;
        }

        void read(DuckDBConnection connection) throws SQLException {
            if (ids.isEmpty()) {
                return;
            }
            try (DuckDBAppender out = connection.createAppender("temp", "main", Staging.WANTED)) {
                for (Map.Entry<String, Map<Integer, Boolean>> of : ids.entrySet()) {
                    for (int id : of.getValue().keySet()) {
                        out.beginRow().append(of.getKey()).append(id).endRow();
                    }
                }
                out.flush();
            }
            try (java.sql.Statement statement = connection.createStatement()) {
                try (ResultSet row = statement.executeQuery("SELECT n.instance, n.name, n.owner, n.member FROM names n "
                        + "JOIN " + Staging.WANTED + " w ON w.instance = n.instance AND w.id = -n.name")) {
                    while (row.next()) {
                        names.get(row.getString(1)).put(row.getInt(2),
                                new NameEntry(row.getInt(2), row.getString(3), row.getString(4)));
                    }
                }
                try (ResultSet row = statement.executeQuery("SELECT n.instance, n.node, n.place FROM nodes n JOIN "
                        + Staging.WANTED + " w ON w.instance = n.instance AND w.id = n.node")) {
                    while (row.next()) {
                        parents.computeIfAbsent(row.getString(1), added -> new HashMap<>()).put(row.getInt(2),
                                row.getInt(3));
                    }
                }
                statement.execute("DELETE FROM " + Staging.WANTED);
            }
        }
    }
}
