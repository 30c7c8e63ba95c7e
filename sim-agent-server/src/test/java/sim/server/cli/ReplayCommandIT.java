package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.GuardedServer;
import sim.server.LiveServer;
import sim.server.identity.Role;
import sim.server.identity.TokenFile;

/** Whether what {@code sim replay} played has arrived. What it shows at the server is tried with the examples. */
class ReplayCommandIT {
    @TempDir
    static Path folder;

    private static Path recording;

    @BeforeAll
    static void record() throws Exception {
        recording = folder.resolve("calls.rec");
        Path printed = folder.resolve("recorded.log");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
                System.getProperty("java.class.path"), "-Dsim.server=127.0.0.1:1", "-Dsim.hotspot.enabled=false",
                "-Dsim.probes.interceptors=record", "-Dsim.probes.interceptor.record.file=" + recording,
                Calls.class.getName()).redirectErrorStream(true).redirectOutput(printed.toFile()).start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
    }

    @Test
    void whatArrivedIsSaid() throws Exception {
        try (LiveServer server = new LiveServer(folder.resolve("store"))) {
            SimProcess replay = replay(recording, "127.0.0.1:" + server.collectorPort());
            assertThat(replay.exit()).as(replay.err()).isZero();
            assertThat(replay.out()).isEqualTo("Played 100 firings of 1 threads as replay." + System.lineSeparator());
            assertThat(replay.err()).isEmpty();
        }
    }

    @Test
    void thePageIsNoPlaceForACollector() throws Exception {
        try (LiveServer server = new LiveServer(folder.resolve("page"))) {
            String page = server.address().replaceAll("http://|/$", "");
            SimProcess replay = replay(recording, page);
            didNotArrive(replay, page);
            assertThat(replay.err()).contains("agent server " + page + " refuses: it speaks HTTP; ");
        }
    }

    @Test
    void whoTakesTheCallAndHangsUpIsNoServer() throws Exception {
        try (ServerSocket listener = new ServerSocket(0)) {
            Thread hangsUp = new Thread(() -> {
                while (true) {
                    try (Socket caller = listener.accept()) {
                        caller.getInputStream().read();
                    } catch (IOException closed) {
                        return;
                    }
                }
            });
            hangsUp.setDaemon(true);
            hangsUp.start();
            String server = "127.0.0.1:" + listener.getLocalPort();
            didNotArrive(replay(recording, server), server);
        }
    }

    @Test
    void aFolderIsNoRecording() throws Exception {
        try (LiveServer server = new LiveServer(folder.resolve("nothing"))) {
            SimProcess replay = replay(folder, "127.0.0.1:" + server.collectorPort());
            assertThat(replay.exit()).isEqualTo(2);
            assertThat(replay.err())
                    .isEqualTo("sim: " + folder + " cannot be read; name a recording" + System.lineSeparator());
        }
    }

    @Test
    void aServerThatAsksForATokenOverTlsIsReached() throws Exception {
        Path data = Files.createDirectories(folder.resolve("guarded"));
        Path token = Files.writeString(folder.resolve("ship.token"),
                new TokenFile(data).add("player", Role.SHIP, List.of(), null));
        Certificates certificates = Certificates.make(folder.resolve("certs"));
        try (GuardedServer server = new GuardedServer(data, certificates.tls(), null)) {
            List<String> command = List.of("replay", recording.toString(), "--speed", "max", "--server",
                    "tls://localhost:" + server.ingest.port(), "--tls-trust", certificates.ca().toString());
            SimProcess replay = SimProcess.run(
                    Stream.concat(command.stream(), Stream.of("--token-file", token.toString())).toList());
            assertThat(replay.exit()).as(replay.err()).isZero();
            assertThat(replay.out()).startsWith("Played 100 firings");
            SimProcess without = SimProcess.run(command);
            assertThat(without.exit()).isEqualTo(2);
            assertThat(without.err()).contains("token", "not all arrived");
        }
    }

    private static void didNotArrive(SimProcess replay, String server) {
        assertThat(replay.exit()).as(replay.err()).isEqualTo(2);
        assertThat(replay.out()).isEmpty();
        assertThat(replay.err().lines()).filteredOn(line -> line.contains("arrived")).singleElement().asString()
                .startsWith("sim: of the 100 firings played, not all arrived at --server " + server + "; ");
        assertThat(replay.err()).doesNotContain("before the JVM ended");
    }

    private static SimProcess replay(Path file, String server) throws Exception {
        return SimProcess.run(List.of("replay", file.toString(), "--speed", "max", "--server", server));
    }

    /** What is recorded. */
    static final class Calls {
        private Calls() {}

        public static void main(String[] args) {
            Probes.Name name = Probes.parse("shop.Cart.add");
            for (int i = 0; i < 100; i++) {
                Probes.begin(name).end();
            }
        }
    }
}
