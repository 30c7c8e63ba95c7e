package sim.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.Child;
import sim.testkit.Jdks;

/** Before types were made one at a time, one JVM of twelve wrote recordings nobody could read. */
class RushOfTypesIT {
    @TempDir
    Path folder;

    @RepeatedTest(30)
    @Tag("long")
    void norByChance() {
        recordingsCanBeReadHoweverManyTypesAreMadeAtOnce();
    }

    @Test
    void recordingsCanBeReadHoweverManyTypesAreMadeAtOnce() {
        Child.Result run = Child.jvm(Jdks.own(), Child.FRUGAL, "sim.jfr.RushOfTypes",
                folder.resolve("rush.jfr").toString());
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.text()).contains("types 256");
    }
}
