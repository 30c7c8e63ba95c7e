package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Meter;

/** Which few places a context keeps: its outermost ones among them, however little of their own they took. */
class FewTest {
    private static final int[] METERS = {0};

    private final List<Integer> callers = new ArrayList<>(List.of(0));
    private final PlaceTable places = PlaceTable.createAnyway(1_024, METERS, new ContextMemory(1 << 20));

    @Test
    void theHandlerIsKeptThoughAllItsTimeIsInWhatItCalls() {
        int server = place(0);
        int handler = place(server);
        int service = place(handler);
        for (int i = 0; i < 12; i++) {
            call(place(service), 1_000, 1_000, false);
        }
        call(service, 12_010, 10, false);
        call(handler, 12_015, 5, false);
        assertThat(kept(8)).hasSize(8).contains(handler).doesNotContain(service);
        assertThat(kept(1)).containsExactly(handler);
        assertThat(kept(0)).isEmpty();
    }

    /** Two hundred places of half a hundredth each: none is worth a row by itself. */
    @Test
    void theHandlerIsKeptWhereNoPlaceMatters() {
        int handler = place(0);
        for (int i = 0; i < 200; i++) {
            call(place(handler), 10, 10, false);
        }
        call(handler, 2_001, 1, false);
        assertThat(kept(8)).containsExactly(handler);
    }

    @Test
    void placesThatFailedComeAfterTheHandler() {
        int handler = place(0);
        List<Integer> failed = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            failed.add(place(handler));
            call(failed.get(i), 10, 10, true);
        }
        call(place(handler), 5_000, 5_000, false);
        call(handler, 5_121, 1, false);
        assertThat(kept(4)).hasSize(4).contains(handler).allMatch(at -> at == handler || failed.contains(at));
    }

    /** The handler waits on one thread while two tasks work on others. */
    @Test
    void eachThreadsOutermostPlaceIsKept() {
        int task = place(0);
        int handler = place(0);
        int parse = place(handler);
        int load = place(task);
        for (int i = 0; i < 12; i++) {
            call(place(load), 900, 900, false);
        }
        call(load, 10_810, 10, false);
        call(task, 10_815, 5, false);
        for (int i = 0; i < 12; i++) {
            call(place(parse), 20, 20, false);
        }
        call(parse, 245, 5, false);
        call(handler, 250, 5, false);
        assertThat(kept(8)).hasSize(8).contains(handler, task).doesNotContain(load, parse);
    }

    /** What was left out before is of the context, too: the handler's total has it, and leaves the time of a task on another thread. */
    @Test
    void aTasksPlaceIsKeptWhereTheRestOfTheTimeHasNoPlace() {
        int handler = place(0);
        int task = place(0);
        places.leaveOut(place(handler), 12, 0, 990);
        call(handler, 1_000, 10, false);
        for (int i = 0; i < 100; i++) {
            call(place(task), 6, 6, false);
        }
        call(task, 606, 6, false);
        assertThat(kept(8)).containsExactlyInAnyOrder(handler, task);
    }

    /** Its outermost call is in progress elsewhere, or its row is gone: what is left has more than one outermost place. */
    @Test
    void aPlaceBringsItsOutermostOne() {
        int handler = place(0);
        List<Integer> outer = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            outer.add(place(handler));
            int inner = place(outer.get(i));
            call(inner, 1_000 + i, 1_000 + i, false);
            call(outer.get(i), 1_001 + i, 1, false);
        }
        assertThat(kept(4)).hasSize(4).contains(outer.get(5), outer.get(5) + 1, outer.get(4), outer.get(4) + 1);
        assertThat(kept(5)).as("there is no room for a third and its caller").hasSize(4);
    }

    @Test
    void ofRandomTablesEachPlaceThatIsKeptHasItsOutermostOne() {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            callers.clear();
            callers.add(0);
            places.clear();
            for (int count = 10 + random.nextInt(60); count > 0; count--) {
                int place = place(random.nextInt(4) == 0 ? 0 : random.nextInt(callers.size()));
                if (random.nextInt(5) > 0) { // others have not ended
                    int self = random.nextInt(100);
                    call(place, self + random.nextInt(1_000), self, random.nextInt(20) == 0);
                }
            }
            int most = random.nextInt(12);
            List<Integer> kept = kept(most);
            if (places.size() > most) {
                assertThat(kept.size()).isBetween(Math.min(1, most), most);
                assertThat(kept).allSatisfy(place -> assertThat(kept).contains(outermost(place)));
            }
        }
    }

    @Test
    void choosingAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int handler = place(0);
        for (int i = 0; i < 60; i++) {
            call(place(handler), i, i, false);
        }
        call(handler, 1_771, 1, false);
        Few few = new Few(8, callers::get);
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 200; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            few.of(places);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isZero();
    }

    private List<Integer> kept(int most) {
        boolean[] kept = new Few(most, callers::get).of(places);
        List<Integer> nodes = new ArrayList<>();
        for (int slot = 0; slot < places.size(); slot++) {
            if (kept == null || kept[slot]) {
                nodes.add(places.node(slot));
            }
        }
        return nodes;
    }

    private int outermost(int place) {
        int outermost = place;
        for (int at = callers.get(place); at != 0; at = callers.get(at)) {
            outermost = places.slotOf(at) >= 0 ? at : outermost;
        }
        return outermost;
    }

    private int place(int caller) {
        callers.add(caller);
        return callers.size() - 1;
    }

    private void call(int place, long total, long self, boolean failed) {
        long[] deltas = new long[Meter.COUNT];
        long[] inner = new long[Meter.COUNT];
        deltas[0] = total;
        inner[0] = total - self;
        places.add(place, METERS, 1, deltas, inner, failed);
    }
}
