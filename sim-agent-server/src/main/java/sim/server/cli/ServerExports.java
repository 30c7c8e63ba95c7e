package sim.server.cli;

import java.nio.file.Path;
import sim.server.export.ExportedStore;
import sim.server.export.totals.StorePlaces;
import sim.server.export.totals.Totals;
import sim.server.query.DuckDbAnswers;
import sim.server.query.QueryGate;
import sim.server.store.DuckDbStore;

/** What counts and hands on what the store gets. The store is to be closed after it. */
final class ServerExports implements AutoCloseable {
    private final StorePlaces places;
    private final Totals totals;
    private final ExportedStore store;

    ServerExports(Path data, DuckDbStore kept) {
        this.places = new StorePlaces(new DuckDbAnswers(kept),
                new QueryGate(QueryGate.Limits.standard(), kept::behindNanos));
        this.totals = new Totals(data, places);
        this.store = new ExportedStore(kept, totals);
    }

    /** The store that tells of what it gets. */
    ExportedStore store() {
        return store;
    }

    @Override
    public void close() {
        totals.close();
        places.close();
    }
}
