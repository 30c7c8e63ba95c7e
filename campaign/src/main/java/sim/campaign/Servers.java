package sim.campaign;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The server that rounds share, so that it grows old; a new one after one that broke. */
final class Servers implements AutoCloseable {
    private final Place place;
    private final WayIn wayIn;
    private final Watch watch;
    private final Report report;
    private Server shared;
    private int made;

    Servers(Place place, WayIn wayIn, Watch watch, Report report) {
        this.place = place;
        this.wayIn = wayIn;
        this.watch = watch;
        this.report = report;
    }

    /** Up and well. */
    synchronized Server shared() throws IOException, InterruptedException {
        if (shared == null) {
            Path data = place.work().resolve("data-" + ++made);
            shared = new Server(place, wayIn, "server-" + made, place.work(), data, watch, List.of(),
                    Campaign.SERVER_FLAGS,
                    List.of());
            if (!shared.start()) {
                throw new IOException("the server does not start: " + shared.child().complaints());
            }
        }
        return shared;
    }

    /** After a round: is it well? Where the round was wrong the next one gets a new one, with a store of its own. */
    synchronized void look(Account account) throws InterruptedException {
        if (shared == null) { // a round at the same time was wrong, and has ended it
            return;
        }
        String ill = null;
        if (!shared.isUp()) {
            ill = "the server is gone, with " + shared.child().exitCode();
        } else {
            try {
                int status = shared.ask("/api/v1/health").statusCode();
                ill = status == 200 ? null : "the server's health answers " + status;
            } catch (IOException silent) {
                ill = "the server does not answer: " + silent;
            }
        }
        for (String line : shared.child().complaints()) {
            if (line.startsWith("\tat ") || line.contains("OutOfMemoryError") || line.contains("INTERNAL Error")) {
                ill = "the server says: " + line;
                break;
            }
        }
        if (ill != null) {
            account.fault(ill);
        }
        if (!account.faults().isEmpty()) {
            finish();
        }
    }

    /** Ends it in order. */
    synchronized void finish() throws InterruptedException {
        if (shared != null) {
            if (shared.isUp() && !shared.end()) {
                report.fault("the server did not end within 30 s of SIGTERM");
            }
            report.serverLines(shared.child().complaints());
            shared = null;
        }
    }

    @Override
    public void close() throws InterruptedException {
        if (shared != null) {
            shared.close();
        }
    }
}
