package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import extended.WaitingThreads;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.testkit.Child;

/**
 * Virtual threads that wait inside a call: SIM takes 300 bytes for each at most, within its bound, and each call is counted. With
 * {@code -Dsim.threads=100000} in a heap of 192 MB.
 */
class WaitingThreadsIT {
    private static final int MANY = Integer.getInteger("sim.threads", 20_000);

    @BeforeEach
    void haveVirtualThreads() {
        assumeTrue(VirtualThreads.AVAILABLE, "this JVM has no virtual threads");
    }

    @Test
    void inASmallHeap() throws Exception {
        Child.Result run = run(heap(2), MANY, "metered");
        assertThat(number(run, "calls ")).isEqualTo(2L * MANY);
        assertThat(number(run, "own ")).isLessThan(300);
        assertThat(number(run, "untimed ")).as("what did not fit").isEqualTo(number(run, "counter calls.untimed "));
    }

    @Test
    void eachWithItsTimesWhereThereIsMemory() throws Exception {
        Child.Result run = run(heap(6), MANY, "metered");
        assertThat(number(run, "calls ")).isEqualTo(2L * MANY);
        assertThat(number(run, "untimed ")).isZero();
        assertThat(number(run, "own ")).isLessThan(300);
    }

    @Test
    void inAContextEach() throws Exception {
        Child.Result run = run(heap(10), MANY, "contexts");
        assertThat(number(run, "calls ")).isEqualTo(2L * MANY);
        assertThat(number(run, "contexts ")).isEqualTo(MANY);
        assertThat(number(run, "untimed ")).isZero();
        assertThat(number(run, "own ")).isLessThan(300);
    }

    /** Each context for which there was no room took 2.3 KB in its place. */
    @Test
    void inAContextEachForWhichThereIsNoMemory() throws Exception {
        Child.Result run = run(heap(10), MANY, "contexts", "-Dsim.numbers.memory=1MB");
        assertThat(number(run, "calls ")).isEqualTo(2L * MANY);
        long dropped = number(run, "counter scopes.dropped ");
        assertThat(dropped).isPositive();
        assertThat(number(run, "contexts ") + dropped).isEqualTo(MANY);
        assertThat(number(run, "counter contexts.dropped ")).isGreaterThanOrEqualTo(dropped);
        assertThat(number(run, "own ")).isLessThan(300);
    }

    /** A quarter of the tree is taken: the call inside one of the same name is at the place of that one. */
    @Test
    void inARecursionThatIsFolded() throws Exception {
        Child.Result run = run(heap(2), MANY, "recursive", "-Dsim.numbers.memory=1MB", "-Dsim.tree.nodes=40");
        assertThat(number(run, "counter tree.recursions ")).isPositive();
        assertThat(number(run, "calls ")).isEqualTo(3L * MANY + WaitingThreads.FILLERS);
        assertThat(number(run, "own ")).isLessThan(300);
    }

    @Test
    void afterAClassWasLoadedInEach() throws Exception {
        Child.Result run = run(heap(6), MANY, "loading");
        assertThat(number(run, "calls ")).as("with the place of class loading").isEqualTo(3L * MANY);
        assertThat(number(run, "untimed ")).isZero();
        assertThat(number(run, "own ")).isLessThan(300);
    }

    /** @param each KB for each thread, of which its stack, its object and its task take 1.2 to 1.8 */
    private static String heap(int each) {
        return "-Xmx" + Math.max(64, MANY * each * 96 / 100 / 1_000) + "m";
    }

    private static Child.Result run(String heap, int threads, String how, String... flags) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(heap, "-Dsim.hotspot.enabled=false", "-Dsim.events=none"));
        arguments.addAll(List.of(flags));
        arguments.addAll(List.of(WaitingThreads.class.getName(), String.valueOf(threads), how));
        Child.Result run = Child.jvm(arguments.toArray(new String[0]));
        assertThat(run.exit()).as(run.all()).isZero();
        assertThat(run.err()).as(run.all()).isEmpty();
        assertThat(run.lines("counter calls.lost ")).as(run.all()).isEmpty();
        assertThat(run.lines("counter metering.failures ")).as(run.all()).isEmpty();
        return run;
    }

    private static long number(Child.Result run, String of) {
        return run.lines(of).stream().mapToLong(line -> Long.parseLong(line.substring(of.length()))).sum();
    }
}
