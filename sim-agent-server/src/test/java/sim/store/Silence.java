package sim.store;

import java.nio.file.Path;
import java.sql.Statement;

/** Has the instances of a store silent for so long that none may be connected: a store says that of those alone that it has not heard of since its start. */
public final class Silence {
    private Silence() {}

    /** Of a store that was opened after they were heard of. */
    public static void of(DuckDbStore store) {
        store.query(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("UPDATE instances SET last_seen_micros = last_seen_micros - 3600000000");
            }
        });
    }

    /** Of one that is closed. */
    public static void of(Path folder) {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            of(store);
        }
    }
}
