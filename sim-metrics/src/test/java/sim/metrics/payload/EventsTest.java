package sim.metrics.payload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import sim.base.name.Names;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;

class EventsTest {
    private static final int ROOM = 1_000;
    private final Mishaps mishaps = new Mishaps();
    private final PayloadBounds bounds = new PayloadBounds(1 << 20, 100, 100, 100, 100, 100, ROOM, 1_000_000, 100);
    private final Recording recording = new Recording(1,
            new KnownProbe(1, "probe", null, new SplitTexts("probe", new Names(100), bounds, mishaps)), 1, true,
            new PayloadMemory(1 << 20), mishaps, bounds);

    @Test
    void theCollectorIsWokenBeforeEventsFindNoRoomHoweverManyThreadsThereAre() {
        for (int stripes = 1; stripes <= Tallies.STRIPES; stripes++) {
            List<PayloadEvent> kept = new ArrayList<>();
            List<PayloadMinute> summed = new ArrayList<>();
            boolean[] isWanted = {false};
            Events events = new Events(bounds, mishaps, () -> isWanted[0] = true);
            for (int i = 0; i < 20 * ROOM; i++) {
                PayloadTold told = new PayloadTold();
                told.recording = recording;
                told.text = "A";
                told.thread = "t";
                events.add(i % stripes, told);
                if (isWanted[0]) {
                    isWanted[0] = false;
                    events.drain(kept, summed);
                }
            }
            events.drain(kept, summed);
            assertThat(kept.size()).as("%d threads", stripes).isEqualTo(20 * ROOM);
            assertThat(summed).isEmpty();
        }
    }
}
