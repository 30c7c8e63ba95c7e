package sim.server;

import java.io.IOException;
import java.nio.file.Path;

/** Gives tests a {@link LiveServer}. */
public final class InLiveServer extends Served<LiveServer> {
    public InLiveServer() {
        super(LiveServer.class);
    }

    @Override
    protected LiveServer start(Path folder) throws IOException {
        return new LiveServer(folder);
    }
}
