package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What the server shows after a program ended is what the program did, to the call. */
class ExactCountsIT {
    @TempDir
    Path folder;

    /** No probe switches itself off: these are too short to be worth their cost. */
    private static final String EVERY_CALL = ",hotspot.enabled=false";

    private RunningServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = new RunningServer(folder);
    }

    @AfterEach
    void stopServer() throws Exception {
        server.close();
    }

    @Test
    void tenMillionCallsFromFourThreadsAndRecursion() throws Exception {
        server.usual();
        run("calls", EVERY_CALL, "4", "2500000", "20", "0");
        assertThat(count("calls", "leaf")).isEqualTo(10_000_000);
        assertThat(count("calls", "descend")).isEqualTo(4 * 1000 * 21);
        assertThat(isComplete("calls")).isTrue();
    }

    @Test
    void aKilledProgramIsToldFromOneThatEnded() throws Exception {
        Process application = server.launch("killed", folder.resolve("app.log"), EVERY_CALL + ",interval=200ms",
                "tried.Calls", "1", "1000000", "5", "8");
        Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions().until(() -> count("killed", "leaf") > 0);
        application.destroyForcibly().waitFor();
        assertThat(isComplete("killed")).isFalse();
    }

    @Test
    void aKilledServerLosesNothingItAcknowledgedAndIsCaughtUpWith() throws Exception {
        Path log = folder.resolve("app.log");
        Process application = server.launch("killed", log, EVERY_CALL + ",interval=200ms", "tried.Calls", "2", "100000",
                "5", "8");
        Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions().until(() -> count("killed", "leaf") > 0);
        for (int i = 1; i <= 2; i++) {
            int outages = i;
            server.kill();
            Awaitility.await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.readString(log).split("is not reachable", -1).length > outages);
            server.start();
            long before = count("killed", "leaf");
            Awaitility.await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> count("killed", "leaf") > before || before == 200_000);
        }
        application.getOutputStream().close();
        assertThat(application.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(application.exitValue()).as(Files.readString(log)).isZero();
        assertThat(count("killed", "leaf")).as(Files.readString(log)).isEqualTo(200_000);
        assertThat(count("killed", "descend")).isEqualTo(2 * 1000 * 6);
    }

    @Test
    void aKilledServerLosesNoKeptCallAndHasNoneTwice() throws Exception {
        Path log = folder.resolve("app.log");
        // with the usual bound of 3 s, calls that a busy machine ships later are dropped and counted
        Process application = server.launch("kept", log,
                EVERY_CALL + ",events=all,meters=wall,interval=200ms,exit.flush=60s", "tried.Calls", "2", "3000", "1",
                "5");
        Awaitility.await().atMost(60, TimeUnit.SECONDS).ignoreExceptions().until(() -> kept("kept") > 0);
        server.kill();
        Awaitility.await().atMost(60, TimeUnit.SECONDS)
                .until(() -> Files.readString(log).contains("is not reachable"));
        server.start();
        application.getOutputStream().close();
        assertThat(application.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(kept("kept")).as(Files.readString(log)).isEqualTo(6_000);
    }

    @Test
    void withoutAServerTheProgramRunsAllTheSame() throws Exception {
        server.close();
        run("alone", "", "1", "1000", "1", "0");
        assertThat(Files.readString(folder.resolve("alone.log"))).contains("is not reachable")
                .contains("Start it with ./sim server");
    }

    private void run(String application, String options, String... args) throws Exception {
        Path log = folder.resolve(application + ".log");
        Process process = server.launch(application, log, options, "tried.Calls", args);
        process.getOutputStream().close();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    }

    /** Calls of leaf that are kept one by one. */
    private long kept(String application) throws Exception {
        return server.get("/api/v1/invocations?last=1h&limit=10000&class=tried.Calls&method=leaf&application="
                + application).path("invocations").size();
    }

    private boolean isComplete(String application) throws Exception {
        for (JsonNode each : server.get("/api/v1/applications")) {
            if (each.path("name").asString().equals(application)) {
                return each.path("complete").asBoolean();
            }
        }
        throw new AssertionError(application + " is not known");
    }

    private long count(String application, String method) throws Exception {
        for (JsonNode row : server.get("/api/v1/methods?last=1h&application=" + application + "&search=" + method)
                .path("methods")) {
            if (row.path("method").asString().equals(method)) {
                return row.path("count").asLong();
            }
        }
        return 0;
    }
}
