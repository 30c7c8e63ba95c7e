package sim.jfr.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.jfr.ChildJvm;

/** What the reader needs is bounded, for large files and for damaged ones; each in a child JVM with a small heap. */
class BoundsIT {
    private static final List<String> SMALL = List.of("-Xmx64m");

    @TempDir
    Path folder;

    /** {@code -Dsim.large.mb=2000} for one of gigabytes. */
    @Test
    void aLargeRecordingIsReadInASmallHeap() throws Exception {
        Path file = folder.resolve("large.jfr");
        int megabytes = Integer.getInteger("sim.large.mb", 60);
        ChildJvm.Result made = ChildJvm.java(ChildJvm.ownJdk(), List.of(), "sim.jfr.Large", file.toString(),
                Integer.toString(megabytes));
        assertThat(made.exit()).as(made.out()).isZero();
        assertThat(Files.size(file)).isGreaterThan(megabytes * 700_000L);
        ChildJvm.Result read = ChildJvm.java(ChildJvm.ownJdk(), SMALL, "sim.jfr.reader.ReadAll", file.toString());
        assertThat(read.exit()).as(read.out()).isZero();
        assertThat(read.out()).containsPattern("(?m)^(\\d+) of \\1 in their context$");
        System.out.println(read.out());
    }

    /** {@code -Dsim.mutants=100000} for the whole number. */
    @Test
    void damagedRecordingsEndInTheOneExceptionTheyMay() throws Exception {
        Path file = folder.resolve("busy.jfr");
        ChildJvm.Result made = ChildJvm.java(ChildJvm.ownJdk(), List.of("-Dburn.millis=20"), "sim.jfr.Busy",
                file.toString());
        assertThat(made.exit()).as(made.out()).isZero();
        int count = Integer.getInteger("sim.mutants", 1500);
        ChildJvm.Result read = ChildJvm.java(ChildJvm.ownJdk(), SMALL, "sim.jfr.reader.Mutants", file.toString(),
                Integer.toString(count), Long.toString(System.nanoTime()));
        assertThat(read.exit()).as(read.out()).isZero();
        assertThat(read.out()).contains("read " + count + "\n").contains("read whole").contains("refused by SIM");
        System.out.println(read.out());
    }
}
