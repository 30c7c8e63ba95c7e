package sim.campaign;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged agent server in a process of its own, started again and again on one store. */
final class Server implements AutoCloseable {
    private static final Pattern READY = Pattern
            .compile("ready: https?://127\\.0\\.0\\.1:(\\d+) \\(collectors on (\\d+)\\)");
    private static final int START_SECONDS = 180;
    private static final int ASK_SECONDS = 60;

    /** Within that time it has had a round of its upkeep, which it begins each 10 s. */
    static final int UPKEEP_MILLIS = 12_000;

    private final Place place;
    private final String name;
    private final Path folder;
    private final Path data;
    /** Months in minutes: rows are sealed, rolled up, merged and removed while trouble is played. */
    private static final String LADDER = "4s,1s,5s,30s,2m";
    private static final String KEEP = "7d,instance.batch=10s,instance.1m=30s,instance.10m=60s,application.1m=10s,"
            + "application.10m=30s,application.1h=60s";

    /** What its command begins with, before the JVM. */
    private final List<String> before;
    private final List<String> flags;
    private final List<String> options;
    private final Watch watch;
    private final WayIn wayIn;
    private final HttpClient http;
    private final JsonMapper json = new JsonMapper();
    private Child child;
    private int starts;
    private int port;
    private int httpPort;

    /** Does not start it yet. */
    Server(Place place, WayIn wayIn, String name, Path folder, Path data, Watch watch, List<String> before,
            List<String> flags, List<String> options) {
        this.before = before;
        this.wayIn = wayIn;
        this.http = wayIn.http();
        this.place = place;
        this.name = name;
        this.folder = folder;
        this.data = data;
        this.watch = watch;
        this.flags = flags;
        this.options = options;
    }

    /** Starts it on free ports. Returns when it is ready; false when it ended instead, or is not in three minutes. */
    boolean start() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("env", "MALLOC_ARENA_MAX=4")); // as ./sim server does
        command.addAll(before);
        command.add(place.java());
        command.addAll(flags);
        command.addAll(List.of("-jar", place.serverJar().toString(), "server", "--data", data.toString(), "--port", "0",
                "--http", "0"));
        if (!options.contains("--ladder")) {
            command.addAll(List.of("--ladder", LADDER));
        }
        if (!options.contains("--keep")) {
            command.addAll(List.of("--keep", KEEP));
        }
        command.addAll(options);
        command.addAll(wayIn.serverOptions(data));
        child = new Child(name + "-" + ++starts, folder, command);
        watch.add(child, "server", Bounds.SERVER);
        for (int i = 0; i < START_SECONDS * 10 && child.isAlive(); i++) {
            for (String line : child.said()) {
                Matcher ready = READY.matcher(line);
                if (ready.find()) {
                    httpPort = Integer.parseInt(ready.group(1));
                    port = Integer.parseInt(ready.group(2));
                    return true;
                }
            }
            Thread.sleep(100);
        }
        return false;
    }

    int port() {
        return port;
    }

    WayIn wayIn() {
        return wayIn;
    }

    /** Somebody connects by hand, from the address 127.0.0.{@code last}: 1 is honest, any other a stranger. */
    ByHand connect(int last) throws IOException {
        return new ByHand(wayIn, port, last);
    }

    int httpPort() {
        return httpPort;
    }

    Path data() {
        return data;
    }

    Child child() {
        return child;
    }

    int starts() {
        return starts;
    }

    boolean isUp() {
        return child != null && child.isAlive();
    }

    /** Ends it by SIGTERM; by SIGKILL when that takes long, and then returns false. */
    boolean end() throws InterruptedException {
        child.terminate();
        if (child.await(30)) {
            return true;
        }
        child.kill();
        return false;
    }

    HttpResponse<String> ask(String path) throws IOException, InterruptedException {
        return ask(path, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
    }

    /** The same without the text where that is as asked for. */
    HttpResponse<String> tryOut(String path) throws IOException, InterruptedException {
        return ask(path, answer -> answer.statusCode() == 200
                ? HttpResponse.BodySubscribers.replacing("")
                : HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8));
    }

    private HttpResponse<String> ask(String path, HttpResponse.BodyHandler<String> handler)
            throws IOException, InterruptedException {
        return http.send(wayIn.asking(HttpRequest.newBuilder(URI.create(wayIn.address(httpPort) + path)))
                .timeout(Duration.ofSeconds(ASK_SECONDS)).build(), handler);
    }

    /** What it answers; asks again for a minute while it is busy. */
    JsonNode get(String path) throws IOException, InterruptedException {
        for (int tries = 0;; tries++) {
            HttpResponse<String> answer = ask(path);
            if (answer.statusCode() == 200) {
                try {
                    return json.readTree(answer.body());
                } catch (JacksonException malformed) {
                    throw new IOException(path + " answers what is not JSON: " + malformed.getMessage(), malformed);
                }
            }
            if (answer.statusCode() != 503 || tries > 60) {
                throw new IOException(path + " answers " + answer.statusCode() + ": " + answer.body());
            }
            Thread.sleep(1_000);
        }
    }

    @Override
    public void close() throws InterruptedException {
        if (isUp()) {
            child.kill();
        }
    }
}
