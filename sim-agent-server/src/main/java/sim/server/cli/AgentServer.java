package sim.server.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The agent server a command asks. */
final class AgentServer {
    private String server;

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
        return JsonMapper.shared().readTree(bytes(path, query));
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
        return JsonMapper.shared()
                .readTree(answer(server + "/api/v1/" + path, HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(wish)))));
    }

    private byte[] answer(String uri, HttpRequest.Builder request) throws InterruptedException {
        HttpResponse<byte[]> response;
        try {
            response = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()
                    .send(request.uri(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException | IllegalArgumentException unreachable) {
            throw new IllegalStateException("--server " + server
                    + " is no agent server that answers; name its page's address as ./sim server prints it, not the "
                    + "collectors' port, or start one", unreachable);
        }
        if (response.statusCode() / 100 != 2) {
            JsonNode answer = JsonMapper.shared().readTree(response.body());
            if (answer.has("error")) {
                throw new IllegalStateException("--server " + server + ": " + answer.path("error").asString());
            }
            String value = answer.path("value").asString();
            throw new IllegalStateException("--" + answer.path("parameter").asString()
                    + (value.isEmpty() ? " is needed" : " " + value) + ": " + answer.path("allowed").asString());
        }
        return response.body();
    }
}
