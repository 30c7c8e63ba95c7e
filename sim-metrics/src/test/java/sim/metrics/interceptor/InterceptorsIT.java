package sim.metrics.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.testkit.Child;

/** The log and the flight recorder's events, each in a JVM of its own. */
class InterceptorsIT {
    private static final String LOG = "-Dsim.probes.interceptor.log.";
    /** Of the log as it comes, and of the events here, ns. */
    private static final long THRESHOLD = 10_000_000;

    @TempDir
    Path folder;

    @Test
    void aFiringAboveTheThresholdIsALineWithAllItsReadings() throws Exception {
        Instant before = Instant.now().minus(1, ChronoUnit.SECONDS);
        run("-Dsim.probes.interceptors=log", LOG + "file=" + log(), "-Dsim.probes.counters=items", "extended.Slow",
                "100", "3");
        List<String> all = Files.readAllLines(log());
        // a fast one is there only where the machine made it a slow one
        assertThat(all).filteredOn(line -> line.contains("\tslow.fast\t")).allMatch(line -> wall(line) >= THRESHOLD);
        List<String> lines = all.stream().filter(line -> !line.contains("\tslow.fast\t")).toList();
        assertThat(lines).hasSize(6).filteredOn(line -> line.contains("\tslow.pause\t")).hasSize(3);
        for (String line : lines) {
            String[] fields = line.split("\t");
            assertThat(Instant.parse(fields[0])).isBetween(before, Instant.now().plus(1, ChronoUnit.SECONDS));
            assertThat(fields[1]).isEqualTo("the?slow?one");
            assertThat(fields[3]).matches("wall=\\d+ thread\\.cpu=\\d+ .*alloc\\.bytes=\\d+ items=\\d+");
            assertThat(wall(line)).isGreaterThan(19_000_000);
        }
        assertThat(lines).filteredOn(line -> line.contains("\tslow.Outer.run\t"))
                .allMatch(line -> line.endsWith("items=3"));
    }

    @Test
    void anotherMeterMayBeJudged() throws Exception {
        run("-Dsim.probes.interceptors=log", LOG + "file=" + log(), LOG + "meter=alloc.bytes",
                LOG + "threshold=100000", "extended.Slow", "100", "2");
        assertThat(Files.readAllLines(log())).hasSize(4)
                .allMatch(line -> line.contains("slow.pause") || line.contains("slow.Outer.run"));
    }

    @Test
    void aThresholdWithoutAUnitIsInTheMetersUnitOfTheApi() throws Exception {
        run("-Dsim.probes.interceptors=log", LOG + "file=" + log(), LOG + "threshold=1000000", "extended.Slow", "0",
                "2");
        assertThat(Files.size(log())).as("none took a second").isZero();
        run("-Dsim.probes.interceptors=log", LOG + "file=" + log(), LOG + "meter=clock.tick", LOG + "threshold=1000000",
                "extended.Slow", "0", "2");
        assertThat(Files.readAllLines(log())).as("all took a millisecond").hasSize(4);
    }

    @Test
    void theFileIsRolledOnceAndBounded() throws Exception {
        Child.Result result = run("-Dsim.probes.interceptors=log", LOG + "file=" + log(), LOG + "threshold=0",
                LOG + "max.size=100KB", "extended.Slow", "5000", "0");
        Path rolled = log().resolveSibling("slow.log.1");
        assertThat(Files.size(log())).isBetween(1L, 100L << 10);
        assertThat(Files.size(rolled)).isBetween(99L << 10, 100L << 10);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("slow.log", "slow.log.1");
        assertThat(Files.readAllLines(rolled)).allMatch(line -> line.contains("\tslow.fast\twall="));
        assertThat(result.lines("counter log.dropped")).hasSize(1);
    }

    @Test
    void whatTheQueueCannotHoldIsDroppedAndCounted() throws Exception {
        Child.Result result = run("-Dsim.meters=wall", "-Dsim.probes.interceptors=log", LOG + "file=" + log(),
                LOG + "threshold=0", LOG + "max.size=1GB", "extended.Slow", "1000000", "0");
        long dropped = Long.parseLong(result.lines("counter log.dropped ").get(0).split(" ")[2]);
        assertThat(dropped).isPositive();
        assertThat(Files.lines(log()).count() + dropped).isEqualTo(1_000_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"log.threshold=soon | log.threshold=soon is not usable: it must be a whole",
            "log.meter=walls | log.meter=walls is not usable: it must be a meter",
            "log.max.size=big | log.max.size=big is not usable: it must be a number with B, KB",
            "log.file=/no/such/folder/f | name a file that can", "jfr.threshold=-1 | jfr.threshold=-1 is not usable"})
    void aWrongSettingIsOneLineAndTheExtensionIsOff(String setting, String cure) throws Exception {
        String name = setting.substring(0, setting.indexOf('.'));
        Child.Result result = run(LOG + "file=" + log(), "-Dsim.probes.interceptors=" + name,
                "-Dsim.probes.interceptor." + setting, "extended.Slow", "10", "0");
        assertThat(result.err()).singleElement().asString()
                .startsWith("sim: the interceptor '" + name + "' is switched off: sim.probes.interceptor." + name)
                .contains(cure);
        assertThat(result.lines("row ")).singleElement().asString().contains("count=10");
    }

    @Test
    void aMeterThatIsNotReadIsSaidOnce() throws Exception {
        Child.Result result = run("-Dsim.meters=wall", "-Dsim.probes.interceptors=log", LOG + "file=" + log(),
                LOG + "meter=alloc.bytes", "extended.Slow", "10", "0");
        assertThat(result.err()).singleElement().asString()
                .contains("log.meter=alloc.bytes is not read on every thread");
    }

    @Test
    void aFiringIsAnEventWhileARecordingRuns() throws Exception {
        Child.Result result = run("-Dsim.probes.interceptors=jfr", "-Dsim.probes.counters=items", "extended.Slow",
                "5", "2", "jfr", folder.resolve("flight.jfr").toString());
        List<String> events = result.lines("event ");
        assertThat(events).as(result.all()).hasSize(9);
        assertThat(events).filteredOn(event -> event.startsWith("event slow.fast ")).hasSize(5);
        assertThat(events).filteredOn(event -> event.startsWith("event slow.pause ")).hasSize(2)
                .allMatch(event -> event.contains(" waited 1 ") && after(event, " wall ") >= 19_000_000
                        && after(event, " duration ") >= 19_000_000 && after(event, " alloc ") >= 100_000);
        assertThat(events).filteredOn(event -> event.startsWith("event slow.Outer.run ")).hasSize(2)
                .allMatch(event -> event.endsWith("further items=3"));
    }

    @Test
    void theEventsHaveAThreshold() throws Exception {
        Child.Result result = run("-Dsim.probes.interceptors=jfr", "-Dsim.probes.interceptor.jfr.threshold=10ms",
                "extended.Slow", "50", "2", "jfr", folder.resolve("flight.jfr").toString());
        List<String> events = result.lines("event ");
        assertThat(events).filteredOn(event -> !event.startsWith("event slow.fast ")).hasSize(4);
        // a fast one is there only where the machine made it a slow one
        assertThat(events).filteredOn(event -> event.startsWith("event slow.fast "))
                .allMatch(event -> after(event, " wall ") >= THRESHOLD);
    }

    @Test
    void callsBelowTheThresholdAreNoEvents() throws Exception {
        Child.Result result = run("-Dsim.probes.interceptors=jfr", "-Dsim.probes.interceptor.jfr.threshold=1h",
                "extended.Slow", "50", "2", "jfr", folder.resolve("flight.jfr").toString());
        assertThat(result.lines("row /slow.fast ")).singleElement().asString().contains("count=150 ");
        assertThat(result.lines("event ")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1, 100, 3", "7, 15, 1", "1000, 1, 1"})
    void aSampleMetersTheFirstOfEveryN(int every, int fast, int slow) throws Exception {
        Child.Result result = run("-Dsim.probes.strategies=sample", "-Dsim.probes.strategy.sample.every=" + every,
                "extended.Slow", "100", "3");
        assertThat(result.lines("row /slow.fast ")).singleElement().asString().contains("count=" + fast + " ");
        assertThat(result.lines("row /slow.Outer.run ")).singleElement().asString().contains("count=" + slow + " ");
        assertThat(result.lines("row /slow.Outer.run/slow.pause ")).singleElement().asString()
                .contains("count=" + slow + " ");
    }

    @Test
    void aWrongSampleIsOneLineAndEverythingIsMetered() throws Exception {
        Child.Result result = run("-Dsim.probes.strategies=sample", "-Dsim.probes.strategy.sample.every=0",
                "extended.Slow", "100", "0");
        assertThat(result.err()).containsExactly("sim: the strategy 'sample' is switched off: "
                + "sim.probes.strategy.sample.every=0 is not usable: it must be a whole number of at least 1");
        assertThat(result.lines("row /slow.fast ")).singleElement().asString().contains("count=100 ");
    }

    private Path log() {
        return folder.resolve("slow.log");
    }

    private static long after(String event, String field) {
        String rest = event.substring(event.indexOf(field) + field.length());
        return Long.parseLong(rest.substring(0, rest.indexOf(' ')));
    }

    private static Child.Result run(String... command) throws Exception {
        List<String> all = new ArrayList<>(List.of("-Dsim.hotspot.enabled=false"));
        all.addAll(Arrays.asList(command));
        Child.Result result = Child.jvm(all.toArray(String[]::new));
        assertThat(result.exit()).as(result.all()).isZero();
        return result;
    }

    private static long wall(String line) {
        String readings = line.split("\t")[3];
        return Long.parseLong(readings.substring(5, readings.indexOf(' ')));
    }
}
