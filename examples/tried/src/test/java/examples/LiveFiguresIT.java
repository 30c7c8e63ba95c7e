package examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What flight recorder sees of a context while it runs ({@code jfr.stream=true}), at a real agent server. */
class LiveFiguresIT {
    @TempDir
    Path folder;

    @Test
    void samplesAllocationAndWaitsAreShownWithTheirContext() throws Exception {
        try (RunningServer server = new RunningServer(folder)) {
            Path log = folder.resolve("streamed.log");
            Process program = server.launch("streamed", log, ",jfr.stream=true,interval=1s", "tried.Streamed");
            assertThat(program.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(Files.readString(log)).isEmpty();
            JsonNode contexts = server.get("/api/v1/contexts?last=1h&application=streamed&limit=1000")
                    .path("contexts");
            int sleepers = 0;
            assertThat(contexts.findValuesAsString("name")).contains("blocked");
            for (JsonNode context : contexts) {
                JsonNode values = context.path("values");
                long asleep = values.path("jfr.asleep.ns").asLong();
                switch (context.path("name").asString()) {
                    case "sleeper" -> {
                        sleepers++;
                        assertThat(asleep).as("5 ms here and 10 ms on the pool: " + context)
                                .isGreaterThanOrEqualTo(15_000_000);
                    }
                    case "idle" -> assertThat(asleep).as("the sleep around it is not its own").isZero();
                    case "blocked" -> {
                        assertThat(values.path("jfr.blocked.on").asString()).as("the longest of three: " + context)
                                .isEqualTo("tried.Streamed$LongLock");
                        long longest = values.path("jfr.blocked.longest.ns").asLong();
                        assertThat(longest).isPositive();
                        assertThat(values.path("jfr.blocked.ns").asLong()).as("all three").isGreaterThan(longest);
                    }
                    case "computer" -> {
                        assertThat(asleep).isZero();
                        assertThat(values.path("jfr.samples").asLong()).as(context.toString()).isPositive();
                        assertThat(values.path("jfr.allocated.bytes").asLong()).isPositive();
                    }
                    default -> assertThat(context.path("name").asString()).isEqualTo("probed");
                }
            }
            assertThat(sleepers).isEqualTo(20);
        }
    }
}
