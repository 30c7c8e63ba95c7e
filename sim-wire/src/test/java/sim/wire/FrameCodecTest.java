package sim.wire;

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
import sim.model.payload.PayloadControl;
import sim.model.payload.ScriptRequest;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

class FrameCodecTest {
    @Test
    void everyFrameComesBackAsItWas() throws Exception {
        for (WireFrame frame : List.of(
                new Hello(Wire.VERSION, "shop", "i-1", "host", 42, "JVM 17", 1_234, true, List.of("orders")),
                new Hello(Wire.VERSION, "shop", "i-2", "host", 43, "JVM 17", 1_234, true, List.of())
                        .with("a token").ofProgram("2.4.1").ofAgent("1.0.0"),
                new Welcome(Wire.VERSION, 9, 8, 7), new Refusal("no"),
                new Ack(Long.MAX_VALUE, List.of(new HotspotControl(HotspotControl.Action.PIN, "a.B", "m", -1, 5))),
                new Ack(3, List.of(new PayloadControl(PayloadControl.Action.RECORD_EVENTS, "all"),
                        new ScriptRequest(1L << 52, ScriptRequest.Action.REMOVE, "Orders", "", "", false),
                        new ScriptRequest(0, ScriptRequest.Action.ADD, "B", "a.B.m(..)", "\"gr\u00fcn\"", true),
                        new ScriptRequest(7, ScriptRequest.Action.ADD, "Queue", "shop.Queue", "Queue.size()", false,
                                new ScriptRequest.Telemetry("busy", "bytes", -3, true)))),
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
    void aKeptCallOfWallTimeTakesAtMostEightBytes() {
        assertThat(bytesEach(List.of(), busy(1 << Meter.WALL.ordinal()))).isBetween(3.0, 8.0);
    }

    @Test
    void aKeptCallWithAllMetersTakesAtMostSixteenBytes() {
        assertThat(bytesEach(List.of(), busy((1 << Meter.COUNT) - 1))).isBetween(5.0, 16.0);
    }

    /** Half of a tree's places, or more, call nothing that is metered. Meters of what a program seldom does are zero. */
    @Test
    void aTypicalRowTakesAtMostFortyBytes() {
        SplittableRandom random = new SplittableRandom(5);
        List<TreeRow> rows = new ArrayList<>();
        for (int node = 1; node <= 1000; node++) {
            rows.add(Samples.place(node, node % 2 == 0, random));
        }
        assertThat(bytesEach(rows, List.of())).isBetween(20.0, 40.0);
    }

    /** What example 01-etl sent in 5 s. It waits, blocks and collects, and half of a row is its histogram: 13 buckets. */
    @Test
    void rowsOfAProgramThatDoesEverythingTakeMore() throws IOException {
        List<TreeRow> rows = Samples.recorded();
        assertThat(rows).hasSizeGreaterThan(20);
        assertThat(bytesEach(rows.stream().map(Samples::withoutHistogram).toList(), List.of())).isBetween(30.0, 65.0);
        assertThat(bytesEach(rows, List.of())).isLessThan(150);
    }

    private static double bytesEach(List<TreeRow> rows, List<Invocation> calls) {
        int empty = FrameCodec.encode(batch(List.of(), List.of())).length;
        return (FrameCodec.encode(batch(rows, calls)).length - empty) / (double) (rows.size() + calls.size());
    }

    /** Calls of four threads in contexts as a server makes them: nested, some microseconds long, half a million a second. */
    private static List<Invocation> busy(int present) {
        SplittableRandom random = new SplittableRandom(3);
        List<Invocation> calls = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            long end = 1_700_000_000_000_000L;
            for (int i = 0; i < 5_000; i++) {
                long wall = 200 + (long) (20_000 * Math.pow(random.nextDouble(), 6));
                end += random.nextInt(5);
                calls.add(new Invocation(1 + random.nextInt(2_000), 1 + i / 40, "http-" + thread, end - wall / 1000,
                        present,
                        Samples.meters(wall, present == 1 ? 0 : wall - 40, present == 1 ? 0 : wall - 40, 0, 0, 0,
                                0, 0, 0, 0, 0, 0, present == 1 ? 0 : wall / 64 * 8),
                        false, null));
            }
        }
        return calls;
    }

    @Test
    void extremeValuesComeBackAsTheyWere() throws Exception {
        long[] extreme = Samples.meters(Long.MAX_VALUE, Long.MIN_VALUE, -1, Long.MAX_VALUE, 0, 1, Long.MIN_VALUE);
        long[] other = Samples.meters(Long.MIN_VALUE, Long.MAX_VALUE, 5, 0, -3);
        int all = (1 << Meter.COUNT) - 1;
        Batch batch = batch(List.of(new TreeRow(Integer.MAX_VALUE, Long.MAX_VALUE, 1, all, extreme, other, extreme,
                new long[0]),
                new TreeRow(3, 1, 0, all, other, extreme, other, new long[]{0, 1, 1, Long.MAX_VALUE, 9, 2})),
                List.of(new Invocation(Integer.MAX_VALUE, Long.MIN_VALUE, "", Long.MIN_VALUE, all, extreme, true, ""),
                        new Invocation(0, Long.MAX_VALUE, "t", Long.MAX_VALUE, 0, Samples.meters(), false, null),
                        new Invocation(1, 0, "t", 0, 1, Samples.meters(-5), false, "t")));
        assertThat(FrameCodec.decode(FrameCodec.encode(batch))).usingRecursiveComparison().isEqualTo(batch);
    }

    @Test
    void halfASurrogatePairTravelsReplaced() throws Exception {
        Batch batch = new Batch(1, 0, 1, Contents.NONE.with(Sections.EVENTS,
                List.of(new EventRecord("a\ud83d", 1, 0, "\ude00",
                        Map.of("k\ud83d", "\ude00v", "whole", "\ud83d\ude00")))));
        EventRecord event = ((Batch) FrameCodec.decode(FrameCodec.encode(batch))).events().get(0);
        assertThat(event).isEqualTo(new EventRecord("a\ufffd", 1, 0, "\ufffd",
                Map.of("k\ufffd", "\ufffdv", "whole", "\ud83d\ude00")));
    }

    /** The length ahead of a frame counts as well: one that was read short is refused, whatever its bytes say. */
    @Test
    void noFrameThatWasChangedOnTheWayIsRead() {
        SplittableRandom random = new SplittableRandom(13);
        List<byte[]> frames = new ArrayList<>();
        Corpus.frames().values().forEach(frame -> frames.add(FrameCodec.encode(frame)));
        int read = 0;
        int changed = 0;
        for (int i = 0; i < 500_000; i++) {
            byte[] good = frames.get(random.nextInt(frames.size()));
            byte[] bad = good.clone();
            for (int change = random.nextInt(1, 5); change > 0; change--) {
                int at = random.nextInt(bad.length);
                bad[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (bad[at] ^ 1 << random.nextInt(8));
            }
            if (random.nextInt(4) == 0) {
                bad = Arrays.copyOf(bad, random.nextInt(bad.length + 9));
            }
            if (!Arrays.equals(bad, good)) {
                changed++;
                read += isRefused(bad) ? 0 : 1;
            }
        }
        assertThat(read).as("frames read of %s changed ones", changed).isZero();
        assertThat(changed).isGreaterThan(490_000);
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
        byte[] sealed = FrameCodec.encode(Samples.batch());
        byte[] good = Arrays.copyOf(sealed, sealed.length - Checksum.LENGTH);
        int refused = 0;
        long most = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] bad = good.clone();
            for (int change = random.nextInt(1, 5); change > 0; change--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(4) == 0) {
                bad = Arrays.copyOf(bad, random.nextInt(bad.length));
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            refused += isRefused(Checksum.appended(bad)) ? 1 : 0;
            most = Math.max(most, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(most).as("bytes allocated for one").isLessThan(8 << 20);
        assertThat(refused).isPositive();
    }

    @Test
    void randomBytesAreRefused() {
        SplittableRandom random = new SplittableRandom(11);
        int read = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            read += isRefused(bytes) && isRefused(Checksum.appended(bytes)) ? 0 : 1;
        }
        assertThat(read).isZero();
    }

    /** Any other exception fails the test. */
    private static boolean isRefused(byte[] bytes) {
        try {
            FrameCodec.decode(bytes);
            return false;
        } catch (WireException refused) {
            if (refused.getMessage().isEmpty() || refused.getMessage().contains("\n")) {
                throw new AssertionError("not one line: '" + refused.getMessage() + "'");
            }
            return true;
        }
    }

    private static Batch batch(List<TreeRow> rows, List<Invocation> calls) {
        return new Batch(1, 0, 1, List.of(), List.of(), rows, calls, List.of(), List.of(), List.of(),
                List.of(), List.of(), Map.of());
    }

    @Test
    void aConnectionThatEndsWithinAFrameIsAnIoFailure() {
        FrameReader reader = new FrameReader(new ByteArrayInputStream(new byte[]{0, 0, 0, 9, 1, 2}));
        assertThatThrownBy(reader::read).isInstanceOf(IOException.class).hasMessageContaining("within a frame");
    }
}
