package sim.payload.library.http;

import sim.payload.embedded.SplitProbe;

/** Requests a server handles, by method and path pattern; each is a payload too. */
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
