package sim.server.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;
import sim.export.otlp.OtlpTarget;

/** Where the server sends what it stores, by OpenTelemetry's protocol. */
final class ServerOtlpOptions {
    @Option(names = "--otlp", paramLabel = "URL", description = "sends metrics, and contexts and kept calls as spans, to a receiver of OTLP, such as http://127.0.0.1:4318")
    private URI url;

    @Option(names = "--otlp-protocol", defaultValue = "http", description = "http (protobuf over HTTP) or grpc (default: ${DEFAULT-VALUE})")
    private String protocol;

    @Option(names = "--otlp-headers", paramLabel = "FILE", description = "a file with headers for the receiver, such as Authorization: Bearer TOKEN; one a line")
    private Path headers;

    @Option(names = "--otlp-every", defaultValue = "30s", converter = AgeConverter.class, description = "how often metrics are sent, with s, m, h or d (default: ${DEFAULT-VALUE})")
    private Duration every;

    /** Null where nothing is to be sent. */
    OtlpTarget target() {
        if (url == null) {
            return null;
        }
        Map<String, String> sent = headers();
        ReceiverUrl.look("--otlp", url, "http://127.0.0.1:4318",
                sent.isEmpty() ? "" : " and the headers of " + headers);
        return new OtlpTarget(url, switch (protocol) {
            case "http" -> OtlpTarget.Protocol.HTTP;
            case "grpc" -> OtlpTarget.Protocol.GRPC;
            default -> throw new IllegalStateException("--otlp-protocol " + protocol + " is neither http nor grpc");
        }, sent, every);
    }

    /** From a file: everybody on the machine can read a command line. */
    private Map<String, String> headers() {
        Map<String, String> read = new LinkedHashMap<>();
        if (headers == null) {
            return read;
        }
        SecretFile.look("the headers", headers);
        try {
            for (String line : Files.readAllLines(headers)) {
                int colon = line.indexOf(':');
                if (line.isBlank()) {
                    continue;
                }
                if (colon < 1) {
                    throw new IllegalStateException("--otlp-headers " + headers
                            + " has a line without a colon; write NAME: VALUE in each");
                }
                read.put(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
            }
        } catch (IOException unreadable) {
            throw new IllegalStateException("--otlp-headers " + headers + " cannot be read ("
                    + unreadable.getMessage() + "); name a file of lines NAME: VALUE", unreadable);
        }
        return read;
    }
}
