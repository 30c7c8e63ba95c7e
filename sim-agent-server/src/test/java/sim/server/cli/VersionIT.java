package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command says which version it is. */
class VersionIT {
    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @ParameterizedTest
    @ValueSource(strings = {"", "server", "top", "refine", "replay", "jfr", "jfr print", "jfr summary", "jfr filter"})
    void everyCommandHasAVersion(String command) throws Exception {
        assertThat(printed(Stream.concat(Stream.of("-jar", "target/sim-agent-server.jar"),
                Stream.of((command + " --version").trim().split(" "))).toList()))
                .isEqualTo("sim " + built() + ", Java " + Runtime.version() + System.lineSeparator());
    }

    private static String printed(List<String> arguments) throws Exception {
        Process process = new ProcessBuilder(Stream.concat(Stream.of(JAVA), arguments.stream()).toList())
                .redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    /** As the module's pom has it. */
    private static String built() throws Exception {
        String pom = Files.readString(Path.of("pom.xml"));
        return pom.substring(pom.indexOf("<version>") + 9, pom.indexOf("</version>"));
    }
}
