package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cut of {@code ./sim realworld}: the programs people try first, woven whole, libraries included. */
class RealWorldIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private static Server server;

    @BeforeAll
    static void serve() throws Exception {
        server = new Server(ROOT, JAVA);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"spring-boot", "kotlin"})
    void programsDoWhatTheyDoBare(String name) throws Exception {
        Comparison compared = Comparison.of(Program.named(name), ROOT, JAVA, server);
        assertThat(compared.bare().exits()).as(compared.bare().err().toString()).containsOnly(0);
        assertThat(compared.bare().out()).isNotEmpty();
        assertThat(compared.differences()).isEmpty();
        assertThat(server.get("applications?last=1h").toString()).contains(name);
    }

    /** The comparison itself: a run that ends otherwise, or says something else, is told. */
    @Test
    void whatDiffersIsTold() throws Exception {
        Run run = Run.of(Program.named("kotlin"), ROOT.resolve("realworld"), JAVA, java.util.List.of());
        Run broken = new Run("other", java.util.List.of("Exception"), java.util.List.of(1), run.wall(), 0,
                java.util.List.of("ajcore.txt"));
        assertThat(new Comparison(Program.named("kotlin"), run, broken, run).differences()).hasSize(4);
        assertThat(new Comparison(Program.named("kotlin"), run, run, run).differences()).isEmpty();
    }
}
