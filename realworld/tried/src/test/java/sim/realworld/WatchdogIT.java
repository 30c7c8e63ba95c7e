package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start that hangs leaves its stacks, and is ended; one that ends leaves nothing. */
class WatchdogIT {
    @TempDir
    private Path folder;

    @Test
    void aStartThatHangsLeavesItsStacksAndIsEnded() throws Exception {
        Process hangs = start();
        try {
            Path dump = folder.resolve("dumps/hangs.txt");
            Watchdog watchdog = new Watchdog(Duration.ofSeconds(2), dump);
            watchdog.guard(hangs);
            await().atMost(Duration.ofMinutes(2)).until(() -> !hangs.isAlive());
            assertThat(watchdog.hasEnded()).isTrue();
            assertThat(dump).content().contains("java.util.Scanner", "sim.realworld.Loop.main");
        } finally {
            hangs.destroyForcibly();
        }
    }

    @Test
    void oneThatEndsLeavesNothing() throws Exception {
        Process ends = start();
        Path dump = folder.resolve("ends.txt");
        Watchdog watchdog = new Watchdog(Duration.ofMinutes(2), dump);
        watchdog.guard(ends);
        ends.getOutputStream().close();
        assertThat(ends.waitFor()).isZero();
        assertThat(watchdog.hasEnded()).isFalse();
        assertThat(dump).doesNotExist();
    }

    private static Process start() throws Exception {
        return Started
                .start(new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp", "target/test-classes", "sim.realworld.Loop")));
    }
}
