package sim.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import sim.agent.select.Element;
import sim.base.config.Options;
import sim.metrics.weaving.WeavingReport;

/** Why a program is not metered, as far as its classes and its configuration tell. */
class NothingMeteredTest {
    private static final long SECOND = 1_000_000_000;
    private static final Element ASPECT = new Element(false, "concrete-aspect", Map.of("name", "my.Metered"));

    @Test
    void nobodyAnnotatedAnything() {
        assertThat(NothingMetered.cause(List.of("app.Main"), List.of())).contains(
                "no loaded class (1: app.Main) carries",
                "@Instrument", "packages= or aop=");
    }

    @Test
    void theIncludeNamesOtherPackages() {
        assertThat(NothingMetered.cause(List.of("app.Main", "app.Order", "app.A", "app.B"),
                List.of(ASPECT, include("com.example.shop..*")))).contains(
                        "no loaded class (4: app.Main, ...) is within com.example.shop..*");
    }

    /** A class with an annotation outside of it is left out too. */
    @Test
    void theIncludeIsNamedWithoutAnAspectToo() {
        assertThat(NothingMetered.cause(List.of("app.Main"), List.of(include("other..*")))).contains(
                "is within other..*",
                "correct <include>");
        assertThat(NothingMetered.cause(List.of("app.Main", "lib.X"), List.of(include("app..*"))))
                .contains("no included class (1: app.Main) carries", "@Instrument");
    }

    @Test
    void thePointcutSelectsNothingOfWhatIsIncluded() {
        assertThat(NothingMetered.cause(List.of("app.Main", "lib.X"), List.of(ASPECT, include("app..*"))))
                .contains("select no method of any included class (1: app.Main)", "nested class");
        assertThat(NothingMetered.cause(List.of("Needle$Inner"), List.of(ASPECT))).contains(
                "select no method of any loaded class (1: Needle$Inner)");
    }

    @Test
    void theLineIsShortHoweverLongTheNamesAre() {
        String name = "a".repeat(300);
        for (List<Element> each : List.of(List.<Element>of(), List.of(ASPECT),
                List.of(ASPECT, include(name + "..*")))) {
            assertThat(NothingMetered.cause(List.of(name, "app.Main"), each)).hasSizeLessThan(127);
        }
    }

    @Test
    void aspectsThatSelectNothingAreNamedInAShortLine() {
        assertThat(NothingMetered.without(Set.of("my.Other"))).startsWith("aspect my.Other has selected nothing");
        String name = "a".repeat(300);
        assertThat(NothingMetered.without(new TreeSet<>(Set.of(name, "my.Other")))).startsWith("2 aspects (aaa")
                .hasSizeLessThan(155);
    }

    /** A program that is slow to begin may have nothing but what SIM made for it. */
    @Test
    void aProgramThatHasNotBegunIsNotToldToCorrectItsPackages() {
        assertThat(NothingMetered.isOfSim("sim.packages.Metered")).isTrue();
        assertThat(NothingMetered.isOfSim("sim.packages.MeteredToo")).isFalse();
        assertThat(NothingMetered.noneBelow(List.of("shop"), List.of()))
                .isEqualTo("the program has loaded none of its classes yet");
        assertThat(NothingMetered.noneBelow(List.of("shop"), List.of("app.Main")))
                .isEqualTo("no loaded class (1: app.Main) is below packages=shop: correct it");
    }

    /** Beside a load that leaves it no processor a program may not have begun after minutes: that is no fault of its configuration. */
    @Test
    void theMinuteBeginsWhenTheProgramHasLoadedAClass() {
        List<Class<?>> loaded = new ArrayList<>(List.of(String.class, NothingMetered.class));
        Instrumentation instrumentation = (Instrumentation) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{Instrumentation.class}, (proxy, method, arguments) -> loaded.toArray(new Class<?>[0]));
        NothingMetered asked = asked(instrumentation, new WeavingReport());
        for (int seconds = 0; seconds <= 600; seconds += 5) {
            assertThat(asked.isDue(seconds * SECOND, () -> false)).as("after %d s", seconds).isFalse();
        }
        loaded.add(NothingMeteredTest.class);
        assertThat(asked.isDue(605 * SECOND, () -> false)).as("it may load more").isFalse();
        assertThat(asked.isDue(665 * SECOND, () -> false)).isFalse();
        assertThat(asked.isDue(666 * SECOND, () -> false)).isTrue();

        loaded.remove(NothingMeteredTest.class);
        NothingMetered ofPlaces = asked(instrumentation, new WeavingReport());
        assertThat(ofPlaces.isDue(5 * SECOND, () -> true)).isFalse();
        assertThat(ofPlaces.isDue(66 * SECOND, () -> true)).as("what has names has begun").isTrue();
    }

    /** Open Liberty deployed a war two minutes after its start, and was told to correct {@code packages=} after one. */
    @Test
    void whileAServerLoadsManyClassesItIsNotToldToCorrectAnything() {
        Instrumentation instrumentation = (Instrumentation) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{Instrumentation.class}, (proxy, method, arguments) -> new Class<?>[0]);
        WeavingReport report = new WeavingReport();
        NothingMetered asked = asked(instrumentation, report);
        for (int seconds = 0; seconds <= 120; seconds += 5) {
            load(report, 50);
            assertThat(asked.isDue(seconds * SECOND, () -> true)).as("after %d s", seconds).isFalse();
        }
        load(report, 49);
        assertThat(asked.isDue(125 * SECOND, () -> true)).isFalse();
        assertThat(asked.isDue(180 * SECOND, () -> true)).isFalse();
        assertThat(asked.isDue(181 * SECOND, () -> true)).as("a minute after it loaded many").isTrue();

        NothingMetered forever = asked(instrumentation, report);
        for (int seconds = 0; seconds <= 600; seconds += 5) {
            load(report, 1_000);
            assertThat(forever.isDue(seconds * SECOND, () -> true)).as("after %d s", seconds).isFalse();
        }
        load(report, 1_000);
        assertThat(forever.isDue(605 * SECOND, () -> true)).as("one that never stops").isTrue();
    }

    private static NothingMetered asked(Instrumentation instrumentation, WeavingReport report) {
        return new NothingMetered(instrumentation, report, Options.load("", new Properties()), null);
    }

    private static void load(WeavingReport report, int classes) {
        for (int i = 0; i < classes; i++) {
            report.saw();
        }
    }

    @Test
    void aProgramThatEndsBeforeItLoadsAClassIsNotToldToCorrectAnything() {
        for (List<Element> each : List.of(List.<Element>of(), List.of(ASPECT),
                List.of(include("com.example.shop..*")))) {
            assertThat(NothingMetered.cause(List.of(), each))
                    .isEqualTo("the program has loaded none of its classes yet");
        }
    }

    private static Element include(String within) {
        return new Element(false, "include", Map.of("within", within));
    }
}
