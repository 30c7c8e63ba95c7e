package sim.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NeededModulesTest {
    /** An image of java.base and java.instrument, the least that takes an agent, lacks all. */
    @Test
    void aLineThatNamesAllFitsTheScreen() {
        List<String> all = List.of("java.management", "java.sql", "jdk.management");
        assertThat("sim: " + NeededModules.line(all, false) + ". The application runs unmetered.")
                .hasSizeLessThan(161)
                .contains("this Java image lacks", "jlink --add-modules ...," + String.join(",", all));
        assertThat("sim: " + NeededModules.line(all, true) + ". The application runs unmetered.")
                .hasSizeLessThan(161);
    }
}
