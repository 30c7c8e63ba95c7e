package sim.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.NameEntry;

class NameSectionTest {
    @Test
    void whichAreSynchronizedTravelsBehindThem() throws WireException {
        for (List<NameEntry> names : List.of(
                List.of(new NameEntry(1, "shop.Orders", "place"), new NameEntry(2, "shop.Prices", "refresh", true),
                        new NameEntry(3, "shop.Db", "query"), new NameEntry(4, "shop.Db", "close", true)),
                List.of(new NameEntry(1, "shop.Orders", "place")))) {
            Batch read = (Batch) FrameCodec
                    .decode(FrameCodec.encode(new Batch(3, 1_000, 2_000, Contents.NONE.with(Sections.NAMES, names))));
            assertThat(read.names()).isEqualTo(names);
        }
    }
}
