package sim.jfr.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.Child;
import sim.testkit.Jdks;

/** What the reader needs is bounded, for large files and for damaged ones; each in a child JVM with a small heap. */
class BoundsIT {
    private static final List<String> SMALL = List.of("-Xmx64m");

    @TempDir
    Path folder;

    /** {@code -Dsim.large.mb=2000} for one of gigabytes. */
    @Test
    void aLargeRecordingIsReadInASmallHeap() throws Exception {
        int megabytes = Integer.getInteger("sim.large.mb", 60);
        Path file = made("large.jfr", List.of(), "sim.jfr.Large", Integer.toString(megabytes));
        assertThat(Files.size(file)).isGreaterThan(megabytes * 700_000L);
        Child.Result read = Child.jvm(Jdks.own(), SMALL, "sim.jfr.reader.ReadAll", file.toString());
        assertThat(read.exit()).as(read.all()).isZero();
        assertThat(read.text()).containsPattern("(?m)^(\\d+) of \\1 in their context$");
        System.out.println(read.text());
    }

    /** {@code -Dsim.mutants=100000} for the whole number. */
    @Test
    void damagedRecordingsEndInTheOneExceptionTheyMay() throws Exception {
        Path busy = made("busy.jfr", List.of("-Dburn.millis=20"), "sim.jfr.Busy");
        // Several chunks, with contexts that reach from one into the next.
        Path random = made("random.jfr", List.of(), "sim.jfr.RandomWork", "3", "300", "4", "1");
        int count = Integer.getInteger("sim.mutants", 200);
        Child.Result read = Child.jvm(Jdks.own(), SMALL, "sim.jfr.reader.Mutants",
                Integer.toString(count), Long.toString(System.nanoTime()), busy.toString(), random.toString());
        assertThat(read.exit()).as(read.all()).isZero();
        assertThat(read.text().lines()).contains("read " + count);
        assertThat(read.text()).contains("read whole").contains("refused by SIM");
        System.out.println(read.text());
    }

    private Path made(String name, List<String> flags, String program, String... more) {
        Path file = folder.resolve(name);
        List<String> arguments = new ArrayList<>(List.of(program, file.toString()));
        arguments.addAll(List.of(more));
        Child.Result run = Child.jvm(Jdks.own(), flags, arguments.toArray(String[]::new));
        assertThat(run.exit()).as(run.all()).isZero();
        return file;
    }
}
