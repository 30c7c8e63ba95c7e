package sim.recording.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.recording.RecordedLists;
import sim.testkit.Child;

/** A run is recorded in one JVM and played in another; what the second metered is what the first did, to the nanosecond. */
class RecordingIT {
    @TempDir
    Path folder;

    @Test
    void aPlaybackComesToTheSameCallTreeInEveryMeter() throws Exception {
        Child.Result recorded = record("", "4", "2000");
        Child.Result played = play("max");
        assertThat(recorded.lines("counter probes.healed ")).doesNotContain("counter probes.healed 0");
        assertThat(recorded.lines("counter probes.closed ")).doesNotContain("counter probes.closed 0");
        // Calls whose ends were lost have no place in a playback: what was inside them stands under their callers.
        assertThat(byName(played)).as(played.all()).isEqualTo(byName(recorded));
        assertThat(played.lines("row ")).filteredOn(line -> !line.contains("Leaf.call/"))
                .containsAll(whatIsNotInLostCalls(recorded));
    }

    @Test
    void wallTimeAloneIsPlayedToo() throws Exception {
        Child.Result recorded = record("-Dsim.meters=wall", "2", "500");
        Child.Result played = play("max");
        assertThat(byName(played)).as(played.all()).isEqualTo(byName(recorded));
    }

    @Test
    void furtherMetersArePlayedAsCounters() throws Exception {
        Child.Result recorded = record("-Dsim.probes.counters=items,probe.count", "2", "200");
        Child.Result played = play("max");
        assertThat(byName(recorded)).anyMatch(line -> line.startsWith("work.Round.run") && line.contains("[13]"));
        assertThat(byName(played)).as(played.all()).filteredOn(line -> line.contains("[13]"))
                .containsExactlyElementsOf(byName(recorded).stream().filter(line -> line.contains("[13]")).toList());
    }

    @Test
    void liveAPlaybackTakesAsLongAsTheRecording() throws Exception {
        Child.Result recorded = record("", "2", "1500");
        RecordedFirings recording = new RecordedFirings(file());
        long first = recording.threads.values().stream().mapToLong(thread -> thread.firstWall).min().orElseThrow();
        long last = recording.threads.values().stream().mapToLong(thread -> thread.lastWall).max().orElseThrow();
        recording.close();
        long before = System.nanoTime();
        Child.Result played = play("1");
        assertThat(System.nanoTime() - before).isGreaterThan(last - first);
        assertThat(byName(played)).as(played.all()).isEqualTo(byName(recorded));
    }

    @Test
    void whatFindsNoRoomIsDroppedAndCountedAndTheRestStaysNested() throws Exception {
        Child.Result recorded = recordWhatFits("-Dsim.probes.interceptor.record.max.size=1MB", "4", "2000");
        assertThat(recorded.err()).anyMatch(line -> line.contains("has reached its bound of 1048576 bytes"));
        assertThat(Files.size(file())).isLessThanOrEqualTo(1 << 20).isGreaterThan(1 << 18);
        Child.Result played = play("max");
        String[] sums = played.lines("played ").get(0).split(" ");
        long all = byName(recorded).stream().mapToLong(RecordingIT::count).sum();
        long healed = number(recorded, "probes.healed");
        assertThat(Long.parseLong(sums[5])).isEqualTo(number(recorded, "recording.dropped")).isPositive();
        long kept = Long.parseLong(sums[1]);
        assertThat(kept).isPositive();
        // Lost calls are begun and never counted; the one that is open at the end is neither.
        assertThat(kept + Long.parseLong(sums[5])).isBetween(all, all + healed + 1);
        assertThat(byName(played).stream().mapToLong(RecordingIT::count).sum()).isEqualTo(kept);
    }

    @Test
    void threadsWithoutARingAreCounted() throws Exception {
        Child.Result recorded = recordWhatFits("-Dsim.probes.interceptor.record.memory=64KB", "6", "500");
        assertThat(number(recorded, "recording.dropped")).isPositive();
        assertThat(play("max").exit()).isZero();
    }

    @Test
    void aFileThatIsNoWholeRecordingIsRefusedInOneLine() throws Exception {
        record("", "1", "50");
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < whole.length; length += 1 + length / 10) {
            Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> new RecordedFirings(cut)).as("%s bytes", length)
                    .isInstanceOf(DamagedRecordingException.class)
                    .hasMessageContaining("is cut off").hasMessageNotContaining("\n");
        }
        Path foreign = Files.writeString(folder.resolve("foreign"), "PK, and whatever else a file may hold");
        assertThatThrownBy(() -> new RecordedFirings(foreign)).hasMessage(
                foreign + " is not a recording, or is damaged, in its part at byte 0: it does not begin with SIMR;"
                        + " copy it again, or record again");
        byte[] future = whole.clone();
        for (byte version : new byte[]{1, 3}) {
            future[4] = version;
            Path other = Files.write(folder.resolve("other"), future);
            assertThatThrownBy(() -> new RecordedFirings(other)).isInstanceOf(DamagedRecordingException.class)
                    .hasMessageContaining("its version is " + version + ", this SIM reads version 2");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"max.size=1KB | it must be at least 1MB",
            "memory=1KB | it must be at least 64KB",
            "file=/no/such/folder/f | name a file that can"})
    void aWrongSettingIsOneLineAndTheExtensionIsOff(String setting, String cure) throws Exception {
        Child.Result result = recordWhatFits("-Dsim.probes.interceptor.record." + setting, "1", "5");
        assertThat(result.err()).singleElement().asString()
                .startsWith("sim: the interceptor 'record' is switched off: sim.probes.interceptor.record.")
                .contains(cure);
        assertThat(byName(result)).anyMatch(line -> line.startsWith("work.Round.run count=7 "));
    }

    @Test
    void everySingleBitThatIsWrongIsRefusedInOneLine() throws Exception {
        record("", "1", "3");
        byte[] bytes = Files.readAllBytes(file());
        new RecordedFirings(file()).close();
        Path damaged = folder.resolve("damaged");
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] ^= 1 << bit % 8;
            Files.write(damaged, bytes);
            assertRefused(damaged, "bit " + bit);
            bytes[bit / 8] ^= 1 << bit % 8;
        }
    }

    @Test
    void damageOfAnyKindIsRefusedInOneLine() throws Exception {
        record("", "1", "50");
        byte[] whole = Files.readAllBytes(file());
        java.util.Random random = new java.util.Random(42);
        for (int i = 0; i < 500; i++) {
            byte[] damaged = whole.clone();
            for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= 1 + random.nextInt(255);
            }
            Path file = Files.write(folder.resolve("damaged"), damaged);
            if (!Arrays.equals(damaged, whole)) {
                assertRefused(file, "damage " + i);
            }
        }
    }

    /** Each block by itself is whole and may stand where it stands: but every sum is that of all blocks so far. */
    @Test
    void aBlockThatIsMissingOrTwiceThereIsRefused() throws Exception {
        byte[] two = RecordedLists.of(1, 2);
        new RecordedFirings(Files.write(folder.resolve("two"), two)).close();
        int header = RecordedLists.HEADER;
        int block = (two.length - RecordedLists.of().length) / 2;
        ByteArrayOutputStream missing = new ByteArrayOutputStream();
        missing.write(two, 0, header);
        missing.write(two, header + block, two.length - header - block);
        ByteArrayOutputStream twice = new ByteArrayOutputStream();
        twice.write(two, 0, header + block);
        twice.write(two, header, two.length - header);
        for (ByteArrayOutputStream wrong : List.of(missing, twice)) {
            Path file = Files.write(folder.resolve("wrong"), wrong.toByteArray());
            assertRefused(file, "blocks");
            assertThatThrownBy(() -> new RecordedFirings(file)).hasMessageContaining("its checksum is wrong");
        }
    }

    private static void assertRefused(Path damaged, String what) throws IOException {
        try (RecordedFirings recording = new RecordedFirings(damaged)) {
            throw new AssertionError(what + " is wrong, and it is read: " + recording.names);
        } catch (DamagedRecordingException refused) {
            assertThat(refused.getMessage()).as(what).startsWith(damaged + " is ").contains("in its part at byte ")
                    .endsWith("copy it again, or record again").doesNotContain("\n");
        }
    }

    private Path file() {
        return folder.resolve("run.rec");
    }

    /** Nothing dropped: a busy machine lets the writer fall behind once or twice, not always. */
    private Child.Result record(String option, String... work) throws Exception {
        for (int attempt = 0; attempt < 10; attempt++) {
            Child.Result result = recordWhatFits(option, work);
            if (number(result, "recording.dropped") == 0) {
                return result;
            }
        }
        throw new AssertionError("in ten attempts nothing was recorded whole");
    }

    private Child.Result recordWhatFits(String option, String... work) throws Exception {
        Child.Result result = Child.jvm("-Dsim.hotspot.enabled=false", "-Dsim.probes.interceptors=record",
                "-Dsim.probes.interceptor.record.file=" + file(), option.isEmpty() ? "-Dsim.events=none" : option,
                "extended.Work", work[0], work[1]);
        assertThat(result.exit()).as(result.all()).isZero();
        return result;
    }

    private Child.Result play(String speed) throws Exception {
        Child.Result result = Child.jvm("extended.Playing", file().toString(), speed);
        assertThat(result.exit()).as(result.all()).isZero();
        return result;
    }

    private static List<String> whatIsNotInLostCalls(Child.Result recorded) {
        return recorded.lines("row ").stream().filter(line -> !line.contains("Leaf.call/")).filter(
                line -> !line.contains("work.Round.run/with.a.dot.step ")).toList();
    }

    /** Counts, totals and selves by name and meter, as the server sums them. */
    private static List<String> byName(Child.Result result) {
        return result.lines("row ").stream().collect(Collectors.groupingBy(RecordingIT::name, java.util.TreeMap::new,
                Collectors.reducing(null, RecordingIT::numbers, RecordingIT::sum))).entrySet().stream()
                .flatMap(entry -> {
                    long[] sums = entry.getValue();
                    int width = (sums.length - 2) / 2;
                    return java.util.stream.IntStream.range(0, width)
                            .mapToObj(i -> entry.getKey() + " count=" + sums[0] + " errors=" + sums[1] + " [" + i
                                    + "] total=" + sums[2 + i] + " self=" + sums[2 + width + i]);
                }).toList();
    }

    private static String name(String row) {
        String path = row.substring(4, row.indexOf(" count="));
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static long[] numbers(String row) {
        String numbers = row.substring(row.indexOf("count=") + 6, row.indexOf(" errors=")) + ","
                + row.substring(row.indexOf("errors=") + 7, row.indexOf(" present=")) + "," + array(row, "total") + ","
                + array(row, "self");
        return Arrays.stream(numbers.split(",")).map(String::trim).mapToLong(Long::parseLong).toArray();
    }

    private static String array(String row, String name) {
        int from = row.indexOf(name + "=[") + name.length() + 2;
        return row.substring(from, row.indexOf(']', from));
    }

    private static long[] sum(long[] a, long[] b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        long[] sum = a.clone();
        Arrays.setAll(sum, i -> a[i] + b[i]);
        return sum;
    }

    private static long count(String line) {
        return line.contains("[0]")
                ? Long.parseLong(line.substring(line.indexOf("count=") + 6, line.indexOf(" errors=")))
                : 0;
    }

    private static long number(Child.Result result, String counter) {
        return Long.parseLong(result.lines("counter " + counter + " ").get(0).split(" ")[2]);
    }
}
