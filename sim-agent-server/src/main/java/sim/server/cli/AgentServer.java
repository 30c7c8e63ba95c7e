package sim.server.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import picocli.CommandLine.Option;
import sim.wire.tls.ClearText;
import sim.wire.tls.Cures;
import sim.wire.tls.TlsFiles;
import sim.wire.tls.TokenText;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The agent server a command asks. */
final class AgentServer {
    private static final String FROM = ". A command reads its token from --token-file, SIM_TOKEN_FILE or SIM_TOKEN";

    private String server;

    @Option(names = "--token-file", paramLabel = "FILE", description = "a file whose first line is the token; otherwise SIM_TOKEN_FILE names it, or SIM_TOKEN is the token")
    private Path tokenFile;

    @Option(names = "--tls-trust", paramLabel = "FILE", description = "the authorities of an https server, PEM or PKCS#12 (default: those of Java, or what SIM_TLS_TRUST names)")
    private Path trust;

    @Option(names = "--insecure", description = "sends the token to another machine although the server has no TLS, so that whoever is on the way can read and use it")
    private boolean insecure;

    /** How long it has to take a connection, TLS included: a busy machine takes seconds to load that. Tests alone shorten it. */
    Duration patience = Duration.ofSeconds(30);

    private boolean told;
    /** What the last answer said it was sent at, or null. */
    private String date;

    /** A host and a port alone mean HTTP. */
    @Option(names = "--server", defaultValue = "http://127.0.0.1:7421", description = "the agent server (default: ${DEFAULT-VALUE})")
    void setServer(String written) {
        server = (written.contains("://") ? written : "http://" + written).replaceAll("/+$", "");
    }

    /**
     * What it answers.
     *
     * @param query parameters; those that are null are left out
     * @throws IllegalStateException with one line when there is no answer, or it is a refusal
     */
    JsonNode get(String path, Map<String, String> query) throws IOException, InterruptedException {
        return read(bytes(path, query));
    }

    /** The same as the bytes it answers. */
    byte[] bytes(String path, Map<String, String> query) throws IOException, InterruptedException {
        StringBuilder uri = new StringBuilder(server).append("/api/v1/").append(path);
        char separator = '?';
        for (Map.Entry<String, String> parameter : query.entrySet()) {
            if (parameter.getValue() != null) {
                uri.append(separator).append(parameter.getKey()).append('=')
                        .append(URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8));
                separator = '&';
            }
        }
        return answer(uri.toString(), HttpRequest.newBuilder());
    }

    /**
     * What it answers to a wish, which is sent as JSON.
     *
     * @throws IllegalStateException with one line when there is no answer, or it is a refusal
     */
    JsonNode post(String path, Map<String, ?> wish) throws IOException, InterruptedException {
        return read(answer(server + "/api/v1/" + path, HttpRequest.newBuilder()
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(wish)))));
    }

    /** Where it is, without a slash at its end. */
    String address() {
        return server;
    }

    /** The host it is on; one that no command can ask is refused before. */
    String host() {
        return URI.create(server).getHost();
    }

    /** Java's client asks no host whose name has other characters than letters, digits, dots and hyphens. */
    private void check() {
        try {
            if (URI.create(server).getHost() != null) {
                return;
            }
        } catch (IllegalArgumentException malformed) {
            // is no address either
        }
        throw new IllegalStateException("--server " + server
                + " names no host that can be asked: a host's name has letters, digits, dots and hyphens alone, so not _; "
                + "name another name of it, or its address");
    }

    /** By how much its clock is ahead of this machine's, to the second, as the last answer just now said; nothing where it did not. */
    Optional<Duration> clockAhead() {
        try {
            return Optional.ofNullable(date).map(text -> Duration.between(Instant.now().truncatedTo(ChronoUnit.SECONDS),
                    Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text))));
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }

    private byte[] answer(String uri, HttpRequest.Builder request) throws InterruptedException {
        check();
        HttpResponse<byte[]> response;
        AtomicBoolean begun = new AtomicBoolean();
        try {
            String token = token();
            if (!token.isEmpty()) {
                look(URI.create(uri));
                request.header("Authorization", "Bearer " + token);
            }
            response = client().send(request.uri(URI.create(uri)).build(), head -> {
                begun.set(true);
                return HttpResponse.BodySubscribers.ofByteArray();
            });
            date = response.headers().firstValue("Date").orElse(null);
        } catch (IOException | IllegalArgumentException unreachable) {
            if (begun.get()) {
                throw new IllegalStateException("--server " + server + " answered, and its answer broke off ("
                        + why(unreachable) + "); ask again: its log says why if it was the server, such as "
                        + "--query-time, and a proxy in between has a time of its own", unreachable);
            }
            if (unreachable instanceof HttpConnectTimeoutException) {
                throw new IllegalStateException("--server " + server + " does not answer in time (" + why(unreachable)
                        + " after " + patience.toSeconds()
                        + " s): it or this machine is too busy, a firewall drops what it is sent, "
                        + "or something else listens there; ask again, or look at its log", unreachable);
            }
            String cure = Cures.of(unreachable, "--server", "--tls-trust, or in SIM_TLS_TRUST");
            throw new IllegalStateException("--server " + server
                    + " is no agent server that answers (" + why(unreachable)
                    + "); " + (cure == null ? otherwise() : cure), unreachable);
        }
        if (response.statusCode() == 401 || response.statusCode() == 403) {
            throw new IllegalStateException("--server " + server + " does not let this in: " + refused(response)
                    + FROM);
        }
        if (response.statusCode() == 429 && said(response).path("parameter").asString().equals("token")) {
            throw new IllegalStateException("--server " + server
                    + " does not let this in: this token is not good; wait "
                    + response.headers().firstValue("Retry-After").orElse("60") + " s before the next try, with another"
                    + FROM);
        }
        if (response.statusCode() / 100 != 2) {
            JsonNode answer = said(response);
            if (answer.isMissingNode()) {
                throw new IllegalStateException("--server " + server + " is no agent server: it answers "
                        + response.statusCode() + ", and no JSON");
            }
            if (answer.has("error")) {
                throw new IllegalStateException("--server " + server + ": " + answer.path("error").asString());
            }
            String value = answer.path("value").asString();
            throw new IllegalStateException("--" + answer.path("parameter").asString()
                    + (value.isEmpty() ? " is needed" : " " + value) + ": " + answer.path("allowed").asString());
        }
        return response.body();
    }

    /** Java's client says nothing of a host where nobody listens. */
    private static String why(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause.getMessage() != null) {
                return cause.getMessage();
            }
        }
        return failure instanceof ConnectException
                ? "nobody listens there"
                : failure.getClass().getSimpleName();
    }

    private String otherwise() {
        return "name its page's address as ./sim server prints it, " + (server.startsWith("http://")
                ? "with https:// if it has TLS, "
                : "") + "not the collectors' port, or start one";
    }

    /** A token that others read is everybody's: it is sent in clear text to this machine alone, or if somebody decided so. */
    private void look(URI uri) {
        if ("https".equalsIgnoreCase(uri.getScheme()) || !ClearText.leavesTheMachine(uri.getHost())) {
            return;
        }
        if (!insecure) {
            throw new IllegalStateException("--server " + server
                    + " would be sent the token in clear text, and whoever is on the way could use it; write https:// if that server has TLS, or decide with --insecure");
        }
        if (!told) {
            told = true;
            System.err.println("sim: the token goes to " + server + " in clear text, as --insecure says");
        }
    }

    private String refused(HttpResponse<byte[]> response) {
        JsonNode answer = said(response);
        if (!answer.path("parameter").asString().equals("token")) {
            return answer.path("allowed").asString("it answers " + response.statusCode());
        }
        return token().isEmpty()
                ? "it asks for a token; ./sim token add makes one"
                : "it does not know this token, or no longer";
    }

    /** What is in an answer that is no success: the server's own are JSON, a proxy's in front of it need not be. */
    private static JsonNode said(HttpResponse<byte[]> response) {
        try {
            return JsonMapper.shared().readTree(response.body());
        } catch (JacksonException notOurs) {
            return MissingNode.getInstance();
        }
    }

    private JsonNode read(byte[] answer) {
        JsonNode read;
        try {
            read = JsonMapper.shared().readTree(answer);
        } catch (JacksonException notOurs) {
            throw new IllegalStateException("--server " + server + " is no agent server: it answers no JSON; name its "
                    + "page's address as ./sim server prints it", notOurs);
        }
        if (read.path("incomplete").asBoolean()) { // cut when a part of it had left, and it says why
            throw new IllegalStateException("--server " + server + ": " + read.path("error").asString());
        }
        return read;
    }

    /** Never from the command line, which everybody on the machine can read. */
    private String token() {
        try {
            return TokenText.read(tokenFile == null ? null : tokenFile.toString());
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable.getMessage(), unreadable);
        }
    }

    private HttpClient client() throws IOException {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(patience);
        Path authorities = trust == null && System.getenv("SIM_TLS_TRUST") != null
                ? Path.of(System.getenv("SIM_TLS_TRUST"))
                : trust;
        if (authorities != null) {
            try {
                builder.sslContext(new TlsFiles(null, null, authorities, null).context());
            } catch (GeneralSecurityException unusable) {
                throw new IOException(authorities + " cannot be used: " + unusable.getMessage(), unusable);
            }
        }
        return builder.build();
    }
}
