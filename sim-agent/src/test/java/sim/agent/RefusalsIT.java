package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Exceptions with a text of their own, in a real JVM: what SIM tells of them begins with their class. */
class RefusalsIT {
    @Test
    void whatIsToldOfAnExceptionBeginsWithItsClassWhateverItSays() {
        ChildJvm.Result run = new ChildJvm().agent("events=errors").run(ChildJvm.CLASSES.toString(), "woven.Refusals");
        assertThat(run.exit()).as(run.all()).isZero();
        List<String> told = run.out().stream().filter(line -> !line.startsWith("counter ")).toList();
        String mute = "woven.Refusals$Mute: (its toString threw java.lang.IllegalStateException) 5";
        assertThat(told).filteredOn(line -> line.startsWith("call ")).as(run.all()).containsExactly(
                "call woven.Refusals$Coded: code: 0 3", "call woven.Refusals$Coded: code: 1 2", "call " + mute,
                "call woven.Refusals$Plain: order 0 refused 3", "call woven.Refusals$Plain: order 1 refused 2");
        assertThat(told).filteredOn(line -> line.startsWith("context ")).containsExactly(
                "context refused woven.Refusals$Coded: code: 0 3", "context refused woven.Refusals$Coded: code: 1 2",
                "context refused " + mute, "context refused woven.Refusals$Plain: order 0 refused 3",
                "context refused woven.Refusals$Plain: order 1 refused 2",
                "context told woven.Refusals$Coded: code: 1 1");
        assertThat(told).filteredOn(line -> line.startsWith("counted ")).as("once each, where it began")
                .containsExactly("counted woven.Refusals$Coded 6", "counted woven.Refusals$Mute 5",
                        "counted woven.Refusals$Plain 5");
        assertThat(told).filteredOn(line -> line.startsWith("stack ")).isNotEmpty().allMatch(
                line -> line.matches("stack (woven\\.Refusals\\$\\w+) \\1: .*"));
        assertThat(run.after("counter metering.failures ")).isEqualTo("0");
    }
}
