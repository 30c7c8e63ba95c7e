package sim.metrics.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.metrics.meter.Meter;

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
    void theReadmeNamesEveryOptionWithItsDefault() throws IOException {
        List<String> described = Pattern.compile("^\\| `([a-z.]+)` \\| (?:`([^`]*)`)? ?\\|", Pattern.MULTILINE)
                .matcher(section(Files.readString(Path.of("..", "README.md")), "## Configuration")).results()
                .map(row -> row.group(1) + "=" + (row.group(2) == null ? "" : row.group(2))).toList();
        assertThat(described).containsExactly(Arrays.stream(Option.values())
                .map(option -> option.label() + "=" + option.fallback()).toArray(String[]::new));
    }

    private static String section(String text, String heading) {
        int from = text.indexOf(heading);
        return text.substring(from, text.indexOf("\n## ", from));
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
                .hasMessage("server=localhost in system property sim.server is not usable: it must be host:port, such "
                        + "as 127.0.0.1:7420");
        assertThatThrownBy(() -> Options.load("interval=soon", new Properties())).hasMessageContaining("interval=soon");
        assertThatThrownBy(() -> Options.load("meters=wall+cpus", new Properties())).hasMessageContaining("thread.cpu");
        assertThatThrownBy(() -> Options.load("spool=lots", new Properties())).hasMessageContaining("16MB");
        assertThatThrownBy(() -> Options.load("nonsense", new Properties())).hasMessageContaining("name=value");
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
