package sim.server.cli;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim top}: the costliest methods as a table in the terminal. */
@Command(name = "top", description = "Prints the costliest methods.", mixinStandardHelpOptions = true)
public final class TopCommand implements Callable<Integer> {
    @Option(names = "--server", defaultValue = "http://127.0.0.1:7421", description = "the agent server (default: ${DEFAULT-VALUE})")
    private String server;

    @Option(names = "--application", description = "may be left out while there is just one")
    private String application;

    @Option(names = "--last", defaultValue = "5m", description = "how far back (default: ${DEFAULT-VALUE})")
    private String last;

    @Option(names = "--sort", defaultValue = "wall.self", description = "by what (default: ${DEFAULT-VALUE})")
    private String sort;

    @Option(names = "--limit", defaultValue = "20", description = "how many (default: ${DEFAULT-VALUE})")
    private String limit;

    @Override
    public Integer call() throws IOException, InterruptedException {
        String query = "?last=" + encoded(last) + "&sort=" + encoded(sort) + "&limit=" + encoded(limit)
                + (application == null ? "" : "&application=" + encoded(application));
        HttpResponse<String> response;
        try {
            response = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build().send(
                    HttpRequest.newBuilder(URI.create(server + "/api/v1/methods" + query)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (ConnectException | IllegalArgumentException unreachable) {
            throw new IllegalStateException("--server " + server
                    + " is no agent server that answers; start one with ./sim server, or name another", unreachable);
        }
        JsonNode answer = JsonMapper.shared().readTree(response.body());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("--" + answer.path("parameter").asString() + " "
                    + answer.path("value").asString() + ": " + answer.path("allowed").asString());
        }
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"method", "count", "errors", "wall", "self", "p95", "max", "cpu", "user", "system",
                "process", "blocked", "waited", "gc", "threads", "alloc"});
        for (JsonNode method : answer.path("methods")) {
            rows.add(row(method));
        }
        System.out.print(Table.of(rows));
        return 0;
    }

    private static String[] row(JsonNode method) {
        JsonNode meters = method.path("meters");
        return new String[]{Units.method(method.path("class").asString(), method.path("method").asString()),
                Units.count(method.path("count").asLong()), Units.count(method.path("errors").asLong()),
                value(meters, "wall", "total"), value(meters, "wall", "self"),
                method.path("wall").has("p95") ? Units.nanos(method.path("wall").path("p95").asLong()) : "-",
                value(meters, "wall", "max"), value(meters, "thread.cpu", "total"),
                value(meters, "thread.cpu.user", "total"), value(meters, "thread.cpu.system", "total"),
                value(meters, "process.cpu", "total"), pair(meters, "blocking.count", "blocking.time"),
                pair(meters, "waiting.count", "waiting.time"), pair(meters, "gc.count", "gc.time"),
                value(meters, "threads.started", "total"), value(meters, "alloc.bytes", "total")};
    }

    private static String pair(JsonNode meters, String count, String time) {
        String number = value(meters, count, "total");
        return number.equals("-") || number.equals("0") ? number : number + "/" + value(meters, time, "total");
    }

    private static String value(JsonNode meters, String meter, String part) {
        JsonNode found = meters.path(meter);
        if (!found.has(part)) {
            return "-";
        }
        long value = found.path(part).asLong();
        return switch (found.path("unit").asString()) {
            case "ns" -> Units.nanos(value);
            case "bytes" -> Units.bytes(value);
            default -> Units.count(value);
        };
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
