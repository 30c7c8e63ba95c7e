package sim.server.http;

import java.io.IOException;
import java.nio.file.Path;
import sim.server.Served;
import sim.store.DuckDbStore;

/** Gives tests an {@link AskedServer}. */
public final class InAskedServer extends Served<AskedServer> {
    public InAskedServer() {
        super(AskedServer.class);
    }

    @Override
    protected AskedServer start(Path folder) throws IOException {
        return new AskedServer(new DuckDbStore(folder));
    }
}
