package sim.agent.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.metrics.weaving.WeavingFailure;

/** What is read from a pack is what was written, or nothing. */
class PackTest {
    private static final long VIEW = 42;

    @TempDir
    Path folder;

    private final Random random = new Random(20261122);
    private final SortedMap<Pack.Key, WeavingResult> results = new TreeMap<>();

    @Test
    void whatWasWrittenIsRead() throws IOException {
        File file = written();
        try (Pack pack = Pack.open(file, VIEW)) {
            for (var each : results.entrySet()) {
                assertThat(same(pack.find(each.getKey()), each.getValue())).isTrue();
            }
            assertThat(pack.find(new Pack.Key(1, 1))).isNull();
            SortedMap<Pack.Key, WeavingResult> all = new TreeMap<>();
            pack.forEach(all::put);
            assertThat(all.keySet()).isEqualTo(results.keySet());
        }
    }

    @Test
    void theSameFingerprintOfAnotherLengthIsAnotherClass() throws IOException {
        results.put(new Pack.Key(7, 100), WeavingResult.woven(new byte[]{1}));
        try (Pack pack = Pack.open(write(), VIEW)) {
            assertThat(pack.find(new Pack.Key(7, 101))).isNull();
            assertThat(pack.find(new Pack.Key(7, 100)).code()).containsExactly(1);
        }
    }

    /** What had been written of it would take the room that others need. */
    @Test
    void whatAFullDiskTookOfAPackIsTakenAway() throws IOException {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        results.put(new Pack.Key(7, 100), WeavingResult.woven(new byte[100_000]));
        File file = folder.resolve("a.pack").toFile();
        Path beside = Files.createSymbolicLink(Folder.unfinished(file).toPath(), full);
        assertThatThrownBy(() -> Pack.write(file, beside.toFile(), VIEW, results)).isInstanceOf(IOException.class);
        assertThat(Files.isSymbolicLink(beside)).isFalse();
        assertThat(file).doesNotExist();
    }

    @Test
    void aPackOfAnotherViewIsRefused() throws IOException {
        File file = written();
        assertThatThrownBy(() -> Pack.open(file, VIEW + 1)).isInstanceOf(Pack.Damaged.class);
    }

    /** The room that it asks for may be more than there is: the JVM would start without SIM. */
    @Test
    void damagedCountsAreFoundBeforeRoomIsTaken() throws IOException {
        File file = written();
        try (RandomAccessFile out = new RandomAccessFile(file, "rw")) {
            out.setLength(80 << 20);
            out.seek(16);
            out.writeInt(1_900_000);
            out.seek(32);
            out.writeLong(out.length());
        }
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> Pack.open(file, VIEW)).isInstanceOf(Pack.Damaged.class);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10 << 20);
    }

    /** Bytes changed, cut off, put behind, or swapped: 2,000 files. */
    @Test
    void aDamagedPackNeverTellsAnythingWrong() throws IOException {
        byte[] whole = Files.readAllBytes(written().toPath());
        Path file = folder.resolve("damaged.pack");
        int told = 0;
        int refused = 0;
        for (int i = 0; i < Integer.getInteger("sim.mutants", 2_000); i++) {
            Files.write(file, damaged(whole));
            try (Pack pack = Pack.open(file.toFile(), VIEW)) {
                for (var each : results.entrySet()) {
                    try {
                        WeavingResult found = pack.find(each.getKey());
                        assertThat(same(found, each.getValue())).isTrue();
                        told++;
                    } catch (IOException broken) {
                        refused++;
                    }
                }
            } catch (IOException broken) {
                refused++;
            }
        }
        assertThat(told).isPositive();
        assertThat(refused).isPositive();
    }

    private byte[] damaged(byte[] whole) {
        byte[] bytes = whole.clone();
        switch (random.nextInt(4)) {
            case 0 :
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 1 :
                return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(100));
            case 2 :
                int from = random.nextInt(bytes.length);
                Arrays.fill(bytes, from, Math.min(bytes.length, from + 1 + random.nextInt(4_096)), (byte) 0);
                return bytes;
            default :
                for (int i = random.nextInt(3); i >= 0; i--) {
                    bytes[random.nextInt(bytes.length)] ^= 1 << random.nextInt(8);
                }
                return bytes;
        }
    }

    private File written() throws IOException {
        for (int i = 0; i < 100; i++) {
            byte[] code = new byte[10 + random.nextInt(300)];
            random.nextBytes(code);
            List<WeavingResult.Made> made = i % 3 == 0
                    ? List.of(new WeavingResult.Made("a.Closure" + i, code))
                    : List.of();
            WeavingResult result = switch (i % 4) {
                case 0 -> WeavingResult.UNCHANGED;
                case 1 -> WeavingResult.woven(code).with(made, List.of("lint.unmatched", "printed"));
                case 2 -> WeavingResult.unchanged(code);
                default -> WeavingResult.failed(WeavingFailure.VERIFY, "what was wrong \u00fc", null);
            };
            results.put(new Pack.Key(random.nextLong(), i), result);
        }
        return write();
    }

    private File write() throws IOException {
        File file = folder.resolve("a.pack").toFile();
        Pack.write(file, Folder.unfinished(file), VIEW, results);
        return file;
    }

    private static boolean same(WeavingResult one, WeavingResult other) {
        return one != null && one.outcome() == other.outcome() && one.reason() == other.reason()
                && String.valueOf(one.what()).equals(String.valueOf(other.what()))
                && Arrays.equals(one.code(), other.code()) && one.said().equals(other.said())
                && one.made().size() == other.made().size() && (one.made().isEmpty()
                        || one.made().get(0).name().equals(other.made().get(0).name())
                                && Arrays.equals(one.made().get(0).bytes(), other.made().get(0).bytes()));
    }
}
