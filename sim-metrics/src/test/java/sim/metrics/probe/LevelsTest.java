package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;
import sim.base.meter.PlayedMeters;
import sim.metrics.hotspot.Scorecard;
import sim.model.snapshot.Level;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;

/** What is read of calls at each level, and that nothing is lost: counts and errors are exact, and time stays where it can be told. */
class LevelsTest {
    private static final int TIME = MeasureGroup.TIME.bit();
    private static final int EVERY = MeasureGroup.EVERY;
    private static final int SAMPLED = TIME | Scorecard.ONE_IN - 1 << Scorecard.GROUPS;
    private static final int NEVER = TIME | (1 << 24) - 1 << Scorecard.GROUPS;
    private static final int CALLS = 20_000;

    private static volatile byte[] allocated;

    @ParameterizedTest
    @CsvSource({"all, wall", "all, all", "quick, wall", "quick, all", "sampled, wall", "sampled, all",
            "sampled, wall+histograms"})
    void countsAndErrorsAreExactAtEachLevel(String level, String meters) {
        Runs runs = new Runs(meters.endsWith("histograms") ? "histograms=thread.cpu" : "meters=" + meters);
        ProbeSite outer = runs.site("outer");
        ProbeSite called = runs.site("called");
        ProbeSite inner = runs.site("inner");
        called.card().read(level.equals("all") ? EVERY : level.equals("quick") ? TIME : SAMPLED);
        RuntimeException failure = new IllegalStateException();
        for (int i = 0; i < CALLS; i++) {
            Object out = outer.begin();
            Object in = called.begin();
            Object last = inner.begin();
            inner.end(last, null);
            called.end(in, i % 10 == 0 ? failure : null);
            outer.end(out, null);
        }
        runs.drain();
        TreeRow row = runs.row("outer/called");
        assertThat(row.count()).isEqualTo(CALLS);
        assertThat(row.errors()).isEqualTo(CALLS / 10);
        assertThat(runs.row("outer/called/inner").count()).as("it holds its place").isEqualTo(CALLS);
        assertThat(row.unread().time()).isEqualTo(CALLS - timed(row));
        if (level.equals("sampled")) {
            assertThat(timed(row)).as("one in 16").isBetween(CALLS / 20L, CALLS / 12L);
        } else {
            assertThat(timed(row)).isEqualTo(CALLS);
        }
        runs.rows().forEach((path, each) -> assertSumsUp(runs, path));
    }

    /**
     * Something of the caller is read in each call: it is outermost on its thread, or a quick name that keeps all measures. H2's statements waited now and then, and with that each sampled call inside
     * them was read, a thousand names at sixteen times the cost.
     */
    @ParameterizedTest
    @CsvSource({"sampled, wall", "sampled, all", "quick, all"})
    void whatIsReadOfACallerInAnyCaseMakesNoCallInsideRead(String level, String meters) {
        Runs runs = new Runs("meters=" + meters);
        ProbeSite caller = runs.site("caller");
        ProbeSite called = runs.site("called");
        int sampled = EVERY | Scorecard.ONE_IN - 1 << Scorecard.GROUPS;
        caller.card().read(level.equals("quick") ? sampled | EVERY << Scorecard.OTHERS : sampled);
        called.card().read(sampled);
        nested(caller, called, CALLS);
        runs.drain();
        assertThat(timed(runs.row("caller"))).isEqualTo(CALLS);
        assertThat(timed(runs.row("caller/called"))).isBetween(CALLS / 20L, CALLS / 12L);
        assertThat(runs.row("caller/called").count()).isEqualTo(CALLS);
        assertSumsUp(runs, "caller");
    }

    /** It is kept, for which SIM allocates something. As nothing is read at its end, what the program allocated since the last reading must not go with that. */
    @Test
    void whatAFailedCallAllocatesThatIsLeftOutStaysItsCallers() {
        Runs runs = new Runs("meters=all");
        ProbeSite outer = runs.site("outer");
        ProbeSite called = runs.site("called");
        called.card().read(NEVER);
        for (int i = 0; i < 20; i++) {
            Object out = outer.begin();
            Object in = called.begin();
            allocated = new byte[1 << 20];
            called.end(in, new IllegalStateException());
            outer.end(out, null);
        }
        runs.drain();
        assertThat(runs.row("outer").self()[Meter.ALLOC.ordinal()]).isGreaterThanOrEqualTo(20L << 20);
    }

    /** A thousand calls that take 1 us each and are not timed: their caller has it, says so, and their place is there with its inner call. */
    @Test
    void theTimeOfACallThatIsLeftOutStaysItsCallers() {
        Runs runs = new Runs("meters=all,compensation=false");
        ProbeSite outer = runs.site("outer");
        ProbeSite called = runs.site("called");
        ProbeSite inner = runs.site("inner");
        called.card().read(NEVER);
        for (int i = 0; i < 1_000; i++) {
            Object out = outer.begin();
            Object in = called.begin();
            spin(20_000);
            Object last = inner.begin();
            spin(10_000);
            inner.end(last, null);
            called.end(in, null);
            outer.end(out, null);
        }
        runs.drain();
        TreeRow of = runs.row("outer/called");
        TreeRow within = runs.row("outer/called/inner");
        assertThat(of.unread()).isEqualTo(new Unread(1_000, 1_000, 1_000, 0));
        assertThat(of.self()).as("nothing is known of its own").containsOnly(0);
        for (int meter : new int[]{0, Meter.CPU.ordinal(), Meter.ALLOC.ordinal()}) {
            assertThat(of.total()[meter]).isEqualTo(within.total()[meter]);
        }
        assertThat(of.buckets()).as("no call of it was timed").isEmpty();
        assertThat(within.self()[0]).isGreaterThanOrEqualTo(1_000 * 10_000);
        assertThat(runs.row("outer").self()[0]).isGreaterThanOrEqualTo(1_000 * 20_000);
        assertThat(runs.row("outer").unread()).isEqualTo(new Unread(0, 0, 0, EVERY));
        assertThat(within.unread()).isEqualTo(Unread.NOTHING);
        runs.rows().forEach((path, each) -> assertSumsUp(runs, path));
        runs.drain();
    }

    /** The measures that are not read are absent, not 0; and those of the caller contain them. */
    @Test
    void aQuickCallReadsTimeAndAllocationAndItsCallerSaysWhatItHasOfIt() {
        Runs runs = new Runs("meters=all,compensation=false");
        ProbeSite outer = runs.site("outer");
        ProbeSite waits = runs.site("waits");
        waits.card().read(TIME);
        for (int i = 0; i < 20; i++) {
            Object out = outer.begin();
            Object in = waits.begin();
            LockSupport.parkNanos(2_000_000);
            byte[] made = new byte[10_000];
            waits.end(in, made.length == 0 ? new IllegalStateException() : null);
            outer.end(out, null);
        }
        runs.drain();
        TreeRow row = runs.row("outer/waits");
        assertThat(row.present()).isEqualTo(Meter.WALL.bit() | Meter.ALLOC.bit());
        assertThat(row.self()[0]).isGreaterThan(20 * 1_000_000);
        assertThat(row.self()[Meter.ALLOC.ordinal()]).isGreaterThanOrEqualTo(20 * 10_000);
        assertThat(row.unread()).isEqualTo(new Unread(0, 20, 20, 0));
        TreeRow caller = runs.row("outer");
        assertThat(caller.unread()).isEqualTo(new Unread(0, 0, 0, EVERY - TIME));
        assertThat(caller.self()[Meter.WAIT_TIME.ordinal()]).as("what was waited is its caller's now").isPositive();
        assertThat(caller.self()[Meter.ALLOC.ordinal()]).as("what was allocated is not").isLessThan(20 * 10_000);
    }

    /** In the quick way, and in the general one, which a failure takes. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aQuickCallThatTookLongSaysSo(boolean fails) {
        PlayedMeters clock = new PlayedMeters();
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        Metering metering = new Metering(Options.load("", properties), (thread, virtual) -> clock, false);
        metering.threads.current().sampleAt = Long.MAX_VALUE;
        ProbeSite outer = metering.site("test", "outer");
        ProbeSite waits = metering.site("test", "waits");
        RuntimeException failure = fails ? new IllegalStateException() : null;
        waits.card().read(TIME);
        Object out = outer.begin();
        Object in = waits.begin();
        clock.works(999_999);
        waits.end(in, failure);
        clock.works(2_000_000);
        assertThat(waits.card().hasTakenLong()).as("it took less, and what its caller takes is not its own").isFalse();
        in = waits.begin();
        clock.works(1_000_000);
        waits.end(in, failure);
        outer.end(out, null);
        assertThat(waits.card().hasTakenLong()).isTrue();
        assertThat(outer.card().hasTakenLong()).as("all of it is read").isFalse();
    }

    /** Marks are of an interval: once everything is read again, nothing is mixed. */
    @Test
    void aMarkGoesWithWhatCausedIt() {
        Runs runs = new Runs("meters=all");
        ProbeSite outer = runs.site("outer");
        ProbeSite called = runs.site("called");
        called.card().read(TIME);
        nested(outer, called, 10);
        assertThat(mixed(runs)).isEqualTo(EVERY - TIME);
        called.card().read(EVERY);
        nested(outer, called, 10);
        mixed(runs); // may be of the interval before
        nested(outer, called, 10);
        assertThat(mixed(runs)).isZero();
    }

    @Test
    void anOutermostCallIsAlwaysTimed() {
        Runs runs = new Runs("meters=wall");
        ProbeSite entry = runs.site("entry");
        entry.card().read(NEVER);
        for (int i = 0; i < 100; i++) {
            entry.end(entry.begin(), null);
        }
        runs.drain();
        assertThat(runs.row("entry").unread()).isEqualTo(Unread.NOTHING);
        runs.metering.createContext("order", "");
        for (int i = 0; i < 100; i++) {
            entry.end(entry.begin(), null);
        }
        runs.metering.endContext(null);
        runs.drain();
        assertThat(timed(runs.row("entry"))).isEqualTo(200);
    }

    /** A traversal may last for hours. Most are short, so its name is sampled, and what chance chose for it is no choice for a million calls inside. */
    @Test
    void whatChanceChoseForALongCallDoesNotHoldForAllCallsInsideIt() {
        Runs runs = new Runs("meters=wall");
        ProbeSite outer = runs.site("outer");
        ProbeSite visit = runs.site("visit");
        ProbeSite inner = runs.site("inner");
        visit.card().read(NEVER);
        inner.card().read(SAMPLED);
        Object out = outer.begin();
        Object in = visit.begin();
        calls(inner, 10_000);
        runs.drain();
        assertThat(runs.row("outer/visit/inner").unread().time()).as("as long as the call is short").isEqualTo(10_000);
        calls(inner, 100_000);
        visit.end(in, null);
        outer.end(out, null);
        runs.drain();
        assertThat(timed(runs.row("outer/visit/inner"))).as("one in 16").isBetween(4_000L, 8_000L);
        runs.rows().forEach((path, each) -> assertSumsUp(runs, path));
    }

    /** The same on a virtual thread past the first 256: its calls are light, and each begin had the choice of its caller. */
    @Test
    void norOnAVirtualThreadWithoutAContext() {
        Runs runs = new Runs("meters=wall");
        Threads threads = runs.metering.threads;
        LightCalls light = new LightCalls(threads, threads.books.memory);
        threads.light = light;
        Thread thread = Thread.currentThread();
        ProbeSite outer = runs.site("outer");
        ProbeSite visit = runs.site("visit");
        ProbeSite inner = runs.site("inner");
        visit.card().read(NEVER);
        inner.card().read(SAMPLED);
        Object out = light.begin(thread, outer, outer.epoch());
        Object in = light.begin(thread, visit, visit.epoch());
        for (int i = 0; i < 110_000; i++) {
            if (i == 10_000) {
                runs.drain();
                assertThat(runs.row("outer/visit/inner").unread().time()).isEqualTo(10_000);
            }
            inner.end(light.begin(thread, inner, inner.epoch()), null);
        }
        visit.end(in, null);
        outer.end(out, null);
        runs.drain();
        assertThat(runs.row("outer/visit/inner").count()).isEqualTo(110_000);
        assertThat(timed(runs.row("outer/visit/inner"))).as("one in 16").isBetween(4_000L, 8_000L);
        assertThat(runs.row("outer/visit").unread()).isEqualTo(new Unread(1, 1, 1, 0));
    }

    /** As many begin in each turn of a loop, so that a count by a power of two met the same call in each of its turns, and never the long one. */
    @Test
    void norWhereEachTurnHasACallInsideAnother() {
        Runs runs = new Runs("meters=wall");
        Threads threads = runs.metering.threads;
        LightCalls light = new LightCalls(threads, threads.books.memory);
        threads.light = light;
        Thread thread = Thread.currentThread();
        ProbeSite outer = runs.site("outer");
        ProbeSite visit = runs.site("visit");
        ProbeSite inner = runs.site("inner");
        ProbeSite leaf = runs.site("leaf");
        visit.card().read(NEVER);
        inner.card().read(SAMPLED);
        Object out = light.begin(thread, outer, outer.epoch());
        Object in = light.begin(thread, visit, visit.epoch());
        leaf.end(light.begin(thread, leaf, leaf.epoch()), null);
        for (int i = 0; i < 100_000; i++) {
            Object turn = light.begin(thread, inner, inner.epoch());
            leaf.end(light.begin(thread, leaf, leaf.epoch()), null);
            inner.end(turn, null);
        }
        visit.end(in, null);
        outer.end(out, null);
        runs.drain();
        assertThat(runs.row("outer/visit/inner/leaf").count()).isEqualTo(100_000);
        assertThat(timed(runs.row("outer/visit/inner"))).as("one in 16").isBetween(4_000L, 8_000L);
    }

    private static void calls(ProbeSite site, int times) {
        for (int i = 0; i < times; i++) {
            site.end(site.begin(), null);
        }
    }

    /** A level may change while a call is in progress: it ends as it began. */
    @Test
    void aCallInProgressIsNotLostWhenTheLevelChanges() {
        Runs runs = new Runs("meters=all");
        ProbeSite outer = runs.site("outer");
        ProbeSite called = runs.site("called");
        Object out = outer.begin();
        for (int reading : new int[]{EVERY, TIME, NEVER, EVERY}) {
            called.card().read(reading);
            Object in = called.begin();
            called.card().read(reading == EVERY ? NEVER : EVERY);
            called.end(in, null);
        }
        outer.end(out, null);
        runs.drain();
        assertThat(runs.row("outer/called").count()).isEqualTo(4);
        assertThat(runs.row("outer/called").unread()).isEqualTo(new Unread(1, 2, 2, 0));
        assertThat(runs.counter("probes.healed")).isZero();
        assertThat(runs.counter("calls.switched")).isZero();
    }

    /** Short calls that fail: their balance is used up, and each failure is counted all the same. */
    @Test
    void whatFailsIsCountedAlthoughItsCallsAreShort() {
        Runs runs = new Runs("hotspot.enabled=true");
        ProbeSite outer = runs.site("outer");
        ProbeSite parse = runs.site("parse");
        runs.metering.control(new sim.model.snapshot.HotspotControl(
                sim.model.snapshot.HotspotControl.Action.PIN, "test", "outer", -1, -1));
        RuntimeException failure = new IllegalArgumentException("no coupon");
        for (int i = 0; i < CALLS; i++) {
            Object out = outer.begin();
            Object in = parse.begin();
            parse.end(in, i % 4 == 0 ? failure : null);
            outer.end(out, null);
        }
        runs.drain();
        assertThat(parse.card().level()).isEqualTo(Level.SAMPLED);
        assertThat(runs.row("outer/parse").count()).isEqualTo(CALLS);
        assertThat(runs.row("outer/parse").errors()).isEqualTo(CALLS / 4);
    }

    /** Both pass all of their time on to a pinned call of 5 us. One is outermost, the other is not. */
    @Test
    void anEntryPointIsNotSwitchedOffThoughItPassesItsCallsOn() {
        Runs runs = new Runs("hotspot.enabled=true");
        ProbeSite work = runs.site("work");
        runs.metering.control(new sim.model.snapshot.HotspotControl(
                sim.model.snapshot.HotspotControl.Action.PIN, "test", "work", -1, -1));
        ProbeSite entry = runs.site("entry");
        ProbeSite passes = runs.site("passes");
        for (int i = 0; i < 2_000; i++) {
            Object in = entry.begin();
            Object on = passes.begin();
            Object working = work.begin();
            spin(5_000);
            work.end(working, null);
            passes.end(on, null);
            entry.end(in, null);
        }
        runs.drain();
        assertThat(runs.row("entry").count()).isEqualTo(2_000);
        assertThat(entry.card().level()).isEqualTo(Level.ALL);
        assertThat(entry.card().standing().isMetered()).isTrue();
    }

    /** It ran well for long, and was switched off. Then its calls fail: nobody meters them, but they say so. */
    @Test
    void whatBeginsToFailIsCountedAgain() {
        Runs runs = new Runs("meters=wall,hotspot.enabled=true,hotspot.latch=false");
        ProbeSite outer = runs.site("outer");
        ProbeSite parse = runs.site("parse");
        runs.metering.control(new sim.model.snapshot.HotspotControl(
                sim.model.snapshot.HotspotControl.Action.PIN, "test", "outer", -1, -1));
        for (int i = 0; i < 20 && parse.card().level() != Level.OFF; i++) { // a busy machine makes some of its calls long
            nested(outer, parse, 1_000_000);
            runs.drain();
        }
        assertThat(parse.card().level()).isEqualTo(Level.OFF);
        for (int i = 0; i < 10; i++) {
            parse.end(parse.begin(), new IllegalArgumentException());
        }
        runs.drain();
        assertThat(parse.card().level()).isEqualTo(Level.SAMPLED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "quick", "sampled", "left out"})
    void noCallAllocates(String level) {
        int reading = java.util.Map.of("all", EVERY, "quick", TIME, "sampled", SAMPLED, "left out", NEVER).get(level);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Runs runs = new Runs("meters=all");
        ProbeSite outer = runs.site("outer");
        ProbeSite called = runs.site("called");
        called.card().read(reading);
        nested(outer, called, 200_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        nested(outer, called, 100_000);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .as("a histogram may grow now and then, and a busy machine makes SIM ask what the thread waited for")
                .isLessThan(200_000);
    }

    private static void nested(ProbeSite outer, ProbeSite called, int times) {
        for (int i = 0; i < times; i++) {
            Object out = outer.begin();
            Object in = called.begin();
            called.end(in, null);
            outer.end(out, null);
        }
    }

    private static int mixed(Runs runs) {
        return runs.drain().rows().get(0).unread().mixed();
    }

    private static long timed(TreeRow row) {
        long timed = 0;
        for (int i = 1; i < row.buckets().length; i += 2) {
            timed += row.buckets()[i];
        }
        return timed;
    }

    /** At each place, total is self and what was metered inside, and the cost of metering, which is not below 0. */
    private static void assertSumsUp(Runs runs, String path) {
        TreeRow row = runs.row(path);
        long inside = runs.rows().entrySet().stream()
                .filter(each -> each.getKey().startsWith(path + "/")
                        && each.getKey().indexOf('/', path.length() + 1) < 0)
                .mapToLong(each -> each.getValue().total()[0]).sum();
        assertThat(row.total()[0] - row.self()[0] - inside).as("metering in %s: %s", path, Arrays.toString(row.total()))
                .isGreaterThanOrEqualTo(0);
    }

    private static void spin(long nanos) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < nanos) {
            Thread.onSpinWait();
        }
    }
}
