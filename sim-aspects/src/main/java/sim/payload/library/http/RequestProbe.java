package sim.payload.library.http;

import sim.payload.embedded.SplitProbe;

/** Requests that a server handles, by method and path pattern. Each is also a payload. */
public final class RequestProbe extends SplitProbe {
    @Override
    public String getName() {
        return "HTTP server";
    }

    @Override
    public String getDescription() {
        return "Requests by method and path, with ids in paths replaced by {id}";
    }

    @Override
    public boolean isPayloads() {
        return true;
    }
}
