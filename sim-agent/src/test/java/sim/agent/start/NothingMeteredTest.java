package sim.agent.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import sim.agent.select.Element;

/** Why a program is not metered, as far as its classes and its configuration tell. */
class NothingMeteredTest {
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

    private static Element include(String within) {
        return new Element(false, "include", Map.of("within", within));
    }
}
