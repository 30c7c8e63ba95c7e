package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A woven program is recorded while it reports to the server; played back without its classes, it reports the same. */
class ReplayIT {
    @TempDir
    static Path folder;

    private static RunningServer server;
    private static Path recording;

    @BeforeAll
    static void record() throws Exception {
        server = new RunningServer(folder);
        recording = folder.resolve("calls.rec");
        Path log = folder.resolve("recorded.log");
        Process process = server.launch("recorded", log,
                ",hotspot.enabled=false,compensation=false,histograms=thread.cpu+alloc.bytes,probes.interceptors=record,"
                        + "probes.interceptor.record.file=" + recording,
                "tried.Calls", "3", "20000", "12", "1");
        process.getOutputStream().close();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }

    @AfterAll
    static void stopServer() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void atFullSpeedTheServerShowsWhatWasRecorded() throws Exception {
        RunningServer.Ended replay = server.replay(recording, "--speed", "max", "--application", "played",
                "--histograms", "thread.cpu+alloc.bytes");
        assertThat(replay.exit()).as(replay.printed()).isZero();
        assertThat(replay.printed())
                .isEqualTo("Played " + (60_000 + 3 * 1_000 * 13) + " firings of 3 threads as played.\n");
        sameAsRecorded("played");
        assertThat(counters("recorded").path("recording.dropped").asLong(-1)).isZero();
    }

    @Test
    void atItsOwnSpeedTooAndItTakesAsLong() throws Exception {
        long before = System.nanoTime();
        RunningServer.Ended replay = server.replay(recording, "--application", "live", "--histograms",
                "thread.cpu+alloc.bytes");
        assertThat(replay.exit()).as(replay.printed()).isZero();
        // The program paused for 1 ms a thousand times.
        assertThat(System.nanoTime() - before).isGreaterThan(1_000_000_000L);
        sameAsRecorded("live");
    }

    @Test
    void whatCannotBePlayedIsOneLineAndExitCode2() throws Exception {
        byte[] whole = Files.readAllBytes(recording);
        Path cut = Files.write(folder.resolve("cut.rec"), Arrays.copyOf(whole, whole.length / 2));
        Path foreign = Files.writeString(folder.resolve("foreign.rec"), "no recording");
        refused("is cut off", server.replay(cut, "--application", "cut"));
        refused("it does not begin with SIMR", server.replay(foreign, "--application", "cut"));
        refused("cannot be read; name a recording", server.replay(folder.resolve("none.rec")));
        refused("--speed 2 is not understood; write 1 or max", server.replay(recording, "--speed", "2"));
        refused("--histograms wall+rows is not understood: rows was not recorded; choose of wall, thread.cpu, ",
                server.replay(recording, "--histograms", "wall+rows"));
        refused("--server nowhere is not host:port", server.replay(recording, "--server", "nowhere"));
        refused("does not answer", server.replay(recording, "--server", "127.0.0.1:1"));
        assertThat(server.get("/api/v1/applications").toString()).doesNotContain("\"cut\"");
    }

    private static void refused(String why, RunningServer.Ended replay) {
        assertThat(replay.exit()).as(replay.printed()).isEqualTo(2);
        assertThat(replay.printed().lines()).singleElement().asString().startsWith("sim: ").contains(why);
    }

    private static void sameAsRecorded(String application) throws Exception {
        assertThat(methods("recorded")).hasSize(2)
                .allMatch(method -> method
                        .matches(".*\"thread.cpu\":\\{[^}]*\"p99\":.*\"alloc.bytes\":\\{[^}]*\"p99\":.*"));
        assertThat(methods(application)).containsExactlyInAnyOrderElementsOf(methods("recorded"));
    }

    /** Counts, errors, and total, self, max and percentiles of every meter. */
    private static List<String> methods(String application) throws Exception {
        List<String> lines = new ArrayList<>();
        for (JsonNode method : server.get("/api/v1/methods?last=1h&limit=1000&application=" + application)
                .path("methods")) {
            lines.add(method.path("class").asString() + "." + method.path("method").asString() + " "
                    + method.path("count") + " " + method.path("errors") + " " + method.path("meters"));
        }
        return lines;
    }

    private static JsonNode counters(String application) throws Exception {
        for (JsonNode instance : server.get("/api/v1/applications")) {
            if (instance.path("name").asString().equals(application)) {
                return instance.path("counters");
            }
        }
        throw new AssertionError(application + " is not there");
    }
}
