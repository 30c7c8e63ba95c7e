package sim.export.span;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.server.Batches;

/** Which context a call surrounds, of thousands of random ones, is what is found by looking at each pair of them. */
class SurroundingsTest {
    private static final int RUNS = 400;
    private static final int SPAN = 60;

    private final Random random = new Random(37);

    @Test
    void theOneOutermostContextInACallIsFoundWhicheverOthersThereAre() {
        int found = 0;
        for (int run = 0; run < RUNS; run++) {
            List<ContextRecord> contexts = new ArrayList<>();
            grow(contexts, 0, 0, SPAN);
            int cut = random.nextInt(contexts.size() + 1);
            Surroundings surroundings = new Surroundings();
            surroundings.next("i", contexts.subList(0, cut));
            surroundings.next("i", contexts.subList(cut, contexts.size()));
            for (int from = 0; from < SPAN; from += 3) {
                for (int wall = 0; wall < SPAN; wall += 2) {
                    long expected = byEachPair(contexts, from, from + wall + 1);
                    assertThat(surroundings.of("i", call(from, wall)))
                            .as("run %s, a call of %s from %s", run, wall, from)
                            .isEqualTo(expected);
                    found += expected != 0 ? 1 : 0;
                }
            }
        }
        assertThat(found).as("it was tried").isGreaterThan(RUNS);
    }

    /** Contexts side by side and in one another, as a thread has them; an inner one ends first, and so does its record come. */
    private void grow(List<ContextRecord> into, long parent, int from, int to) {
        int at = from;
        while (at < to) {
            int begin = at + random.nextInt(4);
            int end = begin + random.nextInt(to - at + 1);
            if (end > to) {
                return;
            }
            long id = 1 + random.nextInt(Integer.MAX_VALUE);
            if (end - begin > 1 || random.nextInt(4) == 0 && end > begin) {
                grow(into, id, begin + random.nextInt(2), end - random.nextInt(2));
            }
            into.add(new ContextRecord(id, parent, "order", "shop", "main", begin, Math.max(1, end), null, Map.of(), 1,
                    0,
                    Meter.WALL.bit(), Batches.meters(1), 0, 0, List.of(), List.of()));
            at = end + 1;
        }
    }

    private static Invocation call(long from, long wallMicros) {
        return new Invocation(1, 0, "main", from, Meter.WALL.bit(), Batches.meters(wallMicros * 1_000), false, null);
    }

    private static long byEachPair(List<ContextRecord> contexts, long from, long to) {
        List<ContextRecord> inside = contexts.stream()
                .filter(each -> each.startMicros() >= from && each.endMicros() <= to).toList();
        Set<Long> ids = inside.stream().map(ContextRecord::id).collect(Collectors.toSet());
        List<ContextRecord> outermost = inside.stream().filter(each -> !ids.contains(each.parent())).toList();
        if (outermost.size() != 1) {
            return 0;
        }
        ContextRecord only = outermost.get(0);
        return (only.endMicros() - only.startMicros()) * 2 >= to - from ? only.id() : 0;
    }
}
