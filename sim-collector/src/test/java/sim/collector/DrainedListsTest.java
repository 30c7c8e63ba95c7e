package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.wire.Section;
import sim.wire.Sections;

/** Runtime and wire do not know each other: here they meet. */
class DrainedListsTest {
    @Test
    void eachListOfADrainHasItsSection() {
        List<Class<?>> types = new ArrayList<>();
        for (Section<?> section : Sections.ALL) {
            if (section.type() != null) {
                types.add(section.type());
            }
        }
        Metering metering = new Metering(Options.load("hotspot.enabled=false", new Properties()));
        List<Class<?>> lists = new ArrayList<>(metering.drain().types());
        lists.addAll(metering.drainFeatures(0, 0).types());
        assertThat(lists).as("a list that no section has is lost").containsExactlyInAnyOrderElementsOf(types);
    }
}
