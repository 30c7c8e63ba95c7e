package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.metrics.spi.ControlHandler;
import sim.model.snapshot.Control;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.HotspotControl.Action;

class ControlsTest {
    private final Runs runs = new Runs("hotspot.enabled=true");

    /** A kind that SIM does not have. */
    private record Dump(String text) implements Control {
        @Override
        public String kind() {
            return "dump";
        }
    }

    @Test
    void aFurtherKindHasAHandlerOfItsOwn() {
        List<String> dumped = new ArrayList<>();
        runs.metering.handle(new ControlHandler() {
            @Override
            public String kind() {
                return "dump";
            }

            @Override
            public int handle(Control control) {
                dumped.add(((Dump) control).text());
                return dumped.size();
            }
        });
        assertThat(runs.metering.control(new Dump("a"))).isEqualTo(1);
        assertThat(runs.metering.control(new Dump("b"))).isEqualTo(2);
        assertThat(dumped).containsExactly("a", "b");
    }

    @Test
    void aKindThatNobodyKnowsIsCountedAndLeft() {
        assertThat(runs.metering.control(new Dump("a"))).isZero();
        assertThat(runs.metering.counters()).containsEntry("controls.unknown", 1L);
    }

    @Test
    void eachOfSimsKindsGoesToItsHandler() {
        runs.site("known").begin();
        assertThat(runs.metering.control(new HotspotControl(Action.DISABLE, "test", "known", -1, -1))).isEqualTo(1);
        assertThat(runs.metering.counters()).containsEntry("controls.unknown", 0L);
    }
}
