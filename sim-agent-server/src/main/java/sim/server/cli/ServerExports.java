package sim.server.cli;

import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.server.export.ExportedStore;
import sim.server.export.StorePlaces;
import sim.export.totals.Totals;
import sim.server.loop.Loop;
import sim.server.query.DuckDbAnswers;
import sim.server.query.QueryGate;
import sim.server.store.DuckDbStore;

/** What counts and hands on what the store gets. The store is to be closed after it. */
final class ServerExports implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerExports.class);
    private static final Duration SAVE = Duration.ofSeconds(2);

    private final StorePlaces places;
    private final Totals totals;
    private final ExportedStore store;
    private final Loop saving;

    ServerExports(Path data, DuckDbStore kept) {
        this.places = new StorePlaces(new DuckDbAnswers(kept),
                new QueryGate(QueryGate.Limits.standard(), kept::behindNanos));
        this.totals = new Totals(data, places);
        this.store = new ExportedStore(kept, totals);
        this.saving = Loop.every("sim-totals", SAVE, totals::save,
                failure -> LOG.warn("the exported totals cannot be kept: {}", String.valueOf(failure.getMessage())));
    }

    /** The store that tells of what it gets. */
    ExportedStore store() {
        return store;
    }

    @Override
    public void close() {
        saving.close();
        totals.close();
        places.close();
    }
}
