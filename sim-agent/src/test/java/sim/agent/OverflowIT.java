package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.testkit.Jdks;

/** Where the stack overflows in woven code each call is counted, or counted as lost, and neither the JVM nor SIM says a word. */
class OverflowIT {
    /** Of the program whose payloads overflow. */
    private static final int THREADS = 3;

    @ParameterizedTest
    @CsvSource({"one, false, meters=wall", "together, false, meters=all+events=all", "one, true, meters=wall",
            "one, true, meters=all", "virtual, true, meters=wall", "virtual, true, meters=all+events=errors"})
    void everyCallIsCountedOrCountedAsLost(String threads, boolean newest, String options) throws Exception {
        Path jdk = newest ? Jdks.withVirtualThreads() : Path.of(System.getProperty("java.home"));
        assumeTrue(jdk != null, "there is no newer JDK");
        ChildJvm.Result run = new ChildJvm().usual().on(jdk)
                .agent("interval=10m," + options.replace("+events", ",events"))
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
        Path jdk = newest ? Jdks.withVirtualThreads() : Path.of(System.getProperty("java.home"));
        assumeTrue(jdk != null, "there is no newer JDK");
        ChildJvm.Result run = new ChildJvm().on(jdk).flag("-Xlog:class+load").agent("meters=all")
                .run(ChildJvm.CLASSES.toString(), "woven.Shapes");
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.out()).anyMatch(line -> line.contains("ScopedAccessError source"));
    }

    /**
     * In and near an injected probe's calls: neither does the program stand, nor is a call missing where nothing is wrong any more, nor is
     * it at another place. Of calls of the JDK a thread may miss those before its sixteenth.
     */
    @ParameterizedTest
    @CsvSource({"Enter, false", "Exit, false", "Object, false", "Reentrant, false", "Split, false", "Jdk, false",
            "JdkSplit, false", "Enter, true", "Split, true", "Jdk, true"})
    @Tag("long")
    void whatIsInterceptedAfterAnOverflowIsRecorded(String kind, boolean newest) throws Exception {
        ChildJvm.Result run = intercepted(kind, newest);
        assertThat(number(run, "overflows ")).isGreaterThan(24);
        String after = "payload " + kind + " at " + (kind.endsWith("Split") ? "[after]" : "-") + ": after ";
        long recorded = run.out().stream().filter(line -> line.startsWith(after))
                .mapToLong(line -> Long.parseLong(line.substring(after.length()).split(" ")[0])).sum();
        long all = number(run, "after ");
        assertThat(recorded).as(run.all()).isBetween(kind.startsWith("Jdk") ? all - THREADS * 15 : all, all);
        assertThat(number(run, "counter metering.failures ")).as(run.all()).isZero();
    }

    /** A method that throws each time is ended each time. */
    @ParameterizedTest
    @CsvSource({"Enter, false", "Exit, false", "Reentrant, false", "Split, false", "JdkSplit, false", "Jdk, true"})
    void whatThrowsIsNotLost(String kind, boolean newest) throws Exception {
        ChildJvm.Result run = intercepted(kind, newest, "throws");
        long thrown = number(run, "thrown ");
        assertThat(thrown).isPositive();
        assertThat(run.out()).as(run.all()).contains("payload " + kind + " at "
                + (kind.endsWith("Split") ? "[throws!]" : "-") + ": throws! " + thrown + " " + thrown);
        for (String none : new String[]{"payloads.unmatched", "payloads.lost", "payloads.cut", "splits.lost",
                "splits.unmatched", "payload.failures", "metering.failures"}) {
            assertThat(number(run, "counter " + none + " ")).as(none).isZero();
        }
    }

    private static ChildJvm.Result intercepted(String kind, boolean newest, String... more) throws Exception {
        Path jdk = newest ? Jdks.withVirtualThreads() : Path.of(System.getProperty("java.home"));
        assumeTrue(jdk != null, "there is no newer JDK");
        String probe = "woven.OverflowProbe$" + (kind.equals("Object") ? "WithObject" : kind);
        ChildJvm jvm = new ChildJvm().on(jdk).agent("interval=10m,payload.record=all,payload.probes=" + probe);
        ChildJvm.Result run = (more.length == 0 ? jvm.usual() : jvm) // whose stack is not full makes 300 calls
                .run(ChildJvm.CLASSES.toString(), "woven.OverflowingPayloads",
                        Stream.concat(Stream.of(kind), Stream.of(more)).toArray(String[]::new));
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }

    private static long number(ChildJvm.Result run, String beginning) {
        return Long.parseLong(run.after(beginning));
    }
}
