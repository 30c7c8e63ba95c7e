package sim.collector.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import sim.metrics.snapshot.Control;
import sim.metrics.snapshot.TreeRow;

class FrameCodecTest {
    @Test
    void everyFrameComesBackAsItWas() throws Exception {
        for (Frame frame : List.of(new Hello(1, "shop", "i-1", "host", 42, "JVM 17", 1_234, true, List.of("orders")),
                new Welcome(1, 9, 8, 7),
                new Refusal("no"), new Ack(Long.MAX_VALUE, List.of(new Control(Control.Action.PIN, "a.B", "m", -1, 5))),
                Samples.batch())) {
            assertThat(FrameCodec.decode(FrameCodec.encode(frame))).usingRecursiveComparison().isEqualTo(frame);
        }
    }

    @Test
    void framesFollowOneAnother() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        FrameWriter writer = new FrameWriter(bytes);
        writer.write(new Ack(1));
        writer.write(new Ack(2));
        FrameReader reader = new FrameReader(new ByteArrayInputStream(bytes.toByteArray()));
        assertThat(reader.read()).isEqualTo(new Ack(1));
        assertThat(reader.read()).isEqualTo(new Ack(2));
        assertThat(reader.read()).isNull();
    }

    @Test
    void aTypicalRowTakesAtMostFortyBytes() {
        List<TreeRow> rows = new ArrayList<>();
        for (int node = 1; node <= 1000; node++) {
            rows.add(Samples.row(node, 1000));
        }
        int empty = FrameCodec.encode(batch(List.of())).length;
        assertThat((FrameCodec.encode(batch(rows)).length - empty) / 1000.0).isLessThanOrEqualTo(40);
    }

    @Test
    void aHugeFrameIsRefusedBeforeItIsRead() {
        FrameReader reader = new FrameReader(new ByteArrayInputStream(new byte[]{0x7f, -1, -1, -1, 0}));
        assertThatThrownBy(reader::read).isInstanceOf(WireException.class).hasMessageContaining("2147483647 bytes");
    }

    @Test
    void mutatedFramesAreRefusedWithOneLineAndBoundedMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SplittableRandom random = new SplittableRandom(7);
        byte[] good = FrameCodec.encode(Samples.batch());
        int refused = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] bad = good.clone();
            for (int change = random.nextInt(1, 5); change > 0; change--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(4) == 0) {
                bad = Arrays.copyOf(bad, random.nextInt(bad.length));
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            refused += isRefused(bad) ? 1 : 0;
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8 << 20);
        }
        assertThat(refused).isPositive();
    }

    @Test
    void randomBytesAreRefused() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            assertThat(isRefused(bytes)).isTrue();
        }
    }

    /** Any other exception fails the test. */
    private static boolean isRefused(byte[] bytes) {
        try {
            FrameCodec.decode(bytes);
            return false;
        } catch (WireException refused) {
            assertThat(refused.getMessage()).isNotEmpty().doesNotContain("\n");
            return true;
        }
    }

    private static Batch batch(List<TreeRow> rows) {
        return new Batch(1, 0, 1, List.of(), List.of(), rows, List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), Map.of());
    }

    @Test
    void aConnectionThatEndsWithinAFrameIsAnIoFailure() {
        FrameReader reader = new FrameReader(new ByteArrayInputStream(new byte[]{0, 0, 0, 9, 1, 2}));
        assertThatThrownBy(reader::read).isInstanceOf(IOException.class).hasMessageContaining("within a frame");
    }
}
