package sim.campaign;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import sim.wire.tls.TlsFiles;

/** How one comes in to the servers of a campaign: in the clear or over TLS, with tokens or without. Any thread. */
final class WayIn {
    /** Whom a server of the campaign lets in. */
    enum Tokens {
        /** Everybody: there are none. */
        NONE,
        /** The applications. Strangers have no token. */
        HONEST,
        /** The applications, and strangers who have the same token. */
        ALL
    }

    static final WayIn OPEN = new WayIn(null, Tokens.NONE, null, null);

    private final Path certs;
    private final Tokens tokens;
    /** With {@code tokens.json} and the texts of the tokens. */
    private final Path folder;
    private final SSLContext trusting;

    private WayIn(Path certs, Tokens tokens, Path folder, SSLContext trusting) {
        this.certs = certs;
        this.tokens = tokens;
        this.folder = folder;
        this.trusting = trusting;
    }

    /** Makes certificates and tokens with the server's own commands, in a folder of the campaign. */
    static WayIn make(Place place, boolean tls, Tokens tokens) throws IOException, InterruptedException {
        if (!tls && tokens == Tokens.NONE) {
            return OPEN;
        }
        Path folder = Files.createDirectories(place.work().resolve("way-in"));
        Path certs = null;
        SSLContext trusting = null;
        if (tls) {
            certs = folder.resolve("certs");
            command(place, folder.resolve("certs.out"), "certs", "--out", certs.toString());
            try {
                trusting = new TlsFiles(null, null, certs.resolve("ca.pem"), null).context();
            } catch (GeneralSecurityException unusable) {
                throw new IOException(unusable);
            }
        }
        if (tokens != Tokens.NONE) {
            command(place, folder.resolve("ship"), "token", "add", "ship", "--role", "ship", "--data",
                    folder.toString());
            command(place, folder.resolve("ask"), "token", "add", "ask", "--role", "admin", "--data",
                    folder.toString());
        }
        return new WayIn(certs, tokens, folder, trusting);
    }

    private static void command(Place place, Path out, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(place.java(), "-jar", place.serverJar().toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " ended with " + process.exitValue());
        }
    }

    /** What a server is started with. Puts the tokens into its data directory, if it has none yet. */
    List<String> serverOptions(Path data) throws IOException {
        if (tokens != Tokens.NONE && !Files.exists(data.resolve("tokens.json"))) {
            Files.createDirectories(data);
            Files.copy(folder.resolve("tokens.json"), data.resolve("tokens.json"),
                    StandardCopyOption.COPY_ATTRIBUTES);
        }
        return certs == null ? List.of() : List.of("--tls-cert", certs.resolve("server.pem").toString());
    }

    /** What an application is started with, so that it ships to a port. */
    String agentOptions(int port) {
        return "server=" + (certs == null ? "" : "tls://") + "127.0.0.1:" + port
                + (certs == null ? "" : ",tls.trust=" + certs.resolve("ca.pem"))
                + (tokens == Tokens.NONE ? "" : ",token.file=" + folder.resolve("ship"));
    }

    /** Whether strangers are let in, with a token or without. */
    boolean admitsStrangers() {
        return tokens != Tokens.HONEST;
    }

    /** The token of a peer by hand; empty for none. */
    String token(boolean stranger) throws IOException {
        return tokens == Tokens.NONE || stranger && tokens == Tokens.HONEST
                ? ""
                : Files.readString(folder.resolve("ship")).strip();
    }

    /** What the frames of a connection go through. */
    Socket around(Socket connected) throws IOException {
        if (trusting == null) {
            return connected;
        }
        return trusting.getSocketFactory().createSocket(connected, "127.0.0.1", connected.getPort(), true);
    }

    HttpClient http() {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(60));
        return (trusting == null ? builder : builder.sslContext(trusting)).build();
    }

    /** The beginning of the page's addresses. */
    String address(int port) {
        return (certs == null ? "http" : "https") + "://127.0.0.1:" + port;
    }

    HttpRequest.Builder asking(HttpRequest.Builder request) throws IOException {
        String authorization = authorization();
        return authorization.isEmpty() ? request : request.header("Authorization", authorization);
    }

    /** The value of the header; empty for none. */
    String authorization() throws IOException {
        return tokens == Tokens.NONE ? "" : "Bearer " + Files.readString(folder.resolve("ask")).strip();
    }
}
