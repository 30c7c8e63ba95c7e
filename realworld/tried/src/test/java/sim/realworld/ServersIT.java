package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code ./sim realworld --servers} does with large servers, done with a small one. */
class ServersIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final String REPORT = "/report";

    @Test
    void aServerDoesTheSameAndEachRequestIsACall() throws Exception {
        assertThat(isTheSame(REPORT)).isTrue();
    }

    @Test
    @Tag("long")
    void aMethodThatIsNotCalledAsOftenAsItIsAskedForIsTold() throws Exception {
        assertThat(isTheSame("/none")).isFalse();
    }

    /** @param path of which each request is said to call the handler */
    private static boolean isTheSame(String path) throws Exception {
        ServerProgram service = new ServerProgram("service", "a service", List.of(), Map.of(),
                List.of("@java", "@options", "-Xmx256m", "-cp", "@/target/classes:@/target/lib/*", "shop.Service",
                        "@port"),
                Map.of(), List.of(new ServerProgram.Request(REPORT, null, false), ServerProgram.Request.get("/none")),
                "shop", List.of(new ServerProgram.Method("shop.ReportHandler", "handle", List.of(path))));
        try (Server server = new Server(ROOT, JAVA)) {
            return new Servers(ROOT, JAVA, server).print(1, List.of(Servers.OWN), List.of(service));
        }
    }
}
