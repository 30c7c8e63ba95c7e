package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A light call becomes a frame and back by hand, field by field. */
class StandInTest {
    /** What {@link StandIn} sets in a frame, or takes from it. */
    private static final List<String> COPIED = List.of("site", "epoch", "node", "callerNode", "tally", "metered",
            "split",
            "shown", "reads", "isByChance", "mixed", "scope", "outermostIn", "folded", "aside", "displaced", "folds",
            "out",
            "beginTick",
            "innerWall", "moves", "begin", "inner", "failedBy", "failedBefore", "failedIn");
    /** What stays the frame's. */
    private static final List<String> ITS_OWN = List.of("serial", "owner", "own");

    @Test
    void knowsEachFieldOfAFrame() {
        assertThat(Stream.of(Frame.class.getDeclaredFields()).filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(field -> field.getName()))
                .as("a new field of Frame: say in StandIn.load, begin, end and store what becomes of it, and here which it is")
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(COPIED.stream(), ITS_OWN.stream()).toList());
    }
}
