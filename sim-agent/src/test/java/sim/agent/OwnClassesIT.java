package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** However wide a pointcut is, nothing the agent brings is woven: metering would meter itself. */
class OwnClassesIT {
    @Test
    void noClassOfTheAgentsJarIsEverWoven() throws IOException {
        List<String> classes;
        try (JarFile jar = new JarFile(ChildJvm.AGENT.toFile())) {
            classes = jar.stream().map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class") && !name.startsWith("META-INF/")).toList();
        }
        assertThat(classes).hasSizeGreaterThan(500).contains("sim/jfr/FlowContexts.class");
        assertThat(classes).allMatch(LeftAlone::isOwn);
    }
}
