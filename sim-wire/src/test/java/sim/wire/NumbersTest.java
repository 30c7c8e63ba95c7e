package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.model.packed.Numbered;
import sim.model.payload.ControlObject;
import sim.model.payload.PayloadControl;
import sim.model.payload.PayloadEvent;
import sim.model.payload.ScriptRequest;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Level;
import sim.model.snapshot.Standing;

/** The numbers of the wire, as WIRE.md has them. One may be added; none may change. */
class NumbersTest {
    @Test
    void eachConstantHasTheNumberThatEveryReleaseGivesIt() {
        assertThat(numbers(Standing.values())).containsExactlyInAnyOrder("MANAGED 0", "HOTSPOT 1", "DISABLED 2",
                "UNMANAGED 3", "OFF 4", "PINNED 5");
        assertThat(numbers(Level.values())).containsExactlyInAnyOrder("ALL 0", "QUICK 1", "SAMPLED 2", "OFF 3");
        assertThat(numbers(HotspotControl.Action.values())).containsExactlyInAnyOrder("ENABLE 0", "DISABLE 1", "PIN 2",
                "RESET 3", "THRESHOLDS 4");
        assertThat(numbers(PayloadControl.Action.values())).containsExactlyInAnyOrder("RECORD 0", "RECORD_EVENTS 1",
                "STOP_RECORDING 2");
        assertThat(numbers(ScriptRequest.Action.values())).containsExactlyInAnyOrder("LIST 0", "LOOK 1", "TRY 2",
                "ADD 3", "REMOVE 4");
        assertThat(numbers(ControlObject.End.values())).containsExactlyInAnyOrder("OPEN 0", "CLOSED 1", "COLLECTED 2");
        assertThat(numbers(PayloadEvent.Kind.values())).containsExactlyInAnyOrder("PAYLOAD 0", "OPEN 1", "CLOSE 2");
        assertThat(numbers(Ack.Outcome.values())).containsExactlyInAnyOrder("STORED 0", "ASIDE 1", "INTRODUCE 2");
        assertThat(numbers(Blame.values())).containsExactlyInAnyOrder("CONNECTION 0", "BATCH 1");
    }

    /** A section's number is its position. */
    @Test
    void eachSectionHasItsPosition() {
        assertThat(Sections.ALL).extracting(Section::name).containsExactly("names", "nodes", "rows", "invocations",
                "contexts", "events", "scores", "verdicts", "platform", "counters", "kinds", "histograms",
                "payload.probes", "payload.recordings", "payload.rows", "payload.object.rows", "payload.objects",
                "payload.events", "payload.minutes", "payload.points", "script.answers", "failures", "stacks");
    }

    @Test
    void eachKindOfControlHasANumberOfItsOwn() {
        assertThat(ControlCodec.layouts()).extracting(each -> each.type().getSimpleName() + " " + each.number())
                .containsExactlyInAnyOrder("HotspotControl 1", "PayloadControl 2", "ScriptRequest 3");
    }

    private static <E extends Enum<E> & Numbered> List<String> numbers(E[] constants) {
        return Arrays.stream(constants).map(each -> each.name() + " " + each.number()).toList();
    }
}
