package sim.base.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.probe.Metering;
import sim.model.snapshot.Meter;

/** Configurations written for the originals load: what exists here is set, what does not is named, and nothing stops. */
class PublishedSettingsTest {
    private static final String[] PREFIXES = {"j.s.p.", "jxinsight.server.probes."};

    @TempDir
    private Path folder;
    private String said;

    @ParameterizedTest
    @CsvSource({"hotspot.enabled, HOTSPOT, false", "hotspot.meter, HOTSPOT_METER, clock.tick",
            "hotspot.threshold, HOTSPOT_THRESHOLD, 7", "hotspot.threshold.inherent, HOTSPOT_INHERENT, 3",
            "hotspot.inherent.threshold, HOTSPOT_INHERENT, 3", "hotspot.initial, HOTSPOT_INITIAL, 17",
            "hotspot.credit, HOTSPOT_CREDIT, 3", "hotspot.debit, HOTSPOT_DEBIT, 4",
            "hotspot.inherent.credit, HOTSPOT_INHERENT_CREDIT, 5",
            "hotspot.credit.inherent, HOTSPOT_INHERENT_CREDIT, 5",
            "hotspot.inherent.debit, HOTSPOT_INHERENT_DEBIT, 6", "hotspot.debit.inherent, HOTSPOT_INHERENT_DEBIT, 6",
            "hotspot.lower, HOTSPOT_LOWER, 3000", "hotspot.upper, HOTSPOT_UPPER, 200000",
            "counters, PROBES_COUNTERS, rows", "strict, PROBES_STRICT, true"})
    void bothSpellingsSetTheOption(String name, Option option, String value) throws IOException {
        for (String prefix : PREFIXES) {
            assertThat(load("", prefix + name, value).text(option)).isEqualTo(value);
            assertThat(load(prefix + name + "=" + value).text(option)).as("in the argument").isEqualTo(value);
            Path file = Files.writeString(folder.resolve("override.config"), prefix + name + "=" + value + "\n");
            assertThat(load("config=" + file).text(option)).as("in a file").isEqualTo(value);
            assertThat(said).isEmpty();
        }
    }

    @Test
    void theWorkedConfigurationOfTheHotspot() {
        Options options = load("", "jxinsight.server.probes.hotspot.threshold", "10",
                "jxinsight.server.probes.hotspot.threshold.inherent", "2");
        assertThat(options.quantity(Option.HOTSPOT_THRESHOLD)).isEqualTo(10_000);
        assertThat(options.quantity(Option.HOTSPOT_INHERENT)).isEqualTo(2_000);
        assertThat(said).isEmpty();
    }

    @Test
    void whatDoesNotExistHereIsNamedInALineAndTheRestIsSet() throws IOException {
        Files.writeString(folder.resolve("jxinsight.override.config"), """
                # QOS EXTENSION CONFIGURATION
                j.s.p.qos.enabled=true
                j.s.p.qos.services=s1,s2
                j.s.p.hotspot.threshold=0
                j.s.p.hotspot.threshold.inherent=0
                j.s.p.console.enabled=false
                """);
        Files.writeString(folder.resolve("jxinsight.aspectj.filters.config"), "shop.\n!shop.Main\n");
        Options options = load("", "jxinsight.home", folder.toString());
        assertThat(options.quantity(Option.HOTSPOT_THRESHOLD)).isZero();
        assertThat(options.quantity(Option.HOTSPOT_INHERENT)).isZero();
        assertThat(said.lines()).singleElement().asString()
                .startsWith("sim: metered without these published settings, which SIM does not have or cannot use: ")
                .contains("jxinsight.aspectj.filters.config (name them in an aop.xml)",
                        "j.s.p.console.enabled=false in " + folder, "j.s.p.qos.enabled=true in ",
                        "j.s.p.qos.services=s1,s2 in ")
                .doesNotContain("threshold");
    }

    @Test
    void aFileWithValuesOfOthersOrThatCannotBeReadLeavesTheProgramMetered() throws IOException {
        Path file = Files.writeString(folder.resolve("jxinsight.override.config"),
                "my.value=hello\nanother=1\nj.s.p.hotspot.threshold=7\n");
        Options options = load("", "jxinsight.home", folder.toString());
        assertThat(said.lines()).singleElement().asString()
                .contains("values of the environment and no settings of SIM, in " + file + ": another, my.value");
        assertThat(options.published()).containsEntry("my.value", "hello").containsEntry("another", "1");
        assertThat(options.quantity(Option.HOTSPOT_THRESHOLD)).as("7 us").isEqualTo(7_000);
        Files.writeString(file, "broken=\\u00zz\n");
        load("", "jxinsight.home", folder.toString());
        assertThat(said.lines()).last().asString().contains(file + " cannot be read").endsWith(
                "Metering continues without it");
        Files.writeString(file, "sim.intervall=1s\n");
        assertThatThrownBy(() -> load("", "jxinsight.home", folder.toString())).hasMessageContaining("intervall");
    }

    /** Two published spellings of one option: nobody wrote today's. */
    @Test
    void whatWinsIsNamedAsItWasWritten() {
        Options options = load("jxinsight.server.probes.hotspot.threshold=7", "j.s.p.hotspot.threshold", "5");
        assertThat(options.quantity(Option.HOTSPOT_THRESHOLD)).isEqualTo(7_000);
        assertThat(said.lines()).singleElement().asString().isEqualTo("sim: system property j.s.p.hotspot.threshold=5 "
                + "is not used: it is hotspot.threshold=5 today, and jxinsight.server.probes.hotspot.threshold=7 in the "
                + "agent's argument wins. Remove one of them");
    }

    /** An extension is told one value by every spelling: the one that is said to win. */
    @Test
    void twoSpellingsOfAnExtensionsSettingAreSaidToo() {
        String name = "interceptor.mine.colour";
        Options options = load("", "jxinsight.server.probes." + name, "red", "j.s.p." + name, "blue");
        assertThat(said.lines()).singleElement().asString().isEqualTo("sim: system property jxinsight.server.probes."
                + name + "=red is not used: it is probes." + name + "=red today, and system property j.s.p." + name
                + "=blue wins. Remove one of them");
        assertThat(options.settings()).containsEntry("sim.probes." + name, "blue");
        options = load("probes." + name + "=green", "j.s.p." + name, "blue");
        assertThat(said.lines()).singleElement().asString().contains("j.s.p." + name + "=blue is not used",
                "probes." + name + "=green in the agent's argument wins");
        assertThat(options.published().values()).containsOnly("green");
    }

    @Test
    void twoSpellingsOfOneValueAreNoQuestion() {
        load("hotspot.threshold=5", "j.s.p.hotspot.threshold", "5", "jxinsight.server.probes.hotspot.threshold", "5",
                "j.s.p.interceptor.mine.colour", "red", "jxinsight.server.probes.interceptor.mine.colour", "red");
        assertThat(said).isEmpty();
    }

    /** The settings of SIM's own extensions are known: one that is none of them would have no effect. */
    @Test
    void aMisspeltSettingOfAnExtensionOfOursIsNamed() {
        Options options = load("", "j.s.p.interceptors", "log", "j.s.p.interceptor.log.treshold", "5",
                "j.s.p.interceptor.log.meter", "clock.time");
        assertThat(said.lines()).singleElement().asString().endsWith(": system property "
                + "j.s.p.interceptor.log.treshold=5 (the settings of interceptor.log are threshold, meter, file, "
                + "max.size)");
        assertThat(options.list(Option.PROBES_INTERCEPTORS)).containsExactly("log");
        load("", "j.s.p.interceptors", "log", "j.s.p.interceptor.log.treshold", "5",
                "j.s.p.interceptor.log.factory.class", "shop.Log");
        assertThat(said).isEmpty();
    }

    /** A counter by the name of a meter that is there already would be refused, were it written for SIM. */
    @Test
    void aMeterThatIsThereIsNotMadeTwice() {
        Options options = load("", "j.s.p.counters", "rows,clock.time,bytes,rows");
        new Metering(options);
        assertThat(options.list(Option.PROBES_COUNTERS)).containsExactly("rows", "bytes");
        assertThat(said.lines()).singleElement().asString().contains(
                "probes.counters=clock.time (there is a meter of that name); probes.counters=rows (there is");
        options = load("probes.counters=rows", "j.s.p.measures", "rows", "j.s.p.measure.rows.factory.class",
                "shop.Rows");
        assertThat(options.list(Option.PROBES_MEASURES)).isEmpty();
    }

    @Test
    void aValueWithLineBreaksIsSaidInOneLine() {
        load("", "j.s.p.none.x", "1\n2", "j.s.p.interceptors", "a\rb");
        assertThat(said.lines()).hasSize(1);
        assertThatThrownBy(() -> load("", "sim.events.slow", "1\n2")).message()
                .isEqualTo("events.slow=1\ufffd2 in system "
                        + "property sim.events.slow is not usable: it must be a number with ns, us, ms, s, m, h or d, such as 5s");
    }

    @Test
    void aValueWithoutEndIsCutInItsLine() {
        load("", "j.s.p.none.x", "x".repeat(100_000), "j.s.p.hotspot.threshold", "y".repeat(100_000));
        assertThat(said).hasSizeLessThan(1_000);
    }

    @Test
    void manyAreNamedInOneShortLine() {
        String[] properties = new String[100];
        for (int i = 0; i < 50; i++) {
            properties[2 * i] = "j.s.p.none.n" + i;
            properties[2 * i + 1] = "1";
        }
        load("", properties);
        assertThat(said.lines()).singleElement().asString().endsWith("; and 30 more");
    }

    /** A file of another product's may have thousands. */
    @Test
    void manyForeignKeysAreNamedInOneShortLine() throws IOException {
        StringBuilder content = new StringBuilder("j.s.p.hotspot.threshold=7\nx" + "y".repeat(100_000) + "=1\n");
        for (int i = 0; i < 5_000; i++) {
            content.append("other.setting.").append(i).append("=1\n");
        }
        Files.writeString(folder.resolve("jxinsight.override.config"), content);
        Options options = load("", "jxinsight.home", folder.toString());
        assertThat(options.quantity(Option.HOTSPOT_THRESHOLD)).isEqualTo(7_000);
        assertThat(options.published()).hasSizeLessThanOrEqualTo(1_002);
        assertThat(said.lines()).singleElement().asString().hasSizeLessThan(1_500)
                .contains("only 1000 of them are kept", "values of the environment", "other.setting.0, ",
                        ", and 4981 more");
    }

    @Test
    void manySpellingsThatContradictAreSaidInFewLines() {
        String[] properties = new String[400];
        for (int i = 0; i < 100; i++) {
            properties[4 * i] = "j.s.p.interceptor.mine.n" + i;
            properties[4 * i + 1] = "1";
            properties[4 * i + 2] = "jxinsight.server.probes.interceptor.mine.n" + i;
            properties[4 * i + 3] = "2";
        }
        load("", properties);
        assertThat(said.lines()).hasSize(21).last().asString()
                .isEqualTo("sim: 80 more settings are not used, because another spelling wins");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUE", "True", "true"})
    void yesAndNoAreReadInAnyCase(String yes) {
        for (String prefix : PREFIXES) {
            assertThat(load("hotspot.enabled=false", prefix + "strict", yes).isOn(Option.PROBES_STRICT)).isTrue();
            assertThat(load("", prefix + "hotspot.enabled", "False").isOn(Option.HOTSPOT)).isFalse();
            assertThat(said).isEmpty();
        }
        assertThat(load("probes.strict=" + yes).isOn(Option.PROBES_STRICT)).isTrue();
        load("", "j.s.p.strict", "yes");
        assertThat(said.lines()).singleElement().asString().endsWith("j.s.p.strict=yes (it must be true or false)");
        assertThatThrownBy(() -> load("probes.strict=yes")).hasMessageContaining("it must be true or false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hotspot.threshold=much", "hotspot.meter=fuel", "hotspot.treshold=5", "hotspot.credit=-1"})
    void aValueThatCannotBeUsedIsNamedToo(String setting) {
        String[] parts = setting.split("=");
        Options options = load("", "j.s.p." + parts[0], parts[1]);
        assertThat(said.lines()).singleElement().asString().contains("j.s.p." + setting);
        assertThat(options.quantity(Option.HOTSPOT_THRESHOLD)).isEqualTo(10_000);
        assertThat(options.isOn(Option.ENABLED)).isTrue();
    }

    /** Misspelt options of SIM's own go on being refused. */
    @Test
    void ourOwnMisspeltIsRefused() {
        assertThatThrownBy(() -> load("hotspot.treshold=5")).isInstanceOf(OptionException.class);
        assertThatThrownBy(() -> load("", "sim.hotspot.treshold", "5")).isInstanceOf(OptionException.class);
    }

    @Test
    void boundsThatAreNotSetMakeRoom() {
        assertThat(hotspot("j.s.p.hotspot.initial", "5000")).isNotNull();
        assertThat(hotspot("j.s.p.hotspot.lower", "10")).isNotNull();
        assertThat(hotspot("j.s.p.hotspot.upper", "2000")).isNotNull();
    }

    @Test
    void aMeterWhoseThresholdsDoNotFitIsLeftOut() {
        Options options = load("", "j.s.p.hotspot.meter", "alloc.bytes");
        assertThat(options.meter(Option.HOTSPOT_METER)).isEqualTo(Meter.WALL);
        assertThat(said).contains("hotspot.meter=alloc.bytes").contains("Until then clock.time is judged");
        options = load("", "j.s.p.hotspot.meter", "alloc.bytes", "j.s.p.hotspot.threshold", "1000",
                "j.s.p.hotspot.threshold.inherent", "100");
        assertThat(options.meter(Option.HOTSPOT_METER)).isEqualTo(Meter.ALLOC);
    }

    @Test
    void extensionsAreThereAsFarAsAClassIsNamed() {
        Options options = load("", "j.s.p.interceptors", "mine,tracking,log", "j.s.p.interceptor.mine.factory.class",
                "shop.Mine", "jxinsight.server.probes.interceptor.mine.colour", "red");
        assertThat(options.list(Option.PROBES_INTERCEPTORS)).containsExactly("mine", "log");
        assertThat(options.settings()).containsEntry("sim.probes.interceptor.mine.factory.class", "shop.Mine")
                .containsEntry("sim.probes.interceptor.mine.colour", "red");
        assertThat(options.published()).containsEntry("j.s.p.interceptor.mine.colour", "red")
                .containsEntry("jxinsight.server.probes.interceptor.mine.colour", "red");
        assertThat(said.lines()).singleElement().asString().contains("probes.interceptors=tracking");
    }

    @Test
    void theSystemPropertiesOfSimInstrumentation() {
        Options options = load("", "sim.application.name", "larkc", "sim.agent.communication.time.delay", "2500",
                "sim.agent.location", "http://localhost:8088/agent");
        assertThat(options.text(Option.APPLICATION)).isEqualTo("larkc");
        assertThat(options.duration(Option.INTERVAL)).hasMillis(2_500);
        assertThat(said.lines()).singleElement().asString().contains("sim.agent.location=http://localhost:8088/agent");
    }

    private Hotspot hotspot(String... properties) {
        return new Hotspot(load("", properties), () -> {});
    }

    private Options load(String argument, String... properties) {
        Properties system = new Properties();
        for (int i = 0; i < properties.length; i += 2) {
            system.setProperty(properties[i], properties[i + 1]);
        }
        PrintStream before = System.err;
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        System.setErr(new PrintStream(heard, true));
        try {
            return Options.load(argument, system);
        } finally {
            System.setErr(before);
            said = heard.toString();
        }
    }
}
