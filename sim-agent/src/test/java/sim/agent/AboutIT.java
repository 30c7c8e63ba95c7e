package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The agent's jar, started as if it were a program. */
class AboutIT {
    @Test
    void saysItsVersionAndHowItIsUsed() throws Exception {
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-jar",
                ChildJvm.AGENT.toString(), "--version").redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        String pom = Files.readString(Path.of("pom.xml"));
        String built = pom.substring(pom.indexOf("<version>") + 9, pom.indexOf("</version>"));
        assertThat(printed).startsWith("sim-agent " + built + System.lineSeparator()).contains("-javaagent:");
    }
}
