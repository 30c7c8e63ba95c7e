package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.metrics.config.Options;
import sim.metrics.name.Names;
import sim.metrics.snapshot.Standing;
import sim.metrics.snapshot.Verdict;

/** What one run found worthless starts switched off in the next one. Whole runs are tried with the examples. */
class RememberedTest {
    @TempDir
    Path folder;

    @Test
    void whatWasDisabledStartsDisabledAndNothingElse() throws Exception {
        run("").close();
        try (Run second = new Run("")) {
            assertThat(second.cheap.standing()).isEqualTo(Standing.DISABLED);
            assertThat(second.cheap.epoch() & 1).isEqualTo(1);
            assertThat(second.cheap.latch().isClosed()).isTrue();
            assertThat(second.dear.standing()).isEqualTo(Standing.MANAGED);
            assertThat(second.dear.latch().isClosed()).isFalse();
            assertThat(second.hotspot.drainVerdicts()).extracting(Verdict::reason)
                    .containsExactly("an earlier run found it not worth its cost");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file()))).isEqualTo("rw-------");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).containsExactly(file());
        }
    }

    @Test
    void itIsTriedAgainOnceItHasRested() throws Exception {
        run(",hotspot.retrial=0s").close();
        try (Run second = new Run(",hotspot.retrial=0s")) {
            second.hotspot.retry();
            assertThat(second.cheap.standing()).isEqualTo(Standing.MANAGED);
        }
        try (Run third = new Run("")) {
            assertThat(third.cheap.standing()).as("it was on when its run ended").isEqualTo(Standing.MANAGED);
        }
    }

    @Test
    void whatWaitsForItsProbeToBeTriedAgainIsRememberedStill() throws Exception {
        run(",hotspot.retrial=0s").close();
        try (Run second = new Run(",hotspot.retrial=0s")) {
            second.cheap.setOut(true);
            second.hotspot.retry();
            assertThat(second.cheap.standing()).isEqualTo(Standing.MANAGED);
        }
        try (Run third = new Run("")) {
            assertThat(third.cheap.standing()).isEqualTo(Standing.DISABLED);
        }
    }

    @Test
    void programsThatEndBeforeItHasRestedJudgeItAnewNowAndThen() throws Exception {
        run("").close();
        int runs = 0;
        Standing standing = Standing.DISABLED;
        while (standing == Standing.DISABLED && runs++ < 100) {
            try (Run next = new Run("")) {
                standing = next.cheap.standing();
            }
        }
        assertThat(runs).isBetween(16, 33);
    }

    @Test
    void verdictsByOtherThresholdsCountForNothing() throws Exception {
        run("").close();
        try (Run second = new Run(",hotspot.threshold=20us")) {
            assertThat(second.cheap.standing()).isEqualTo(Standing.MANAGED);
        }
    }

    @Test
    void aDamagedFileIsHarmlessAndWrittenAnew() throws Exception {
        run("").close();
        byte[] whole = Files.readAllBytes(file());
        for (int at = 16; at < whole.length; at++) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(file(), damaged);
            try (Run second = new Run("")) {
                assertThat(second.cheap.standing()).as("byte " + at).isEqualTo(Standing.MANAGED);
            }
        }
        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), java.util.Arrays.copyOf(whole, length));
            assertThat(new Run("").cheap.standing()).as("cut to " + length).isEqualTo(Standing.MANAGED);
        }
        Files.write(file(), java.util.Arrays.copyOf(whole, whole.length - 1));
        run("").close();
        assertThat(Files.readAllBytes(file())).isEqualTo(whole);
    }

    @Test
    void aFileOfSomebodyElseStaysAsItIs() throws Exception {
        Files.writeString(file(), "<aspectj/>");
        run("").close();
        assertThat(file()).hasContent("<aspectj/>");
    }

    @Test
    void withoutTheOptionNothingIsWritten() throws IOException {
        Hotspot hotspot = new Hotspot(Options.load("", new Properties()), () -> {});
        assertThat(hotspot.remembers()).isFalse();
        hotspot.remember();
        assertThat(file()).doesNotExist();
    }

    /** A run in which one name's calls were all short. */
    private Run run(String options) {
        Run run = new Run(options);
        if (run.cheap.standing() == Standing.MANAGED) {
            run.cheap.settle(-2_000, 700, 0, 0, 0);
        }
        return run;
    }

    private Path file() {
        return folder.resolve("verdicts");
    }

    private final class Run implements AutoCloseable {
        final Names names = new Names(100);
        final Hotspot hotspot;
        final Scorecard cheap;
        final Scorecard dear;

        Run(String options) {
            hotspot = new Hotspot(Options.load("hotspot.remember=" + file() + options, new Properties()), () -> {});
            cheap = hotspot.open(names.parse("shop.Cart").name("<init>"), 1);
            dear = hotspot.open(names.parse("shop.Cart").name("add"), 2);
        }

        @Override
        public void close() {
            hotspot.remember();
        }
    }
}
