package sim.agent.configure;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationsTest {
    @TempDir
    private Path folder;

    @Test
    void anOptionInACommentIsNone() throws Exception {
        assertThat(isQuiet("<aspectj><!--\n<weaver options=\"-showWeaveInfo\"/>\n--><aspects/></aspectj>")).isTrue();
        assertThat(isQuiet("<aspectj><!-- a --><weaver options=\"-showWeaveInfo\"/><!-- b --></aspectj>")).isFalse();
    }

    private boolean isQuiet(String configuration) throws Exception {
        Path file = folder.resolve("META-INF/aop.xml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, configuration);
        try (URLClassLoader loader = new URLClassLoader(new URL[]{folder.toUri().toURL()}, null)) {
            return Configurations.areQuiet(loader);
        }
    }
}
