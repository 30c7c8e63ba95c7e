package examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import javax.tools.ToolProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.Relay;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Dialect;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireFrame;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Secrets that pass a real program's methods, searched for as bytes behind it: wire, store, logs, answers, the server's heap. */
class SecretsIT {
    @TempDir
    Path folder;

    @Test
    void aSecretIsFoundNowhereBehindTheThreadThatMeetsIt() throws Exception {
        assertThat(found("redact=default")).isEmpty();
    }

    @Test
    @Tag("long")
    void withoutRulesTheSameSearchFindsIt() throws Exception {
        assertThat(found("redact=none")).contains("wire", "answers", "payloads", "otlp", "heap")
                .anyMatch(each -> each.endsWith(".frame"));
    }

    /** Of a class without names of parameters no rule by name can hide anything: that is said. Those for reflection are not those that the weaver reads. */
    @Test
    @Tag("long")
    void whatNoRuleCanKnowByNameIsSaid() throws Exception {
        Path log = nameless("-g:none", "-parameters");
        assertThat(Files.readString(log)).contains("nameless 6");
        assertThat(Files.readAllLines(log)).filteredOn(line -> line.contains("compile with -g")).singleElement()
                .asString().contains("sim: ", "Nameless.login", "redact = \"arg0\"");
    }

    @Test
    void whatTheLineSaysGivesParametersTheirNames() throws Exception {
        assertThat(Files.readString(nameless("-g"))).contains("nameless 0").doesNotContain("arg0");
    }

    /** The log of a program that was compiled with these options and writes arguments. */
    private Path nameless(String... compiled) throws Exception {
        Path source = Files.createDirectories(folder.resolve("source")).resolve("Nameless.java");
        Files.writeString(source,
                """
                        import sim.instrumentation.annotation.*;
                        @Instrument public class Nameless {
                            public static void main(String[] args) {
                                for (int i = 0; i < 3; i++) new Nameless().work();
                                System.out.println("nameless " + sim.metrics.probe.Metering.runtime().counters().get("contexts.values.nameless"));
                            }
                            @CreateContext void work() { login("bob", "hunter2"); named("x"); }
                            @WriteToContext void login(String user, String password) {}
                            @WriteToContext(redact = "arg0") void named(String password) {}
                        }
                        """);
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments = new java.util.ArrayList<>(List.of(compiled));
        arguments.addAll(List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", classes.toString(),
                source.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        try (RunningServer server = new RunningServer(Files.createDirectories(folder.resolve("server")))) {
            Path log = folder.resolve("nameless.log");
            assertThat(server.launchFrom(classes, "nameless", log, ",interval=500ms", "Nameless").waitFor(2,
                    TimeUnit.MINUTES)).isTrue();
            return log;
        }
    }

    /** Where the secret was found. */
    private List<String> found(String option) throws Exception {
        String secret = "s3cr3t" + UUID.randomUUID().toString().replace("-", "");
        Path file = Files.writeString(folder.resolve("secret"), secret);
        List<String> found = new java.util.ArrayList<>();
        Path data = Files.createDirectories(folder.resolve("server"));
        try (Otlp otlp = new Otlp();
                RunningServer server = new RunningServer(data, "--otlp", otlp.url(), "--otlp-every", "1s",
                        "--audit-lines");
                Relay relay = Relay.keeping(server.collectorPort())) {
            Path log = folder.resolve("program.log");
            Process program = server.launch("secretive", log,
                    ",interval=500ms,events=all,payload.record=all,payload.events=true," + option + ",server=127.0.0.1:"
                            + relay.port(),
                    "tried.Secretive", file.toString(), "12");
            Awaitility.await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> server.text("/api/v1/applications").contains("secretive"));
            server.post("/api/v1/payloads/recordings", 202,
                    "{\"application\":\"secretive\",\"probe\":\"no.such.Probe\",\"action\":\"stop\"}"); // for the audit log
            assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
            String answers = "";
            for (String path : List.of("contexts", "invocations", "methods", "calltree", "events", "kinds", "errors")) {
                answers += server.get("/api/v1/" + path + "?application=secretive&last=1h&limit=10000");
            }
            assertThat(answers).as("what is no secret").contains("welcome bob", "front", "amount=12", "cannot reach");
            look(found, "answers", answers.getBytes(StandardCharsets.UTF_8), secret);
            String payloads = "";
            String probes = server.text("/api/v1/payloads/probes?application=secretive&last=1h");
            for (JsonNode each : JsonMapper.shared().readTree(probes).path("probes")) {
                String named = "?application=secretive&last=1h&probe="
                        + URLEncoder.encode(each.path("probe").asString(), StandardCharsets.UTF_8);
                for (String path : List.of("hotspots", "backtraces", "calltree", "events", "objects", "timeline",
                        "telemetries")) {
                    payloads += server.text("/api/v1/payloads/" + path + named
                            + (path.equals("telemetries") ? "" : "&limit=1000"));
                }
            }
            assertThat(payloads).as("what is no secret").contains("files.example/y", "of shelf", "db.example/front",
                    "select * from cards");
            look(found, "payloads", (probes + payloads).getBytes(StandardCharsets.UTF_8), secret);
            for (String format : List.of("pprof", "speedscope", "collapsed")) {
                look(found, "profiles", server.bytes("/api/v1/calltree?application=secretive&last=1h&format=" + format),
                        secret);
            }
            String audit = server.text("/api/v1/audit?limit=1000");
            assertThat(audit).as("what is no secret").contains("no.such.Probe");
            look(found, "audit", audit.getBytes(StandardCharsets.UTF_8), secret);
            setAside(relay.sent(), server.collectorPort());
            byte[] metrics = server.bytes("/metrics");
            assertThat(new String(metrics, StandardCharsets.UTF_8)).contains("secretive");
            look(found, "metrics", metrics, secret);
            Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> otlp.has("secretive") && otlp.has("Secretive"));
            look(found, "otlp", otlp.bytes(), secret);
            look(found, "wire", relay.sent(), secret);
            look(found, "program's log", Files.readAllBytes(log), secret);
            Path heap = folder.resolve("heap.hprof");
            server.get("/api/v1/contexts?application=secretive&last=1h&limit=10000"); // what was answered before may be collected
            server.dumpHeap(heap);
            look(found, "heap", Files.readAllBytes(heap), secret);
        }
        int setAside = 0;
        try (var all = Files.walk(data)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                setAside += each.getParent().endsWith("quarantine") ? 1 : 0;
                look(found, "store " + each.getFileName(), Files.readAllBytes(each), secret);
            }
        }
        assertThat(setAside).as("files in the quarantine").isPositive();
        return found;
    }

    /** The program's batches once more, as another instance's, with a time that is none: the server keeps each in a file. */
    private static void setAside(byte[] sent, int port) throws Exception {
        FrameReader kept = new FrameReader(new ByteArrayInputStream(sent));
        kept.agree(Dialect.of((Hello) kept.read()));
        try (Socket again = new Socket("127.0.0.1", port)) {
            again.setSoTimeout(60_000);
            FrameWriter writer = new FrameWriter(again.getOutputStream());
            FrameReader reader = new FrameReader(again.getInputStream());
            writer.write(new Hello(Wire.VERSION, "secretive", "again", "host", 42, "JVM",
                    System.currentTimeMillis() * 1_000, false, List.of()));
            assertThat(reader.read()).isInstanceOf(Welcome.class);
            for (WireFrame frame = next(kept); frame instanceof Batch batch; frame = next(kept)) {
                writer.write(new Batch(batch.sequence(), -1, -1, batch.contents()));
                assertThat(reader.read()).isInstanceOfSatisfying(Ack.class,
                        ack -> assertThat(ack.outcome()).isEqualTo(Ack.Outcome.ASIDE));
            }
        }
    }

    /** The next frame, or null: the program goes on to ship, so the last one may not be there to its end. */
    private static WireFrame next(FrameReader kept) throws Exception {
        try {
            return kept.read();
        } catch (EOFException inMidFrame) {
            return null;
        }
    }

    private static void look(List<String> found, String where, byte[] in, String secret) {
        for (byte[] wanted : List.of(secret.getBytes(StandardCharsets.UTF_8),
                secret.getBytes(StandardCharsets.UTF_16LE),
                secret.getBytes(StandardCharsets.UTF_16BE))) {
            if (contains(in, wanted)) {
                found.add(where);
                return;
            }
        }
    }

    private static boolean contains(byte[] in, byte[] wanted) {
        for (int i = 0; i <= in.length - wanted.length; i++) {
            int same = 0;
            while (same < wanted.length && in[i + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }

    /** A receiver of OpenTelemetry's protocol that keeps what it gets. */
    private static final class Otlp implements AutoCloseable {
        private final HttpServer http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();

        Otlp() throws IOException {
            http.createContext("/", exchange -> {
                InputStream body = exchange.getRequestBody();
                byte[] sent = ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))
                        ? new GZIPInputStream(body)
                        : body).readAllBytes();
                synchronized (kept) {
                    kept.write(sent);
                }
                exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
                exchange.sendResponseHeaders(200, -1);
                exchange.close();
            });
            http.start();
        }

        String url() {
            return "http://127.0.0.1:" + http.getAddress().getPort();
        }

        byte[] bytes() {
            synchronized (kept) {
                return kept.toByteArray();
            }
        }

        boolean has(String text) {
            return contains(bytes(), text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() {
            http.stop(0);
        }
    }
}
