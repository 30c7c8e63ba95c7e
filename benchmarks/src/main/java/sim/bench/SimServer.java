package sim.bench;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import workload.Figures;

/** A live agent server: the real jar, in a process and a folder of its own, with the heap {@code ./sim server} gives it. */
final class SimServer implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("ready: (https?://[^ ]+) \\(collectors on (\\d+)\\)");

    private final String java;
    private final String jar;
    private final Process process;
    private final Path data;
    private final String page;
    private final int port;

    SimServer(Workshop workshop, Jdk jdk) throws IOException, InterruptedException {
        this(workshop, jdk, Files.createTempDirectory(workshop.scratch(), "server"), (Path) null);
    }

    /** @param tokens copied into its data directory */
    SimServer(Workshop workshop, Jdk jdk, Path tokens, String... further) throws IOException, InterruptedException {
        this(workshop, jdk, Files.createTempDirectory(workshop.scratch(), "server"), tokens, further);
    }

    /**
     * On a store that may be there already.
     *
     * @param tokens copied into the data directory; null for none
     */
    SimServer(Workshop workshop, Jdk jdk, Path data, Path tokens, String... further)
            throws IOException, InterruptedException {
        this.data = data;
        if (tokens != null) {
            Files.copy(tokens, data.resolve(tokens.getFileName()));
        }
        File log = data.resolveSibling(data.getFileName() + ".log").toFile();
        java = jdk.java();
        jar = workshop.root().resolve("sim-agent-server/target/sim-agent-server.jar").toString();
        List<String> command = new ArrayList<>(List.of(java, "-Xmx512m", "-jar", jar, "server", "--port", "0", "--http",
                "0", "--data", data.toString()));
        command.addAll(List.of(further));
        process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
        Matcher ready = READY.matcher("");
        for (int tries = 0; !ready.reset(Files.readString(log.toPath())).find(); tries++) {
            if (tries == 600 || !process.isAlive()) {
                process.destroy();
                throw new IOException("the agent server does not start; its log is " + log);
            }
            Thread.sleep(100);
        }
        page = ready.group(1);
        port = Integer.parseInt(ready.group(2));
    }

    int port() {
        return port;
    }

    /** Where its HTTP interface is; ends with a slash. */
    String page() {
        return page.endsWith("/") ? page : page + "/";
    }

    /** Seconds of CPU time it has used. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    }

    /** Bytes it has resident; -1 where that cannot be told. */
    long resident() {
        return Figures.memory(process.pid(), "VmRSS");
    }

    /** What its HTTP interface answers. */
    JsonNode get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create(page + path)).build(), HttpResponse.BodyHandlers.ofString());
        return JsonMapper.shared().readTree(answer.body());
    }

    /** What {@code ./sim refine} writes of an application. */
    Path refine(String application) throws IOException, InterruptedException {
        Path written = data.resolveSibling(application + ".aop.xml");
        File said = data.resolveSibling(application + ".refine.log").toFile();
        Process refine = new ProcessBuilder(java, "-jar", jar, "refine", "--server", page, "--application",
                application).redirectOutput(written.toFile()).redirectError(said).start();
        if (refine.waitFor() != 0) {
            throw new IOException("refine fails: " + Files.readString(said.toPath()));
        }
        return written;
    }

    /** Ends it in good order and returns the bytes it leaves on disk. */
    long stop() throws IOException, InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        stop();
    }
}
