package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/** What a new class takes of its first caller is at a place of its own, and what SIM takes for it at none. */
class ClassLoadingTest {
    private static final int ALLOC = Meter.ALLOC.ordinal();
    private static final int MEGABYTE = 1 << 20;
    static volatile byte[] garbage;

    private final Runs runs = new Runs("meters=wall+alloc.bytes");
    private final ClassLoading loading = new ClassLoading(runs.metering.threads);

    @Test
    void loadingIsAPlaceInTheCallThatCausedIt() {
        ProbeSite caller = runs.site("caller");
        Object begun = caller.begin();
        Object loads = loading.enter();
        allocate(8);
        loading.leave(loads);
        caller.end(begun, null);
        runs.drain();
        TreeRow place = runs.row("caller/" + ClassLoading.PLACE);
        assertThat(place.count()).isEqualTo(1);
        assertThat(place.self()[ALLOC]).isGreaterThanOrEqualTo(8 * MEGABYTE);
        assertThat(runs.row("caller").self()[ALLOC]).isLessThan(MEGABYTE);
        assertThat(runs.row("caller").total()[ALLOC]).isGreaterThanOrEqualTo(8 * MEGABYTE);
    }

    @Test
    void aClassLoadedForAnotherIsAPartOfIt() {
        ProbeSite caller = runs.site("caller");
        Object begun = caller.begin();
        Object outer = loading.enter();
        assertThat(loading.enter()).isNull();
        loading.leave(outer);
        caller.end(begun, null);
        runs.drain();
        assertThat(runs.row("caller/" + ClassLoading.PLACE).count()).isEqualTo(1);
    }

    @Test
    void outsideMeteredCallsNothingHappens() {
        assertThat(loading.enter()).isNull();
        assertThat(loading.enterOwn()).isNull();
        ProbeSite site = runs.site("before");
        site.end(site.begin(), null);
        assertThat(loading.enter()).isNull();
    }

    /** There is room for one reading then: the others were written behind it, which failed, and SIM's time was the caller's own. */
    @Test
    void soItIsWhereWallTimeAloneIsRead() {
        Runs wall = new Runs("meters=wall");
        ClassLoading itsLoading = new ClassLoading(wall.metering.threads);
        ProbeSite caller = wall.site("caller");
        Object begun = caller.begin();
        OwnWork own = itsLoading.enterOwn();
        long before = System.nanoTime();
        allocate(8);
        long taken = System.nanoTime() - before;
        itsLoading.leaveOwn(own);
        caller.end(begun, null);
        wall.drain();
        TreeRow row = wall.row("caller");
        assertThat(own).isNotNull();
        assertThat(row.count()).isEqualTo(1);
        assertThat(row.total()[0] - row.self()[0]).isGreaterThanOrEqualTo(taken);
    }

    @Test
    void whatSimTakesIsInNoSelfTimeAndInTheTotals() {
        ProbeSite caller = runs.site("caller");
        ProbeSite called = runs.site("called");
        Object begun = caller.begin();
        OwnWork own = loading.enterOwn();
        allocate(8);
        assertThat(called.begin()).as("what SIM asks the application meanwhile").isNull();
        loading.leaveOwn(own);
        called.end(called.begin(), null);
        caller.end(begun, null);
        runs.drain();
        TreeRow row = runs.row("caller");
        assertThat(row.total()[ALLOC]).isGreaterThanOrEqualTo(8 * MEGABYTE);
        assertThat(row.self()[ALLOC]).isLessThan(MEGABYTE);
        assertThat(row.total()[0] - row.self()[0]).isPositive();
        assertThat(runs.row("caller/called").count()).isEqualTo(1);
    }

    @Test
    void makingAClassesProbesIsNotItsInitialisation() {
        ProbeSite caller = runs.site("caller");
        Object begun = caller.begin();
        Object loads = loading.enter();
        allocate(8);
        loading.disown((Frame) loads);
        allocate(2);
        loading.leave(loads);
        caller.end(begun, null);
        runs.drain();
        assertThat(runs.row("caller/" + ClassLoading.PLACE).self()[ALLOC]).isBetween(2L * MEGABYTE, 3L * MEGABYTE);
    }

    private static void allocate(int megabytes) {
        for (int i = 0; i < megabytes; i++) {
            garbage = new byte[MEGABYTE];
        }
    }
}
