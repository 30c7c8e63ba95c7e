package sim.agent.configure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.base.config.OptionException;

class LibrariesTest {
    private static final String[] JDKS = {"http", "jdbc", "jdk-http", "tasks"};

    @Test
    void autoIsWhatTheJdkHasAndWhatIsFound(@TempDir Path folder) throws Exception {
        Path boot = folder.resolve("shop.jar");
        try (OutputStream file = Files.newOutputStream(boot); ZipOutputStream jar = new ZipOutputStream(file)) {
            for (String entry : new String[]{"BOOT-INF/lib/okhttp-4.12.0.jar", "BOOT-INF/lib/kafka-streams-3.9.0.jar",
                    "httpclient5-5.4.jar"}) {
                jar.putNextEntry(new ZipEntry(entry));
                jar.closeEntry();
            }
        }
        assertThat(Libraries.named(List.of("auto"), "")).containsExactly(JDKS);
        assertThat(Libraries.named(List.of("auto"), boot.toString())).contains(JDKS).contains("okhttp").hasSize(5);
        assertThat(Libraries.named(List.of("auto"), boot + File.pathSeparator + "other.jar")).containsExactly(JDKS);
        assertThat(Libraries.named(List.of("auto"), folder.resolve("none.jar").toString())).containsExactly(JDKS);
    }

    @Test
    void wordsAreTakenOnceInTheirOrder() {
        assertThat(Libraries.named(List.of("kafka", "auto", "kafka", "http"), "")).startsWith("kafka").hasSize(5);
    }

    @Test
    void callsOfTheJdkAreAProbeAndNoConfiguration() {
        assertThat(Libraries.named(List.of("files", "jdbc", "sockets"), "")).containsExactly("jdbc");
        assertThat(Libraries.probes(List.of("processes", "jdbc", "auto")))
                .containsExactly("sim.payload.library.processes.ProcessProbe");
    }

    @Test
    void anUnknownWordIsRefusedWithTheCure() {
        assertThatThrownBy(() -> Libraries.named(List.of("okhttq"), "")).isInstanceOf(OptionException.class).hasMessage(
                "libraries=okhttq is not known; there are auto, apache-http, files, http, jdbc, jdk-http, kafka, okhttp, processes, "
                        + "sockets, tasks, joined by '+'");
    }
}
