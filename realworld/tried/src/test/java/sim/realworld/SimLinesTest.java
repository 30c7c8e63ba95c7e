package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimLinesTest {
    @Test
    void aServersLogMayHaveWrittenBeforeALine() {
        SimLines lines = SimLines.of(List.of("sim: one", "12:00:01,123 ERROR [stderr] (main) sim: two, of three",
                "the program's own", "12:00:02 INFO org.jboss.sim:list"));
        assertThat(lines.lines()).containsExactly("sim: one", "sim: two, of three");
        assertThat(lines.longest()).isEqualTo(18);
        assertThat(lines.tooMuch()).isNull();
    }

    @Test
    void moreThanFiveLinesOrALongOneIsTooMuch() {
        assertThat(SimLines.of(Collections.nCopies(6, "sim: one")).tooMuch()).contains("6 lines");
        assertThat(SimLines.of(List.of("sim: " + "x".repeat(156))).tooMuch()).contains("161 characters");
        assertThat(SimLines.of(List.of("sim: " + "x".repeat(155))).tooMuch()).isNull();
    }
}
