package sim.base.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.model.snapshot.Meter;

class OptionsTest {
    @TempDir
    Path folder;

    @Test
    void whatIsNotSetHasItsDefault() {
        Options options = Options.load("", new Properties());
        assertThat(options.duration(Option.INTERVAL)).isEqualTo(Duration.ofSeconds(5));
        assertThat(options.port(Option.SERVER)).isEqualTo(7420);
        assertThat(options.meters()).isEqualTo((1 << Meter.COUNT) - 1);
    }

    @Test
    void aBoundIsAsSetOrElseWhatTheHeapHasRoomFor() {
        Options none = Options.load("", new Properties());
        assertThat(none.bound(Option.NAMES_MAX, 1)).isEqualTo(100_000);
        assertThat(none.bound(Option.NAMES_MAX, 1 << 30)).isEqualTo((int) (Runtime.getRuntime().maxMemory() >> 30));
        assertThat(Options.load("names.max=7000", new Properties()).bound(Option.NAMES_MAX, 1 << 30)).isEqualTo(7000);
    }

    @Test
    void oneMemoryIsSharedByAllOfWhichNothingIsSaid() {
        Options shared = Options.load("memory=24MB", new Properties());
        assertThat(shared.memory(Option.NUMBERS_MEMORY, 16)).isEqualTo(16 << 20);
        assertThat(shared.memory(Option.CONTEXTS_MEMORY, 16)).isEqualTo(4 << 20);
        assertThat(shared.memory(Option.PAYLOAD_MEMORY, 16)).isEqualTo(2 << 20);
        assertThat(shared.memory(Option.SPOOL, 16)).isEqualTo(2 << 20);
        assertThat(shared.bound(Option.TREE_NODES, 16 << 10)).as("as on a heap of 96 MB").isEqualTo(6_144);
        Options also = Options.load("memory=1GB,spool=1MB,tree.nodes=9", new Properties());
        assertThat(also.memory(Option.SPOOL, 16)).isEqualTo(1 << 20);
        assertThat(also.memory(Option.NUMBERS_MEMORY, 16)).isEqualTo((2L << 30) / 3);
        assertThat(also.bound(Option.TREE_NODES, 16 << 10)).isEqualTo(9);
        assertThatThrownBy(() -> Options.load("memory=1MB", new Properties())).hasMessageContaining("at least 4MB");
    }

    @Test
    void whatFollowsTheHeapFollowsMemoryHoweverMuchThatIs() {
        assertThat(Options.load("", new Properties()).heap()).isEqualTo(Runtime.getRuntime().maxMemory());
        assertThat(Options.load("memory=24MB", new Properties()).heap()).isEqualTo(96 << 20);
        Options all = Options.load("memory=3000000000GB", new Properties());
        assertThat(all.heap()).isEqualTo(Long.MAX_VALUE);
        assertThat(all.bound(Option.TREE_NODES, 16 << 10)).isEqualTo(20_000);
    }

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void moreMemoryThanTheHeapHasIsSaid() {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true));
        try {
            Options.load("memory=4MB", new Properties());
            assertThat(said.toString()).isEmpty();
            Options.load("memory=9000GB", new Properties());
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString().lines()).singleElement().asString()
                .startsWith("sim: memory=9000GB is more than the heap");
    }

    @Test
    void theDocumentationNamesEveryOptionOnceWithItsDefault() throws IOException {
        List<String> described = new ArrayList<>(described("configuration.md"));
        described.addAll(described("configuration-advanced.md"));
        assertThat(described).containsExactlyInAnyOrder(Arrays.stream(Option.values())
                .map(option -> option.label() + "=" + option.fallback()).toArray(String[]::new));
    }

    /** More than that nobody reads: what few need is on the page of the advanced ones. */
    @Test
    void theFirstPageHasAtMostFortyOptions() throws IOException {
        assertThat(Files.readAllLines(Path.of("..", "docs", "configuration.md")))
                .filteredOn(line -> line.startsWith("| `"))
                .hasSizeBetween(20, 40);
    }

    private static List<String> described(String page) throws IOException {
        return Pattern.compile("^\\| `([a-z.]+)` \\| (?:`([^`]*)`)? ?\\|", Pattern.MULTILINE)
                .matcher(Files.readString(Path.of("..", "docs", page))).results()
                .map(row -> row.group(1) + "=" + (row.group(2) == null ? "" : row.group(2))).toList();
    }

    @Test
    void argumentWinsOverPropertyAndPropertyOverFile() throws IOException {
        Path file = folder.resolve("sim.properties");
        Files.writeString(file, "sim.application=file\nsim.spool=1MB\nsim.events=all\n");
        Options options = Options.load("application=argument",
                properties("sim.config", file.toString(), "sim.application", "property", "sim.events", "none"));
        assertThat(options.text(Option.APPLICATION)).isEqualTo("argument");
        assertThat(options.text(Option.EVENTS)).isEqualTo("none");
        assertThat(options.bytes(Option.SPOOL)).isEqualTo(1 << 20);
    }

    @ParameterizedTest
    @CsvSource({"10, clock.time, 10000", "0, clock.time, 0", "10, wall, 10000", "10, thread.cpu, 10000",
            "10, clock.tick, 10", "10us, clock.time, 10000", "10ns, clock.time, 10", "10us, clock.tick, 10000",
            "10, alloc.bytes, 10", "10, gc.count, 10"})
    void aThresholdWithoutAUnitIsInMicrosecondsForATime(String text, String meter, long expected) {
        Options options = Options.load("hotspot.meter=" + meter + ",hotspot.threshold=" + text
                + ",hotspot.threshold.inherent=" + text, new Properties());
        assertThat(options.quantity(Option.HOTSPOT_THRESHOLD)).isEqualTo(expected);
        assertThat(options.quantity(Option.HOTSPOT_INHERENT)).isEqualTo(expected);
        assertThat(Options.load("hotspot.meter=" + meter + ",hotspot.threshold.inherent=0",
                properties("j.s.p.hotspot.threshold", text))
                .quantity(Option.HOTSPOT_THRESHOLD)).isEqualTo(expected);
    }

    @Test
    void aThresholdThatIsTooManyMicrosecondsIsRefused() {
        assertThatThrownBy(() -> Options.load("hotspot.threshold=" + Long.MAX_VALUE, new Properties()))
                .isInstanceOf(OptionException.class).hasMessageContaining("microseconds for a time");
    }

    /** Properties have no order: either spelling may be read first. */
    @Test
    void todaysSpellingWinsOverTheOlderWhereverTheyStand() throws IOException {
        Path both = Files.writeString(folder.resolve("both"), "j.s.p.hotspot.threshold=1\nsim.hotspot.threshold=2\n");
        Path ours = Files.writeString(folder.resolve("ours"), "hotspot.threshold=2\n");
        String old = "j.s.p.hotspot.threshold";
        assertThat(said("", old, "1", "sim.hotspot.threshold", "2")).isEqualTo("2 sim: system property " + old
                + "=1 is not used: it is hotspot.threshold=1 today, and hotspot.threshold=2 in system property "
                + "sim.hotspot.threshold wins. Remove one of them\n");
        assertThat(said("hotspot.threshold=2", old, "1")).startsWith("2 sim: system property " + old + "=1 is not");
        assertThat(said("config=" + ours, old, "1")).startsWith("2 sim: system property " + old + "=1 is not");
        assertThat(said("config=" + both)).startsWith("2 sim: " + old + "=1 in " + both + " is not");
        assertThat(said("", old, "1")).isEqualTo("1 ");
    }

    /** The threshold that counts, and what was said. */
    private static String said(String argument, String... properties) {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true));
        try {
            return Options.load(argument, properties(properties)).text(Option.HOTSPOT_THRESHOLD) + " " + said;
        } finally {
            System.setErr(before);
        }
    }

    @Test
    void metersAlwaysIncludeWallTime() {
        assertThat(Options.load("meters=alloc.bytes+gc.count", new Properties()).meters())
                .isEqualTo(Meter.WALL.bit() | Meter.ALLOC.bit() | Meter.GC_COUNT.bit());
    }

    @Test
    void unknownOptionNamesTheNearest() {
        assertThatThrownBy(() -> Options.load("intervall=5s", new Properties())).isInstanceOf(OptionException.class)
                .hasMessageContaining("'intervall'").hasMessageContaining("did you mean 'interval'?")
                .hasMessageContaining("the agent's argument");
    }

    @Test
    void wrongValueNamesOptionPlaceValueAndCure() {
        assertThatThrownBy(() -> Options.load("", properties("sim.server", "localhost")))
                .hasMessage("server=localhost in system property sim.server is not usable: it must be host:port or "
                        + "tls://host:port, such as 127.0.0.1:7420, or none");
        assertThatThrownBy(() -> Options.load("interval=soon", new Properties())).hasMessageContaining("interval=soon");
        assertThatThrownBy(() -> Options.load("meters=wall+cpus", new Properties())).hasMessageContaining("thread.cpu");
        assertThatThrownBy(() -> Options.load("spool=lots", new Properties())).hasMessageContaining("16MB");
        assertThatThrownBy(() -> Options.load("nonsense", new Properties())).hasMessageContaining("name=value");
    }

    @Test
    void namesInTheAgentsArgumentAreJoinedByPlus() {
        assertThatThrownBy(() -> Options.load("events=all,probes.interceptors=log,jfr", new Properties()))
                .hasMessage(
                        "'jfr' in the agent's argument is not an option: ',' ends probes.interceptors there, so join "
                                + "names by '+', such as probes.interceptors=log+jfr");
        assertThatThrownBy(() -> Options.load("meters=wall,gc.count", new Properties()))
                .hasMessageEndingWith("such as meters=wall+gc.count");
        assertThatThrownBy(() -> Options.load("events=all,jfr", new Properties())).hasMessageContaining("name=value");
    }

    @Test
    void aMisspeltSettingOfAnExtensionThatComesWithSimIsNamed() throws IOException {
        String treshold = "sim.probes.interceptor.log.treshold";
        String cure = ": did you mean 'threshold'? The settings of interceptor.log are threshold, meter, file, max.size";
        assertThatThrownBy(() -> Options.load("probes.interceptor.log.treshold=1ms", new Properties()))
                .isInstanceOf(OptionException.class)
                .hasMessage("unknown setting " + treshold + "=1ms in the agent's argument" + cure);
        assertThatThrownBy(() -> Options.load("", properties(treshold, "1ms")))
                .hasMessage("unknown setting " + treshold + "=1ms in system property " + treshold + cure);
        Path file = Files.writeString(folder.resolve("sim.properties"), "probes.strategy.sample.evry=3\n");
        assertThatThrownBy(() -> Options.load("config=" + file, new Properties()))
                .hasMessageContaining("sim.probes.strategy.sample.evry=3 in probes.strategy.sample.evry in " + file)
                .hasMessageContaining("did you mean 'every'?");
    }

    @Test
    void whatOthersExtensionsReadIsTheirs() {
        String log = "sim.probes.interceptor.log.";
        assertThat(Options.load("probes.interceptor.mine.treshold=1ms",
                properties(log + "factory.class", "shop.Log", log + "colour", "red")).settings())
                .hasSize(3).containsEntry(log + "colour", "red");
    }

    @Test
    void theDocumentationNamesEverySettingOfTheExtensionsThatComeWithSim() throws IOException {
        for (ShippedExtension extension : ShippedExtension.values()) {
            String label = extension.label();
            String list = label.startsWith("strategy.") ? "strategies=" : "interceptors=";
            String row = Files.readAllLines(Path.of("..", "docs", "open-api.md")).stream().filter(
                    line -> line.startsWith("| `probes." + list + label.substring(label.indexOf('.') + 1) + "` |"))
                    .findFirst().orElseThrow();
            assertThat(Pattern.compile("`([a-z.]+)=[^`]*`").matcher(row.substring(row.indexOf('|', 3))).results()
                    .map(found -> found.group(1))).as(label).containsExactlyElementsOf(extension.settings());
        }
    }

    @Test
    void aMeterThatIsNoTimeNeedsThresholdsInItsUnit() {
        String both = "hotspot.meter=alloc.bytes,hotspot.threshold=";
        assertThatThrownBy(() -> Options.load("hotspot.meter=alloc.bytes", new Properties()))
                .isInstanceOf(OptionException.class).hasMessage("hotspot.meter=alloc.bytes is not usable without "
                        + "hotspot.threshold, whose default is a time: set it to a whole number, of unit bytes");
        assertThatThrownBy(() -> Options.load(both + "10000", new Properties()))
                .hasMessageContaining("without hotspot.threshold.inherent,");
        assertThatThrownBy(() -> Options.load(both + "10us,hotspot.threshold.inherent=2000", new Properties()))
                .hasMessage("hotspot.threshold=10us is not usable with hotspot.meter=alloc.bytes, which is no time: it "
                        + "must be a whole number, of unit bytes");
        Options usable = Options.load(both + "10000,hotspot.threshold.inherent=2000", new Properties());
        assertThat(usable.quantity(Option.HOTSPOT_THRESHOLD)).isEqualTo(10_000);
        assertThat(Options.load("hotspot.meter=gc.count,hotspot.enabled=false", new Properties())
                .isOn(Option.HOTSPOT)).isFalse();
    }

    @Test
    void unreadableFileIsNamed() {
        assertThatThrownBy(() -> Options.load("config=/no/such/file", new Properties()))
                .hasMessageContaining("/no/such/file");
    }

    private static Properties properties(String... pairs) {
        Properties properties = new Properties();
        for (int i = 0; i < pairs.length; i += 2) {
            properties.setProperty(pairs[i], pairs[i + 1]);
        }
        return properties;
    }
}
