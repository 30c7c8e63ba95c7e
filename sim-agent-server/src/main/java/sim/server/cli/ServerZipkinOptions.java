package sim.server.cli;

import java.net.URI;
import picocli.CommandLine.Option;
import sim.export.zipkin.ZipkinTarget;

/** Where the server sends contexts and kept calls, in Zipkin's format. */
final class ServerZipkinOptions {
    @Option(names = "--zipkin", paramLabel = "URL", description = "sends contexts and kept calls as spans to Zipkin, such as http://127.0.0.1:9411; without headers")
    private URI url;

    /** Null where nothing is to be sent. */
    ZipkinTarget target() {
        if (url == null) {
            return null;
        }
        ReceiverUrl.look("--zipkin", url, "http://127.0.0.1:9411", "");
        return new ZipkinTarget(url);
    }
}
