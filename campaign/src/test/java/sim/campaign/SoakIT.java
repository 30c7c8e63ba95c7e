package sim.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The cut of the soak that the build runs. It is too short to judge memory and classes, which are flat after minutes. */
class SoakIT {
    @Test
    @Tag("long")
    void ofAServiceWithoutTroubleEachRequestIsStoredOnceAndNeitherFilesNorThreadsGrow() {
        int exit = new CommandLine(new Soak()).execute("--minutes", System.getProperty("soak.minutes", "0.5"),
                "--every",
                System.getProperty("soak.every", "4"), "--root", "..", "--work", Path.of("target", "soak").toString());
        assertThat(exit).as("what it printed says what grows; more is in campaign/target/soak").isZero();
    }
}
