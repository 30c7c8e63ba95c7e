package sim.base.name;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.testkit.Child;

/** Five million distinct names in a heap of 48 MB: they are forgotten or bounded, and what was there before still works. */
class ManyNamesIT {
    private static final int MANY = 5_000_000;

    @ParameterizedTest
    @CsvSource({"parse, 15000000", "longer, 10000000"})
    void namesNobodyHoldsAreForgotten(String kind, long sum) throws Exception {
        Child.Result result = run(kind);
        assertThat(result.lines("sum ")).containsExactly("sum " + sum);
        assertThat(result.lines("names ")).containsExactly("names 3");
        assertThat(counter(result, "names.folded")).isZero();
    }

    @Test
    void probedNamesAreBoundedByTheHeapAndTheRestIsCounted() throws Exception {
        Child.Result result = run("begin");
        long kept = number(result.lines("names ").get(0));
        assertThat(kept).isBetween(1_000L, 5_000L);
        assertThat(counter(result, "names.folded")).isEqualTo(MANY + 3 - kept);
        assertThat(calls(result, "row /probed.b") + calls(result, "row /.[other]")).isEqualTo(MANY);
    }

    @Test
    void countersAreBoundedAndTheRestIsCounted() throws Exception {
        Child.Result result = run("counter");
        assertThat(result.lines("sum ")).containsExactly("sum " + MANY);
        assertThat(counter(result, "counters.folded")).isEqualTo(MANY - 10_000);
    }

    private static Child.Result run(String kind) throws Exception {
        Child.Result result = Child.jvm("-Xmx48m", "-Dsim.hotspot.enabled=false", "extended.ManyNames",
                Integer.toString(MANY), kind);
        assertThat(result.exit()).as(result.all()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.lines("same ")).containsExactly("same true");
        assertThat(number(result.lines("used ").get(0))).isLessThan(30 << 20);
        assertThat(calls(result, "row /honest.work ")).isEqualTo(100);
        return result;
    }

    private static long calls(Child.Result result, String place) {
        return result.lines(place).stream().mapToLong(row -> number(row.replaceAll(".* (count=)(\\d+) .*", "$1 $2")))
                .sum();
    }

    private static long counter(Child.Result result, String kind) {
        return number(result.lines("counter " + kind + " ").get(0));
    }

    private static long number(String line) {
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }
}
