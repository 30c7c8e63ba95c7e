package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Contexts on their way between threads, under the real weaver in a real JVM. */
class HandOverIT {
    private static final String AOP = ",aop=" + ChildJvm.CLASSES.resolve("hand-over-aop.xml");

    @Test
    void tenThousandTasksEachCountInTheirOwnContextAndNoneLeaks() {
        ChildJvm.Result run = new ChildJvm().agent("interval=1h,events=none,contexts.max=100000" + AOP)
                .run(ChildJvm.CLASSES.toString(), "woven.Pools");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.after("different ")).as(run.all()).isEqualTo("0");
        assertThat(run.after("wrong ")).as(run.all()).startsWith("0 ");
        assertThat(run.after("leaked ")).isEqualTo("0");
        assertThat(run.after("open ")).isEqualTo("0");
        assertThat(run.after("unequal ")).isNull();
        String[] calls = run.after("calls ").split(" of ");
        assertThat(calls[0]).isEqualTo(calls[1]);
        assertThat(Integer.parseInt(calls[0])).isGreaterThan(20_000);
        for (String kind : new String[]{"cancelled ", "timed out ", "failed "}) {
            assertThat(Integer.parseInt(run.after(kind))).as(kind).isPositive();
        }
        for (String kind : new String[]{"metering.failures", "contexts.dropped", "contexts.healed",
                "contexts.unmatched", "context.missing", "probes.healed", "probes.unmatched", "weaving.failed"}) {
            assertThat(run.after("counter " + kind + " ")).as(kind).isEqualTo("0");
        }
    }
}
