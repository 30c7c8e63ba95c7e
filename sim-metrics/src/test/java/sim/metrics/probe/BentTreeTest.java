package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.tree.FailingTally;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** A tree that is too small for its program: random recursive programs against what a naive model counts. Exact to the digit. */
class BentTreeTest {
    private static final int WORK = Meter.COUNT;
    private static final int PROGRAMS = 40;

    /** With few names all is recursion, with many the tree is full too. */
    @ParameterizedTest
    @ValueSource(ints = {3, 8, 30, 200})
    void everyTotalIsSelfTimeAndWhatIsInside(int names) {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Program program = new Program(seed, names, 60, false);
            program.run(3_000);
            program.check("seed " + seed);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 30})
    void lostEndsAndSwitchingsLeaveNoTimeInTwoPlaces(int names) {
        for (int seed = 0; seed < PROGRAMS; seed++) {
            Program program = new Program(seed, names, 60, true);
            program.run(3_000);
            program.check("seed " + seed);
        }
    }

    /** In which most candidates go, and others come in their slots. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void longProgramsAreExactToo(boolean disturbed) {
        for (int seed = 0; seed < 4; seed++) {
            Program program = new Program(seed, 200, 60, disturbed);
            program.run(20_000);
            program.check("seed " + seed);
        }
    }

    @Test
    void withRoomForAllPlacesNothingIsFolded() {
        Program program = new Program(1, 4, 1_000_000, false);
        program.run(3_000);
        program.check("");
        assertThat(program.runs.counter("tree.recursions")).isZero();
        assertThat(program.runs.counter("tree.folded")).isZero();
    }

    /** Its end fails on a full stack, where nothing can be made: there is room already, also where all recursive calls before it were left out. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aRecursiveCallWhoseEndFailsIsInNoOtherTotal(int leftOut) {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=8");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        ProbeSite c = runs.site("c");
        nested(work, a, b);
        nested(work, a, c);
        runs.drain();
        Object outer = a.begin();
        Object inner = b.begin();
        work.inc(1);
        a.card().read(MeasureGroup.EVERY | Scorecard.ONE_IN - 1 << Scorecard.GROUPS);
        for (int i = 0; i < 64 * leftOut; i++) {
            a.end(a.begin(), null);
        }
        a.card().read(MeasureGroup.EVERY);
        Object again = a.begin();
        nested(work, c);
        a.lost(again, new StackOverflowError());
        b.end(inner, null);
        a.end(outer, null);
        runs.drain();
        long[] between = numbers(runs, "a/b");
        assertThat(between[1]).as("without the work of a/c").isEqualTo(between[2]);
    }

    /** What it was to leave out of its place's total was taken off that before the call was added. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRecursiveCallWhoseEndFailsWhileItIsAddedLeavesTheSumsOfItsPlaceAsTheyWere(boolean whileSorting) {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=8");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        nested(work, a, b); // a quarter of the places
        begin(work, a, b);
        Object again = a.begin();
        work.inc(1);
        ThreadContext context = runs.metering.threads.current();
        Frame frame = context.innermost();
        assertThat(frame.folded).isTrue();
        FailingTally tally = FailingTally.like(context.ledger.own(frame.node), whileSorting);
        frame.tally = tally;
        a.end(again, null);
        end(a, b);
        runs.drain();
        assertThat(runs.counter("calls.lost")).isEqualTo(1);
        assertThat(tally.total(WORK)).isZero();
        assertThat(tally.self(WORK)).isZero();
        assertThat(numbers(runs, "a")).containsExactly(2, 2 + 3, 2);
        assertThat(numbers(runs, "a/b")).containsExactly(2, 1 + 2, 3);
    }

    /** A sweep has looked its place up anew: what calls inside it took is left out of the caller's total all the same. */
    @Test
    void aCallThatASweepMovedAsideAndWhoseEndFailsIsInNoOtherTotal() throws InterruptedException {
        Runs runs = circleOfAnotherThread();
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite[] path = {runs.site("a"), runs.site("c"), runs.site("b")};
        begin(work, path[0], path[1]);
        Object aside = path[2].begin();
        ThreadContext context = runs.metering.threads.current();
        assertThat(context.innermost().node.isFlat()).isTrue();
        runs.drain(); // a/c gets its place
        nested(work, runs.site("d"));
        assertThat(context.innermost().aside).isTrue();
        path[2].lost(aside, new StackOverflowError());
        end(path[0], path[1]);
        runs.drain();
        long[] between = numbers(runs, "a/c");
        assertThat(between[1]).as("without the work of d").isEqualTo(between[2]);
    }

    /** Nothing was elsewhere on this thread before, and the place of a call is below its caller again when it ends: a sweep leaves it so. */
    @Test
    void aCallThatIsNoLongerElsewhereCountsWhereNothingWasEverLeftOut() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=8");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        begin(work, a, b);
        runs.metering.threads.folding.begin(); // as where the heap is full
        runs.metering.threads.current().innermost().folds = true;
        end(a, b);
        runs.drain();
        assertThat(runs.counter("metering.failures")).isZero();
        assertThat(runs.counter("calls.lost")).isZero();
        assertThat(numbers(runs, "a")).containsExactly(1, 2, 1);
        assertThat(numbers(runs, "a/b")).containsExactly(1, 1, 1);
    }

    /** Nothing is left out of totals then, at no frame: what is left out of one alone would be in another twice. */
    @Test
    void recursiveCallsCountWhereTheHeapHasNoRoomForWhatTotalsLeaveOut() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=8");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        nested(work, a, b); // a quarter of the places
        runs.metering.threads.folding.begin();
        runs.metering.threads.current().frames[1].makeOut(); // before it had none
        nested(work, a, b, a, b);
        runs.drain();
        assertThat(runs.counter("metering.failures")).isZero();
        assertThat(runs.counter("calls.lost")).isZero();
        assumeFalse(runs.metering.threads.current().isFolding, "a second has passed");
        assertThat(numbers(runs, "a")).as("its own, each call once").containsExactly(3, 2 + 4, 3);
        assertThat(numbers(runs, "a/b")).as("and the recursion inside").containsExactly(3, 1 + 3 + 1, 3);
    }

    /** With a circle of {@code a} and {@code b} that another thread closed, in a full tree, and with a dear candidate {@code a/c}. */
    private static Runs circleOfAnotherThread() throws InterruptedException {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=64");
        Thread thread = new Thread(() -> {
            var work = runs.metering.context().counter(runs.metering.names().name("work"));
            ProbeSite a = runs.site("a");
            ProbeSite b = runs.site("b");
            for (int i = 0; i < 16; i++) {
                nested(work, runs.site("first" + i));
            }
            nested(work, a, b, a); // a quarter of the places
            for (int i = 0; i < 30; i++) {
                nested(work, runs.site("further" + i));
            }
            a.begin();
            runs.site("c").begin();
            spin();
            end(a, runs.site("c"));
        });
        thread.start();
        thread.join();
        return runs;
    }

    @Test
    void aRecursionCountsAtItsOutermostCall() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=6");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        ProbeSite c = runs.site("c");
        nested(work, a, b, c); // half of the places
        nested(work, a, b, a, b, c);
        runs.drain();
        assertThat(numbers(runs, "a")).containsExactly(3, 8 + 0, 3);
        assertThat(numbers(runs, "a/b")).containsExactly(3, 5, 3);
        assertThat(numbers(runs, "a/b/c")).containsExactly(2, 2, 2);
        assertThat(runs.rows()).hasSize(3);
        assertThat(runs.counter("tree.recursions")).isEqualTo(1);
    }

    /** {@code c} calls {@code b}, which is known to call {@code a}. */
    @Test
    void aCallWithinACircleOfNamesCountsBelowItsOutermostCall() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=8");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        ProbeSite c = runs.site("c");
        nested(work, a, b, a);
        nested(work, runs.site("x"), runs.site("y")); // half of the places
        nested(work, a, c, b);
        runs.drain();
        assertThat(numbers(runs, "a")).containsExactly(3, 6, 3);
        assertThat(numbers(runs, "a/b")).containsExactly(2, 2, 2);
        assertThat(numbers(runs, "a/c")).as("without what counts beside it").containsExactly(1, 1, 1);
        assertThat(runs.rows()).hasSize(5);
    }

    /** The place of {@code c} stays below {@code p/a}, while its call is in {@code b} from then on. */
    @Test
    void aCallInARecursiveOneThatIsGivenUpIsNotInTheTotalOfThePlaceBetween() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=6");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite[] path = {runs.site("p"), runs.site("a"), runs.site("b"), runs.site("a"), runs.site("c")};
        nested(work, path[0], path[1], path[2], path[4]);
        begin(work, path);
        runs.metering.control(new HotspotControl(HotspotControl.Action.DISABLE, "test", "a", -1, -1));
        work.inc(10);
        for (int i : new int[]{4, 2, 0}) {
            path[i].end();
        }
        runs.drain();
        assertThat(numbers(runs, "p/a/c")).containsExactly(1, 11, 11);
        assertThat(numbers(runs, "p/a/b")).as("its own, a's since and 1 of p/a/b/c").containsExactly(2, 1 + 2 + 1, 3);
        assertThat(numbers(runs, "p")).containsExactly(2, 4 + 15, 3);
    }

    /** As above, with a call that is aside: the place of {@code d} stays below {@code a/b}, beside that of {@code c}, in which it then is. */
    @Test
    void aCallInOneAsideThatIsGivenUpIsNotInTheTotalOfThePlaceBeside() {
        Runs runs = circle("meters=wall,probes.counters=work,tree.nodes=8");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite[] path = {runs.site("a"), runs.site("c"), runs.site("b"), runs.site("d")};
        begin(work, path);
        switchOff(runs, "b");
        work.inc(10);
        for (int i : new int[]{3, 1, 0}) {
            path[i].end();
        }
        runs.drain();
        assertThat(numbers(runs, "a/b/d")).containsExactly(1, 11, 11);
        assertThat(numbers(runs, "a/c")).as("its own and b's").containsExactly(1, 2, 2);
        assertThat(numbers(runs, "a")).containsExactly(3, 3 + 14, 3);
    }

    /** As above, where the tree is full and {@code d} a candidate that gets its place only after {@code b} was given up. */
    @Test
    void aCandidateInOneAsideThatIsGivenUpIsNotInTheTotalOfThePlaceBeside() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=64");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite[] path = {runs.site("a"), runs.site("c"), runs.site("b"), runs.site("d")};
        for (int i = 0; i < 16; i++) {
            nested(work, runs.site("first" + i));
        }
        nested(work, path[0], path[2], path[0]); // a quarter of the places
        nested(work, path[0], path[1]);
        for (int i = 0; i < 29; i++) {
            nested(work, runs.site("further" + i));
        }
        begin(work, path[0], path[2], path[3]);
        spin(); // it is dear
        end(path[0], path[2], path[3]);
        begin(work, path);
        ThreadContext context = runs.metering.threads.current();
        assertThat(context.innermost().node.isOther()).isTrue();
        assertThat(context.frames[3].aside).isTrue();
        switchOff(runs, "b");
        nested(work, path[3]); // sweeps
        runs.drain();
        assertThat(context.innermost().node.isOther()).isFalse();
        work.inc(10);
        end(path[0], path[1], path[3]);
        runs.drain();
        assertThat(numbers(runs, "a/b/d")).containsExactly(1, 1 + 11, 11);
        assertThat(numbers(runs, "a/c")).as("its own and b's").containsExactly(2, 1 + 2, 3);
        assertThat(numbers(runs, "a/b")).containsExactly(2, 1 + 2, 2);
        assertThat(numbers(runs, "a")).as("its own and all of these").containsExactly(5, 5 + 3 + 12 + 3, 5);
    }

    /** In a flow context too. Without compensation times of a place and of those below add up to the nanosecond. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aCallAsideIsNotInTheContextsTotalOfThePlaceBeside(boolean isGivenUp) {
        Runs runs = circle("meters=wall,compensation=false,tree.nodes=8");
        ProbeSite[] path = {runs.site("a"), runs.site("c"), runs.site("b"), runs.site("d")};
        runs.metering.createContext("work", "");
        for (ProbeSite site : path) {
            site.begin();
        }
        if (isGivenUp) {
            switchOff(runs, "b");
        }
        spin();
        for (int i : isGivenUp ? new int[]{3, 1, 0} : new int[]{3, 2, 1, 0}) {
            path[i].end();
        }
        runs.metering.endContext(null);
        Map<String, TreeRow> rows = new HashMap<>();
        Snapshot drained = runs.drain();
        Map<Integer, String> names = runs.names();
        drained.contexts().get(0).rows().forEach(row -> rows.put(names.get(row.node()), row));
        assertThat(rows).containsOnlyKeys(isGivenUp ? new String[]{"a", "c", "d"} : new String[]{"a", "b", "c", "d"});
        assertAddsUp(rows.get("c"));
        assertAddsUp(rows.get("d"));
        if (!isGivenUp) {
            assertAddsUp(rows.get("b"), rows.get("d"));
            assertAddsUp(rows.get("a"), rows.get("b"), rows.get("c"));
        }
    }

    /** Of a thread as a virtual one without a context is, with a call that counts elsewhere than below its caller. */
    @Test
    void aCallAsideOfAVirtualThreadCountsOnce() throws InterruptedException {
        Runs runs = circle("meters=wall,compensation=false,tree.nodes=8");
        Threads threads = runs.metering.threads;
        threads.light = new LightCalls(threads, threads.books.memory);
        ProbeSite[] path = {runs.site("a"), runs.site("c"), runs.site("b")};
        long[] before = {wall(runs, "a"), wall(runs, "a/b")};
        Thread thread = new Thread(() -> {
            Object[] begun = new Object[path.length];
            for (int i = 0; i < path.length; i++) {
                begun[i] = threads.light.begin(Thread.currentThread(), path[i], path[i].epoch());
            }
            spin();
            for (int i = path.length; i-- > 0;) {
                path[i].end(begun[i], null);
            }
        });
        thread.start();
        thread.join();
        runs.drain();
        TreeRow a = runs.row("a");
        TreeRow c = runs.row("a/c");
        TreeRow b = runs.row("a/b");
        assertThat(b.count()).isEqualTo(2);
        assertThat(c.count()).isEqualTo(1);
        assertAddsUp(c);
        assertThat(wall(runs, "a") - before[0]).as("one of a, in which b and c are").isGreaterThan(
                wall(runs, "a/b") - before[1]);
        assertAddsUp(a, b, c);
    }

    @Test
    void anEndThatIsLostInACallAsideLeavesItsTimeInTheCaller() {
        Runs runs = circle("meters=wall,probes.counters=work,tree.nodes=8");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite[] path = {runs.site("a"), runs.site("c"), runs.site("b"), runs.site("d")};
        begin(work, path);
        path[1].end();
        path[0].end();
        runs.drain();
        assertThat(runs.counter("probes.healed")).isEqualTo(2);
        assertThat(numbers(runs, "a/c")).containsExactly(1, 3, 3);
        assertThat(numbers(runs, "a")).containsExactly(3, 7, 3);
        assertThat(numbers(runs, "a/b")).as("that of before").containsExactly(1, 1, 1);
    }

    /** A call in a circle below {@code p/b} is new when the tree is full: a candidate, which gets its place by the drain. */
    @Test
    void aCandidateAsideIsNotInTheTotalOfItsCallerBeforeAndAfterItHasAPlace() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=64");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        ProbeSite[] path = {runs.site("p"), b, runs.site("c"), a};
        for (int i = 0; i < 16; i++) {
            nested(work, runs.site("first" + i));
        }
        nested(work, a, b, a); // a quarter of the places
        nested(work, path[0], path[1], path[2]);
        for (int i = 0; i < 27; i++) {
            nested(work, runs.site("further" + i));
        }
        for (int round = 0; round < 2; round++) {
            begin(work, path);
            spin();
            end(path);
            runs.drain();
        }
        assertThat(numbers(runs, "[other]/a")).as("before").containsExactly(1, 1, 1);
        assertThat(numbers(runs, "p/b/a")).as("after").containsExactly(1, 1, 1);
        assertThat(numbers(runs, "p/b/c")).containsExactly(3, 3, 3);
        assertThat(numbers(runs, "p/b")).containsExactly(3, 2 + 3 + 3, 3);
    }

    /** With a circle of {@code a} and {@code b}, in a tree of which half of the places are taken. */
    private static Runs circle(String options) {
        Runs runs = new Runs(options);
        ProbeSite[] sites = {runs.site("a"), runs.site("b"), runs.site("a"), runs.site("x"), runs.site("y")};
        for (int i : new int[]{0, 1, 2}) {
            sites[i].begin();
            count(runs, options);
        }
        for (int i : new int[]{2, 1, 0}) {
            sites[i].end();
        }
        sites[3].begin();
        sites[4].begin();
        sites[4].end();
        sites[3].end();
        runs.drain();
        return runs;
    }

    private static void count(Runs runs, String options) {
        if (options.contains("work")) {
            runs.metering.context().counter(runs.metering.names().name("work")).inc(1);
        }
    }

    private static void switchOff(Runs runs, String name) {
        runs.metering.control(new HotspotControl(HotspotControl.Action.DISABLE, "test", name, -1, -1));
    }

    private static long wall(Runs runs, String path) {
        return runs.row(path).total()[0];
    }

    /** A place's total is its self time and the totals of the places below. */
    private static void assertAddsUp(TreeRow row, TreeRow... below) {
        long sum = row.self()[0];
        for (TreeRow each : below) {
            sum += each.total()[0];
        }
        assertThat(row.total()[0]).isEqualTo(sum);
    }

    /** An endless loop that was new when the tree was full has no total to be dear by. */
    @Test
    void whatTurnsOutDearGetsAPlaceWhileItRuns() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=100");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite main = runs.site("main");
        main.begin();
        for (int i = 0; i < 120; i++) {
            nested(work, runs.site("small" + i));
        }
        ProbeSite loop = runs.site("loop");
        ProbeSite step = runs.site("step");
        ProbeSite inner = runs.site("inner");
        loop.begin();
        step.begin();
        for (int i = 0; i < 5; i++) {
            spin();
            inner.begin();
            spin();
            inner.end();
            runs.drain();
        }
        step.end();
        loop.end();
        main.end();
        runs.drain();
        assertThat(runs.row("main/loop").count()).isEqualTo(1);
        assertThat(runs.row("main/loop/step").count()).isEqualTo(1);
        assertThat(runs.row("main/loop/step/inner").count()).isEqualTo(4);
        assertThat(runs.row("[other]/inner").count()).as("before anybody knew").isEqualTo(1);
        assertThat(runs.row("main")).isNotNull();
        assertThat(runs.counter("tree.settled")).isBetween(1L, 25L);
    }

    /** Much is under {@code [other]}, of callers that found no room for a candidate. */
    @Test
    void aCandidateThatTookNothingGetsNoPlace() {
        PlayedClock clock = new PlayedClock();
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        Metering metering = new Metering(Options.load("meters=wall,compensation=false,tree.nodes=100", properties),
                clock,
                false);
        ProbeSite main = metering.site("test", "main");
        ProbeSite[] sites = new ProbeSite[300];
        main.begin();
        for (int i = 0; i < sites.length; i++) {
            sites[i] = metering.site("test", "m" + i);
            sites[i].begin();
            sites[i].end();
        }
        metering.drain();
        for (ProbeSite site : sites) {
            site.begin();
            clock.passes(site == sites[299] ? 1_000_000 : 0);
            site.end();
        }
        main.end();
        metering.drain();
        assertThat(metering.counters().get("tree.settled")).isZero();
    }

    /** A light call holds the place at which it began. */
    @Test
    void aVirtualThreadsCallAtACandidateThatWentCountsUnderOther() throws InterruptedException {
        Runs runs = new Runs("meters=wall,compensation=false,tree.nodes=40");
        Threads threads = runs.metering.threads;
        threads.light = new LightCalls(threads, threads.books.memory);
        ProbeSite main = runs.site("main");
        ProbeSite late = runs.site("late");
        main.begin();
        for (int i = 0; i < 60; i++) {
            runs.site("m" + i).begin();
            runs.site("m" + i).end();
        }
        main.end();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            Object outer = threads.light.begin(Thread.currentThread(), main, main.epoch());
            Object inner = threads.light.begin(Thread.currentThread(), late, late.epoch());
            begun.countDown();
            try {
                gone.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            late.end(inner, null);
            main.end(outer, null);
        });
        thread.start();
        begun.await();
        for (int i = 0; i < 8; i++) {
            runs.drain();
        }
        ProbeSite another = runs.site("another");
        main.begin();
        another.begin();
        another.end();
        main.end();
        gone.countDown();
        thread.join();
        runs.drain();
        assertThat(runs.row("[other]/late").count()).isEqualTo(1);
        assertThat(runs.row("main/late")).isNull();
        assertThat(runs.row("main").count()).isEqualTo(3);
        main.begin();
        late.begin();
        late.end();
        main.end();
        runs.drain();
        assertThat(runs.row("main/late").count()).as("there is room by now").isEqualTo(1);
    }

    /** At its start a framework calls itself around everything; later nothing is recursive. */
    @Test
    void aCircleEndsThatNothingHasGoneRoundForAnHour() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=64");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite dispatch = framework(runs, work);
        ProbeSite[] request = {dispatch, runs.site("handler0"), runs.site("service1"), runs.site("store")};
        nested(work, request);
        runs.drain();
        assertThat(runs.row("dispatch/service1/store").count()).as("in the circle of all").isEqualTo(1);
        assertThat(runs.row("dispatch/handler0/service1")).isNull();
        for (int i = 0; i < 750; i++) {
            runs.metering.drain();
        }
        nested(work, request);
        runs.drain();
        assertThat(numbers(runs, "dispatch/handler0/service1/store")).containsExactly(1, 1, 1);
        nested(work, dispatch, runs.site("handler2"), runs.site("service2"), dispatch);
        runs.drain();
        assertThat(runs.row("dispatch/handler2/service2/dispatch")).as("folded as before").isNull();
        assertThat(runs.row("dispatch").self()[WORK]).isEqualTo(4 + 4 + 1 + 1 + 2);
    }

    @Test
    void aCircleStaysWhileItsRecursionHappens() {
        Runs runs = new Runs("meters=wall,probes.counters=work,tree.nodes=64");
        var work = runs.metering.context().counter(runs.metering.names().name("work"));
        ProbeSite dispatch = framework(runs, work);
        ProbeSite handler = runs.site("handler0");
        ProbeSite service = runs.site("service0");
        for (int i = 0; i < 1_500; i++) {
            if (i % 500 == 0) {
                nested(work, dispatch, handler, service, dispatch);
            }
            runs.metering.drain();
        }
        nested(work, dispatch, runs.site("handler1"), service);
        nested(work, dispatch, handler, runs.site("service1"));
        runs.drain();
        assertThat(runs.row("dispatch/handler1/service0")).as("in the circle").isNull();
        assertThat(runs.row("dispatch/handler0/service1").count()).as("no longer in it").isEqualTo(1);
    }

    /** Half of the places: four handlers with a service each, which call the dispatcher again. */
    private static ProbeSite framework(Runs runs, Probes.Counter work) {
        for (int i = 0; i < 26; i++) {
            nested(work, runs.site("first" + i));
        }
        ProbeSite dispatch = runs.site("dispatch");
        for (int i = 0; i < 4; i++) {
            nested(work, dispatch, runs.site("handler" + i), runs.site("service" + i), dispatch);
        }
        return dispatch;
    }

    @Test
    void aLateThreadsEntryHasAPlace() {
        Runs runs = new Runs("meters=wall,tree.nodes=100");
        ProbeSite main = runs.site("main");
        main.begin();
        for (int i = 0; i < 200; i++) {
            runs.site("m" + i).begin();
            runs.site("m" + i).end();
        }
        main.end();
        runs.site("late").begin();
        runs.site("late").end();
        runs.drain();
        assertThat(runs.row("late").count()).isEqualTo(1);
    }

    private static void spin() {
        long until = System.nanoTime() + 3_000_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private static void nested(Probes.Counter work, ProbeSite... sites) {
        begin(work, sites);
        end(sites);
    }

    /** Begins a call of each in that of the one before, and works for one in each. */
    private static void begin(Probes.Counter work, ProbeSite... sites) {
        for (ProbeSite site : sites) {
            site.begin();
            work.inc(1);
        }
    }

    private static void end(ProbeSite... sites) {
        for (int i = sites.length; i-- > 0;) {
            sites[i].end();
        }
    }

    private static long[] numbers(Runs runs, String path) {
        TreeRow row = runs.row(path);
        return new long[]{row.count(), row.total()[WORK], row.self()[WORK]};
    }

    /** One thread's calls, and what they come to by name. */
    private static final class Program {
        final Runs runs;
        private final Random random;
        private final org.jinspired.probes.Probes.Counter work;
        private final boolean disturbed;
        private final String[] names;
        private final ProbeSite[] sites;
        private final int[] switches;
        private final List<int[]> open = new ArrayList<>();
        private final List<Object> hints = new ArrayList<>();
        /** Of each open call: work at its begin, work of counted calls inside. */
        private final List<long[]> figures = new ArrayList<>();
        private final Map<String, long[]> byName = new TreeMap<>();
        private long worked;
        private long outside;
        /** Work of counted calls in entry points that were given up. */
        private long lost;
        private final Map<Integer, TreeRow> rows = new HashMap<>();

        Program(long seed, int many, int places, boolean disturbed) {
            this.runs = new Runs("meters=wall,probes.counters=work,tree.nodes=" + places);
            this.random = new Random(seed);
            this.work = runs.metering.context().counter(runs.metering.names().name("work"));
            this.disturbed = disturbed;
            this.names = new String[many];
            this.sites = new ProbeSite[many];
            this.switches = new int[many];
            for (int i = 0; i < many; i++) {
                names[i] = "m" + i;
                sites[i] = runs.site(names[i]);
            }
        }

        void run(int steps) {
            for (int step = 0; step < steps; step++) {
                work(random.nextInt(1_000));
                int what = random.nextInt(100);
                if (disturbed && what < 3) {
                    switchName(random.nextInt(names.length));
                } else if (disturbed && what < 8 && open.size() > 1) {
                    endAt(random.nextInt(open.size()));
                } else if (disturbed && what == 8 && !open.isEmpty()) {
                    loseAt(random.nextInt(open.size()));
                } else if (open.isEmpty() || open.size() < 25 && what % 2 == 0) {
                    begin(random.nextInt(open.isEmpty() ? 3 : names.length));
                } else {
                    endAt(open.size() - 1);
                }
                if (random.nextInt(300) == 0) {
                    drain();
                }
            }
            while (!open.isEmpty()) {
                endAt(open.size() - 1);
            }
            drain();
        }

        private void work(long amount) {
            work.inc(amount);
            worked += amount;
            if (open.isEmpty()) {
                outside += amount;
            }
        }

        private void begin(int name) {
            Object hint = sites[name].begin();
            if ((switches[name] & 1) == 0) {
                hints.add(hint);
                open.add(new int[]{name, open.size()});
                figures.add(new long[]{worked, 0});
            }
        }

        /** Ends a call; the ends of those inside it were lost. The hint is its epoch and site, so the innermost open one of the name. */
        private void endAt(int at) {
            int name = open.get(at)[0];
            sites[name].end(random.nextInt(4) == 0 ? new IllegalStateException("as it may be") : null);
            int innermost = open.size() - 1;
            while (open.get(innermost)[0] != name) {
                give(innermost--);
            }
            long[] call = figures.remove(innermost);
            boolean wasInside = open.remove(innermost)[1] > 0;
            hints.remove(innermost);
            long total = worked - call[0];
            lost += innermost == 0 && wasInside ? total : 0;
            if (innermost > 0) {
                figures.get(innermost - 1)[1] += total;
            }
            StackModel.add(byName, names[name], new long[]{1, total - call[1]});
        }

        /** The end of a call fails, as where the stack is full. */
        private void loseAt(int at) {
            sites[open.get(at)[0]].lost(hints.get(at), new StackOverflowError());
            for (int innermost = open.size() - 1; innermost >= at; innermost--) {
                give(innermost);
            }
        }

        private void give(int at) {
            open.remove(at);
            hints.remove(at);
            long[] call = figures.remove(at);
            lost += at == 0 ? call[1] : 0;
            if (at > 0) {
                figures.get(at - 1)[1] += call[1];
            }
        }

        private void switchName(int name) {
            runs.metering.control(new HotspotControl(
                    (switches[name]++ & 1) == 0 ? HotspotControl.Action.DISABLE : HotspotControl.Action.ENABLE, "test",
                    names[name], -1, -1));
            for (int at = open.size() - 1; at >= 0; at--) {
                if (open.get(at)[0] == name) {
                    give(at);
                }
            }
        }

        private void drain() {
            for (TreeRow row : runs.drain().rows()) {
                assertThat(row.total()[WORK]).as("no interval's total is negative").isNotNegative();
                rows.merge(row.node(), row, Program::sum);
            }
        }

        private static TreeRow sum(TreeRow a, TreeRow b) {
            long[] total = a.total().clone();
            long[] self = a.self().clone();
            total[WORK] += b.total()[WORK];
            self[WORK] += b.self()[WORK];
            return new TreeRow(a.node(), a.count() + b.count(), 0, a.present() | b.present(), total, self, total,
                    new long[0]);
        }

        void check(String as) {
            Map<Integer, NodeEntry> nodes = new HashMap<>();
            Map<Integer, String> members = new HashMap<>();
            runs.metering.namesAfter(0).forEach(name -> members.put(name.id(), name.member()));
            runs.metering.nodesAfter(0).forEach(node -> nodes.put(node.id(), node));
            Map<String, long[]> found = new TreeMap<>();
            Map<Integer, Long> inside = new HashMap<>();
            long entries = 0;
            long selves = 0;
            for (TreeRow row : rows.values()) {
                NodeEntry node = nodes.get(row.node());
                StackModel.add(found, members.get(node.name()), new long[]{row.count(), row.self()[WORK]});
                boolean isOther = node.parent() != 0
                        && members.get(nodes.get(node.parent()).name()).equals("[other]");
                if (isOther) {
                    assertThat(row.total()[WORK]).as(as).isEqualTo(row.self()[WORK]);
                } else if (node.parent() == 0) {
                    entries += row.total()[WORK];
                } else {
                    inside.merge(node.parent(), row.total()[WORK], Long::sum);
                }
                selves += row.self()[WORK];
            }
            assertThat(text(found)).as(as).isEqualTo(text(byName));
            if (!disturbed) {
                rows.forEach((id, row) -> assertThat(row.total()[WORK]).as("%s: place %d", as, id)
                        .isGreaterThanOrEqualTo(row.self()[WORK] + inside.getOrDefault(id, 0L)));
            }
            if (!disturbed) {
                assertThat(entries).as("%s: the entry points have all that was worked in them", as)
                        .isEqualTo(worked - outside);
            }
            // what was in an entry point that was given up is in no total, unless its recursion stands for it
            assertThat(entries).as("%s: no self time twice, none lost but there", as).isBetween(selves - lost, selves);
        }

        private static String text(Map<String, long[]> sums) {
            StringBuilder text = new StringBuilder();
            sums.forEach((name, sum) -> text.append(name).append(' ').append(sum[0]).append(' ').append(sum[1])
                    .append('\n'));
            return text.toString();
        }
    }
}
