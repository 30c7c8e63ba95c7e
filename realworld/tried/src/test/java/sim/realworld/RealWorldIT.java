package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cut of {@code ./sim realworld}: the programs people try first. */
class RealWorldIT {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private static Server server;

    @BeforeAll
    static void serve() throws Exception {
        server = new Server(ROOT, JAVA);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @Test
    void kotlinWovenWholeDoesWhatItDoesBare() throws Exception {
        Comparison compared = Comparison.ofAll(Program.named("kotlin"), ROOT, JAVA, server);
        isTheSame(compared);
        assertThat(server.get("applications").toString()).contains("kotlin");
    }

    /** Its service is annotated, and Spring's CGLIB proxy inherits the annotation; whole it takes minutes: ./sim realworld. */
    @Test
    @Tag("long")
    void springBootAnnotatedDoesWhatItDoesBareAndIsCounted() throws Exception {
        isTheSame(Comparison.ofAnnotated(Program.named("spring-boot"), ROOT, JAVA, server));
        // 200 orders and one that is refused, in each of two runs
        assertThat(server.calls("spring-boot", "shop.Orders", "place")).isEqualTo(402);
        assertThat(server.calls("spring-boot", "shop.Orders", "count")).isEqualTo(2);
    }

    private static void isTheSame(Comparison compared) {
        assertThat(compared.bare().exits()).as(compared.bare().err().toString()).containsOnly(0);
        assertThat(compared.bare().out()).isNotEmpty();
        assertThat(compared.differences()).isEmpty();
    }

    /** The comparison itself: a run that ends otherwise, or says something else, is told. */
    @Test
    void whatDiffersIsTold() {
        Run run = new Run("stored", List.of(), List.of(0), Duration.ofSeconds(1), Duration.ofSeconds(1), 0, List.of());
        Run broken = new Run("other", List.of("Exception"), List.of(1), run.wall(), run.cpu(), 0,
                List.of("ajcore.txt"));
        assertThat(new Comparison(Program.named("kotlin"), run, broken, run).differences()).hasSize(4);
        assertThat(new Comparison(Program.named("kotlin"), run, run, run).differences()).isEmpty();
    }
}
