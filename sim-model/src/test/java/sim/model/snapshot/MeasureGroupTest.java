package sim.model.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sim.model.packed.Numbered;

class MeasureGroupTest {
    @Test
    void eachMeterIsInOneGroup() {
        int all = 0;
        for (MeasureGroup group : MeasureGroup.values()) {
            assertThat(all & group.meters()).as("%s has no meter of another", group).isZero();
            all |= group.meters();
        }
        assertThat(all).as("a meter that was added must name its group").isEqualTo((1 << Meter.COUNT) - 1);
        assertThat(MeasureGroup.metersOf(MeasureGroup.EVERY)).isEqualTo(all);
        assertThat(MeasureGroup.metersOf(MeasureGroup.TIME.bit())).isEqualTo(Meter.WALL.bit() | Meter.ALLOC.bit());
    }

    @Test
    void aLevelKeepsItsNumber() {
        assertThat(Level.values()).extracting(Level::number).containsExactly(0, 1, 2, 3);
        assertThat(Numbered.of(Level.values(), 2)).isEqualTo(Level.SAMPLED);
        assertThat(Numbered.of(Level.values(), 4)).isNull();
    }

    @Test
    void whatIsUnreadAddsUp() {
        Unread sum = new Unread(1, 2, 3, 1).plus(new Unread(10, 20, 30, 4));
        assertThat(sum).isEqualTo(new Unread(11, 22, 33, 5));
        assertThat(sum.of(MeasureGroup.CPU)).isEqualTo(22);
        assertThat(Unread.NOTHING.plus(sum)).isSameAs(sum);
        assertThat(new Unread(0, 0, 0, 0).isNothing()).isTrue();
    }
}
