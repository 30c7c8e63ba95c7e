package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the stack overflows in woven code each call is counted, or counted as lost, and neither the JVM nor SIM says a word. */
class OverflowIT {
    @ParameterizedTest
    @CsvSource({"one, false, meters=wall", "together, false, meters=all+events=all", "one, true, meters=wall",
            "one, true, meters=all", "virtual, true, meters=wall", "virtual, true, meters=all+events=errors"})
    void everyCallIsCountedOrCountedAsLost(String threads, boolean newest, String options) throws Exception {
        Path jdk = newest ? ChildJvm.withVirtualThreads() : Path.of(System.getProperty("java.home"));
        assumeTrue(jdk != null, "there is no newer JDK");
        ChildJvm.Result run = new ChildJvm().on(jdk).agent("interval=10m," + options.replace("+events", ",events"))
                .run(ChildJvm.CLASSES.toString(), "woven.Overflowing", threads);
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.err()).noneMatch(line -> !line.startsWith("sim: agent server 127.0.0.1:1 is not reachable")
                && !line.startsWith("sim: the last measurements could not be shipped"));
        assertThat(run.out().stream().filter(line -> line.startsWith("thrown "))).hasSizeGreaterThan(2)
                .allMatch(line -> line.equals("thrown null"));
        assertThat(number(run, "overflows ")).isGreaterThan(24);
        assertThat(number(run, "counted ") + number(run, "counter calls.lost ") + number(run, "counter probes.healed ")
                + number(run, "counter calls.too.deep ")).isEqualTo(number(run, "bodies "));
        assertThat(number(run, "counter calls.lost ")).isLessThan(number(run, "bodies ") / 20);
        assertThat(number(run, "counter metering.failures ")).isZero();
    }

    /** Its reader meets an overflow of the stack now and then only; that the JVM has nothing left to load there is seen in any run. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheJdkCatchesWhereItReadsIsLoadedAheadOfIt(boolean newest) throws Exception {
        Path jdk = newest ? ChildJvm.withVirtualThreads() : Path.of(System.getProperty("java.home"));
        assumeTrue(jdk != null, "there is no newer JDK");
        ChildJvm.Result run = new ChildJvm().on(jdk).flag("-Xlog:class+load").agent("meters=all")
                .run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).anyMatch(line -> line.contains("ScopedAccessError source"));
    }

    private static long number(ChildJvm.Result run, String beginning) {
        return Long.parseLong(run.after(beginning));
    }
}
