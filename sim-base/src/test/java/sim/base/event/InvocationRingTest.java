package sim.base.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.InvocationCursor;
import sim.model.snapshot.InvocationPacker;
import sim.model.snapshot.Invocations;

class InvocationRingTest {
    /** Of a call of wall time alone. */
    private static final int BYTES = 40;

    private final AtomicLong room = new AtomicLong(1 << 20);
    private final InvocationRing ring = new InvocationRing(4, 64, room, 1, 1);
    private final InvocationPacker arrived = new InvocationPacker();
    private int offered;

    @Test
    void growsWhereTheReaderIsLateAndKeepsTheOrder() {
        for (int round = 0; round < 20; round++) {
            offer(3 + round * 3);
            ring.drain(arrived);
        }
        assertThat(ring.dropped()).isZero();
        assertThat(arrived.take()).extracting(Invocation::node)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, offered).boxed().toList());
    }

    @Test
    void doesNotGrowBeyondItsBoundAndCountsWhatItDrops() {
        offer(100);
        assertThat(ring.dropped()).isEqualTo(36);
        assertThat(room).hasValue((1 << 20) - 60 * BYTES);
        ring.drain(arrived);
        offer(64);
        ring.drain(arrived);
        assertThat(arrived.size()).isEqualTo(128);
        assertThat(ring.dropped()).isEqualTo(36);
    }

    @Test
    void asLargeAsANumberCanBeItIsAsLargeAsAnArrayCanBe() {
        InvocationRing largest = new InvocationRing(Integer.MAX_VALUE, room, 1, 1);
        assertThat(largest.offer(1, 1, 0, "main", 1, new long[]{1}, false, null)).isFalse();
        assertThat(largest.dropped()).isZero();
        largest.drain(arrived);
        assertThat(arrived.size()).isEqualTo(1);
    }

    @Test
    void doesNotGrowBeyondTheRoomOfAllAndGivesItBack() {
        room.set(13 * BYTES);
        offer(100);
        assertThat(ring.dropped()).isEqualTo(84);
        assertThat(room).hasValue(BYTES);
        ring.drain(arrived);
        ring.retire();
        assertThat(room).hasValue(13 * BYTES);
    }

    @Test
    void tellsTheReaderWhenItIsHalfFull() {
        assertThat(IntStream.range(0, 4).filter(call -> offer())).hasSize(1);
    }

    /** The writer is always ahead: the reader follows it from array to array. */
    @Test
    void loosesNothingBetweenItsWriterAndItsReader() throws InterruptedException {
        InvocationRing large = new InvocationRing(2, 1 << 20, new AtomicLong(1 << 28), 1, 1);
        int calls = 1_000_000;
        Thread writer = new Thread(() -> {
            for (int i = 1; i <= calls; i++) {
                large.offer(i, 0, i % 3, "main", 1, new long[]{i}, false, null);
            }
        });
        writer.start();
        while (writer.isAlive()) {
            large.drain(arrived);
        }
        large.drain(arrived);
        Invocations all = arrived.take();
        assertThat(all.size() + large.dropped()).isEqualTo(calls);
        int before = 0;
        for (InvocationCursor call = all.cursor(); call.next();) {
            assertThat(call.node() > before && call.readings()[0] == call.node() && call.context() == call.node() % 3)
                    .as("call %d after %d", call.node(), before).isTrue();
            before = call.node();
        }
    }

    private void offer(int calls) {
        for (int i = 0; i < calls; i++) {
            offer();
        }
    }

    private boolean offer() {
        offered++;
        return ring.offer(offered, 0, 0, "main", 1, new long[]{offered}, false, null);
    }
}
