package org.jinspired.probes.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.testkit.Child;

/** Clients that were written against the published API, each in a JVM of its own, with everything they need to be told. */
class ClientsIT {
    @Test
    void theyKnowNothingOfSim() throws IOException {
        Pattern foreign = Pattern.compile(
                "^import (?:static )?(?!java\\.|org\\.jinspired\\.probes\\.|io\\.opentracing\\.).*",
                Pattern.MULTILINE);
        try (Stream<Path> clients = Files.list(Path.of("src", "test", "java", "clients"))) {
            List<Path> sources = clients.toList();
            assertThat(sources).hasSize(4);
            for (Path source : sources) {
                assertThat(Files.readString(source)).doesNotContainPattern(foreign).doesNotContain("sim.metrics");
            }
        }
    }

    @Test
    void probesBecomeSpansThatNestAsTheyDo() throws Exception {
        Child.Result result = Child.jvm("-cp", System.getProperty("java.class.path"),
                "-Dsim.probes.interceptors=spans", "-Dsim.probes.interceptor.spans.factory.class=clients.SpanFactory",
                "-Dsim.probes.environment.tracing.service=shop", "extended.Traced");
        List<Span> spans = result.lines("span ").stream().map(Span::of).toList();
        assertThat(result.err()).isEmpty();
        assertThat(spans).as(result.all()).extracting(Span::name).containsExactly("shop.Store.load", "sql.SELECT 1.5",
                "shop.Store.load", "shop.Server.serve", "shop.Store.load", "sql.SELECT 1.5", "shop.Store.load",
                "shop.Server.serve");
        for (int thread = 0; thread < 2; thread++) {
            Span inner = spans.get(thread * 4);
            Span query = spans.get(thread * 4 + 1);
            Span lost = spans.get(thread * 4 + 2);
            Span serve = spans.get(thread * 4 + 3);
            assertThat(serve.parent).isZero();
            assertThat(query.parent).isEqualTo(serve.id);
            assertThat(inner.parent).isEqualTo(query.id);
            assertThat(lost.parent).isEqualTo(serve.id);
            assertThat(Stream.of(inner, query, lost, serve).map(Span::trace).distinct()).hasSize(1);
            assertThat(inner.start).isBetween(query.start, query.finish);
            assertThat(query.start).isBetween(serve.start, serve.finish);
            assertThat(query.finish).isBetween(inner.finish, serve.finish);
            assertThat(serve.tags).contains("service=shop", "thread=" + (thread == 0 ? "main" : "other"), "cpu=");
        }
    }

    /**
     * A walk goes 10 steps of length 3, then 5 on a hill, where it walks again, three deep: walks of 135, 90 and 45, hills
     * of 105, 60 and 15; of their own 30 and 15 each.
     */
    @Test
    void aProgramSeesItsOwnBehaviourToTheDigit() throws Exception {
        Child.Result result = Child.jvm("-Dsim.probes.measures=steps",
                "-Dsim.probes.measure.steps.factory.class=clients.Steps", "-Dsim.probes.environment.steps.length=3",
                "-Dsim.probes.counters=shoes", "-Dsim.probes.strategies=muted",
                "-Dsim.probes.strategy.muted.factory.class=clients.Muted",
                "-Dsim.probes.environment.mute.below=noise", "-Dsim.probes.environment.boot.price=99.5",
                "-Dsim.probes.environment.boot.shop=high.street.7", "clients.Walk");
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).containsExactly("meters true true true", "caught slipped",
                "first to second: 6 135 22.5 135 22.5; shoes 6 6 1.0 6 1.0", "  clients.Walk.walk 3 270 90.0 90 30.0",
                "  group 3 105 35.0 45 15.0", "  way.hill 3 180 60.0 45 15.0",
                "second to now: 1 21 21.0 21 21.0; shoes 1 0 0.0 0 0.0", "  group 1 21 21.0 21 21.0",
                "  way.bend 1 21 21.0 21 21.0", "state 0", "state 1", "reading steps 27 true", "muted -1 false",
                "boot true 43 true", "boot true 40 null", "configured 99.5 3", "labels true true false");
    }

    @Test
    void theProviderIsTheNamedOneElseAServiceElseSims(@TempDir Path folder) throws Exception {
        String quiet = "org.jinspired.probes.conformance.quiet.QuietProviderFactory";
        String named = "-Dorg.jinspired.probes.spi.factory=";
        assertThat(Child.jvm("extended.Provided").out()).containsExactly("sim.metrics.probe.HandContext");
        assertThat(Child.jvm(named + quiet, "extended.Provided").out()).singleElement().asString()
                .endsWith("QuietContext");
        Path services = Files.createDirectories(folder.resolve("META-INF").resolve("services"));
        Files.writeString(services.resolve("org.jinspired.probes.spi.ProbesProviderFactory"), quiet);
        String path = System.getProperty("java.class.path") + File.pathSeparator + folder;
        assertThat(Child.jvm("-cp", path, "extended.Provided").out()).singleElement().asString()
                .endsWith("QuietContext");
        assertThat(
                Child.jvm("-cp", path, named + "sim.metrics.openapi.SimProviderFactory", "extended.Provided").out())
                .containsExactly("sim.metrics.probe.HandContext");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no.such.Factory", "java.lang.String", "extended.Provided"})
    void aProviderThatCannotBeHadIsNamedWithItsProperty(String type) throws Exception {
        Child.Result result = Child.jvm("-Dorg.jinspired.probes.spi.factory=" + type, "extended.Provided");
        assertThat(result.exit()).isNotZero();
        assertThat(result.all()).contains("org.jinspired.probes.spi.factory=" + type + " cannot be used")
                .contains("name a public class");
    }

    @Test
    void whatItsMakerSaysIsWrongWithAProviderIsPassedOn() throws Exception {
        String named = "-Dorg.jinspired.probes.spi.factory=";
        assertThat(Child.jvm(named + "extended.Wrong$Thrown", "extended.Provided").all())
                .contains("=extended.Wrong$Thrown cannot be used (java.lang.IllegalStateException: no database url): ")
                .doesNotContain("InvocationTargetException (");
        assertThat(Child.jvm(named + "extended.Wrong$Nothing", "extended.Provided").all())
                .contains("the provider of extended.Wrong$Nothing cannot be used: its create() returned null; ")
                .doesNotContain("NullPointerException");
    }

    @Test
    void whatItsMakerSaysIsWrongWithAnExtensionIsPassedOn() throws Exception {
        assertThat(Child.jvm("-Dsim.probes.interceptors=wrong",
                "-Dsim.probes.interceptor.wrong.factory.class=extended.Wrong", "extended.Provided").err())
                .containsExactly("sim: the interceptor 'wrong' failed and is switched off: "
                        + "java.lang.IllegalStateException: no database url");
    }

    /** A line of {@code Traced}. */
    private record Span(long trace, long id, long parent, String name, long start, long finish, String tags) {
        static Span of(String line) {
            String[] parts = line.split("\\|");
            String[] ids = parts[0].split(" ", 5);
            String[] times = parts[1].split(" ");
            return new Span(Long.parseLong(ids[1]), Long.parseLong(ids[2]), Long.parseLong(ids[3]), ids[4],
                    Long.parseLong(times[0]), Long.parseLong(times[1]), parts[2]);
        }
    }
}
