package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import extended.ManyThreads;
import org.junit.jupiter.api.Test;
import sim.testkit.Child;

/** Threads that probe by hand and die leave nothing behind, though nobody drains: a heap that holds few of their contexts is enough. */
class ManyThreadsIT {
    @Test
    void platformThreadsWhereNothingIsMetered() throws Exception {
        end("platform", 20_000, "-Dsim.enabled=false");
    }

    @Test
    void virtualThreadsWhereNothingIsMetered() throws Exception {
        assumeTrue(VirtualThreads.AVAILABLE, "this JVM has no virtual threads");
        end("virtual", 200_000, "-Dsim.enabled=false");
    }

    @Test
    void virtualThreadsFasterThanTheyAreDrained() throws Exception {
        assumeTrue(VirtualThreads.AVAILABLE, "this JVM has no virtual threads");
        end("virtual", 200_000, "-Dsim.server=127.0.0.1:1");
    }

    private static void end(String kind, int many, String option) throws Exception {
        Child.Result run = Child.jvm("-Xmx32m", option, ManyThreads.class.getName(), kind, String.valueOf(many));
        assertThat(run.out()).as(run.all()).contains("ended " + many);
        assertThat(run.exit()).as(run.all()).isZero();
    }
}
