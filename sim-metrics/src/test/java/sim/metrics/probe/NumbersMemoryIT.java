package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import extended.ManyPlaces;
import extended.NewbornThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.testkit.Child;

/** Many threads at many places in a small heap: the program lives, and every call is counted. */
class NumbersMemoryIT {
    private static final int MB = 1 << 20;

    /** @param used what is left of it after a collection, of which the threads' numbers are the larger part, MB at most */
    @ParameterizedTest
    @CsvSource({"256, 1000, 5000, 8, 1, 40", "256, 15, 10000, 8, 3, 40", "64, 150, 3000, 60, 2, 20",
            "128, 150, 3000, 60, 1, 30"})
    void theProgramLivesAndSumsAreExact(int heap, int threads, int places, int depth, int rounds, int used)
            throws Exception {
        Child.Result result = Child.jvm("-Xmx" + heap + "m", "-Dsim.hotspot.enabled=false",
                "-Dsim.events=none", ManyPlaces.class.getName(), String.valueOf(threads), String.valueOf(places),
                String.valueOf(depth), String.valueOf(rounds));
        assertThat(result.exit()).as(result.all()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.lines("thrown ")).containsExactly("thrown null");
        assertThat(number(result, "calls ")).isEqualTo((long) rounds * threads * places);
        assertThat(number(result, "outer ")).isEqualTo((long) rounds * threads * depth);
        assertThat(number(result, "counter calls.too.deep ")).isZero();
        assertThat(number(result, "counter calls.lost ")).isZero();
        assertThat(number(result, "counter calls.shared ")).isPositive();
        assertThat(number(result, "used ")).isLessThan((long) used * MB);
    }

    @ParameterizedTest
    @CsvSource({"1000000", "16000000"})
    void aBoundThatIsSetIsKept(int bytes) throws Exception {
        Child.Result result = Child.jvm("-Xmx256m", "-Dsim.hotspot.enabled=false", "-Dsim.meters=wall",
                "-Dsim.numbers.memory=" + bytes, ManyPlaces.class.getName(), "20", "5000", "1", "1");
        assertThat(result.exit()).as(result.all()).isZero();
        assertThat(number(result, "calls ")).isEqualTo(20L * 5_000);
        // tallies of places that are called once have an eighth of a half of the bound, or of an eighth of a small one; each has some 400 bytes and 128 more for each further octave of its histogram.
        // The tables of threads and of the shared books are in it too, and of so little they are a quarter
        long part = bytes < 8 << 20 ? 64 : 16;
        long own = 20 * 5_000 - number(result, "counter calls.shared ");
        assertThat(own).isBetween(bytes / part / (bytes < 8 << 20 ? 2_000 : 1_000), bytes / part / 350);
    }

    /** Most of the threads are dead at any time, and drained long after: their stacks are taken back. */
    @Test
    void threadsThatLiveForAFewCallsLoseNone() throws Exception {
        Child.Result result = Child.jvm("-Xmx64m", "-Dsim.hotspot.enabled=false", "-Dsim.events=none",
                NewbornThreads.class.getName(), "4000", "30", "1000");
        assertThat(result.exit()).as(result.all()).isZero();
        assertThat(number(result, "counter calls.too.deep ")).isZero();
        assertThat(number(result, "counter calls.lost ")).isZero();
        assertThat(number(result, "calls ")).isEqualTo(4_000L * 30);
    }

    /** Histograms of further meters cost memory within the bound, and nothing where nobody asks: their class is not even loaded. */
    @ParameterizedTest
    @CsvSource({"wall, 0, 20", "wall+thread.cpu+alloc.bytes+waiting.time, 3, 22"})
    void furtherHistogramsKeepWithinTheBound(String histograms, int further, int used) throws Exception {
        Child.Result result = Child.jvm("-Xmx64m", "-Xlog:class+load", "-Dsim.hotspot.enabled=false",
                "-Dsim.events=none", "-Dsim.histograms=" + histograms, ManyPlaces.class.getName(), "40", "3000", "10",
                "1");
        assertThat(result.exit()).as(result.all()).isZero();
        long calls = number(result, "calls ");
        assertThat(calls).isEqualTo(40L * 3_000);
        assertThat(number(result, "in histograms ")).isEqualTo(further * (calls + number(result, "outer ")));
        assertThat(number(result, "used ")).isLessThan((long) used * MB);
        assertThat(number(result, "counter tree.folded ") > 0).as("as many places as the heap has room for with them")
                .isEqualTo(further > 0);
        assertThat(result.out().stream().anyMatch(line -> line.contains("sim.metrics.tree.HistogramTally ")))
                .isEqualTo(further > 0);
    }

    private static long number(Child.Result result, String beginning) {
        String line = result.lines(beginning).get(0);
        return Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    }
}
