package sim.server.cli;

import java.net.URI;
import picocli.CommandLine.Option;
import sim.export.zipkin.ZipkinTarget;

/** Where the server sends contexts and kept calls, in Zipkin's format. */
final class ServerZipkinOptions {
    @Option(names = "--zipkin", paramLabel = "URL", description = "sends contexts and kept calls as spans to Zipkin, such as http://127.0.0.1:9411")
    private URI url;

    /** Null where nothing is to be sent. */
    ZipkinTarget target() {
        if (url != null && (!"http".equals(url.getScheme()) && !"https".equals(url.getScheme())
                || url.getHost() == null)) {
            throw new IllegalStateException(
                    "--zipkin " + url + " is no URL of http or https; write it as http://127.0.0.1:9411");
        }
        return url == null ? null : new ZipkinTarget(url);
    }
}
