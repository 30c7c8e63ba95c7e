package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import sim.base.name.Label;
import sim.base.name.Name;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;

/** Eight threads fire one name while it goes from fresh to hotspot, disabled and back. */
class HammerTest {
    private static final int THREADS = 8;
    private static final Map<Standing, Set<Standing>> LEGAL = new EnumMap<>(Map.of(
            Standing.MANAGED, EnumSet.of(Standing.HOTSPOT, Standing.DISABLED, Standing.OFF, Standing.PINNED),
            Standing.HOTSPOT, EnumSet.of(Standing.MANAGED, Standing.UNMANAGED, Standing.OFF, Standing.PINNED),
            Standing.DISABLED, EnumSet.of(Standing.MANAGED, Standing.OFF, Standing.PINNED),
            Standing.UNMANAGED, EnumSet.of(Standing.MANAGED, Standing.OFF, Standing.PINNED),
            Standing.OFF, EnumSet.of(Standing.MANAGED, Standing.PINNED),
            Standing.PINNED, EnumSet.of(Standing.MANAGED, Standing.OFF)));

    private final Runs runs = new Runs(
            "meters=wall,hotspot.threshold=0,hotspot.threshold.inherent=0,hotspot.initial=20,"
                    + "hotspot.lower=200,hotspot.upper=1000000,hotspot.retrial=1ms");
    private final Name name = runs.name("test.n");
    private final List<Verdict> verdicts = new ArrayList<>();
    private final AtomicReference<Throwable> thrown = new AtomicReference<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final long[] outerCalls = new long[THREADS];

    @Test
    void verdictsFallInLegalOrderAndNoStackIsLost() throws InterruptedException {
        runs.site("n");
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            int index = t;
            Thread thread = new Thread(() -> hammer(index), "hammer-" + t);
            thread.setUncaughtExceptionHandler((ignored, failure) -> thrown.set(failure));
            threads.add(thread);
            thread.start();
        }
        for (int round = 0; round < 6; round++) {
            wander(round);
        }
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        drain();
        assertThat(thrown.get()).isNull();
        assertThat(runs.counter("metering.failures")).isZero();
        assertThat(runs.counter("verdicts.dropped")).isZero();
        assertThat(runs.counter("probes.healed")).isZero();
        assertThat(runs.sums("test.outer", 0)[0]).isEqualTo(java.util.Arrays.stream(outerCalls).sum());
        checkVerdicts();
        checkLabels();
    }

    /** Through thresholds that favour it, thresholds that do not, a trial, and what people ask for. */
    private void wander(int round) {
        control(HotspotControl.Action.RESET);
        until(Standing.HOTSPOT, Standing.UNMANAGED);
        runs.metering
                .control(new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", Long.MAX_VALUE, Long.MAX_VALUE));
        if (round % 3 == 0) {
            control(HotspotControl.Action.RESET);
        }
        until(Standing.DISABLED, Standing.UNMANAGED);
        until(Standing.MANAGED, Standing.DISABLED);
        if (round % 4 == 1) {
            control(HotspotControl.Action.DISABLE);
            control(HotspotControl.Action.PIN);
            control(HotspotControl.Action.ENABLE);
        }
        runs.metering.control(new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", 0, 0));
    }

    private void until(Standing one, Standing orAnother) {
        long deadline = System.nanoTime() + 5_000_000_000L;
        Standing last;
        do {
            drain();
            last = verdicts.isEmpty() ? Standing.MANAGED : last();
        } while (last != one && last != orAnother && System.nanoTime() < deadline);
        assertThat(last).isIn(one, orAnother);
    }

    private Standing last() {
        return verdicts.stream().max(Comparator.comparingLong(Verdict::sequence)).orElseThrow().to();
    }

    private void control(HotspotControl.Action action) {
        assertThat(runs.metering.control(new HotspotControl(action, "test", "n", -1, -1))).isEqualTo(1);
    }

    private void drain() {
        verdicts.addAll(runs.drain().verdicts().stream()
                .filter(verdict -> verdict.name() == runs.metering.names().idOf(name)).toList());
    }

    private void hammer(int index) {
        Probes.Context context = runs.metering.context();
        Probes.Probe probe = context.create(name);
        ProbeSite outer = runs.site("outer");
        ProbeSite site = runs.site("n");
        runs.metering.control(new HotspotControl(HotspotControl.Action.PIN, "test", "outer", -1, -1));
        while (!over.get()) {
            outer.begin();
            probe.begin();
            site.begin();
            site.end();
            probe.end();
            if (probe.getState() != 0) {
                throw new AssertionError("still firing");
            }
            outer.end();
            if (++outerCalls[index] % 1_000 == 0) {
                Thread.yield();
            }
        }
    }

    private void checkVerdicts() {
        verdicts.sort(Comparator.comparingLong(Verdict::sequence));
        Standing standing = Standing.MANAGED;
        for (int i = 0; i < verdicts.size(); i++) {
            Verdict verdict = verdicts.get(i);
            assertThat(verdict.sequence()).isEqualTo(i + 1);
            assertThat(verdict.from()).as("verdict %d", i + 1).isEqualTo(standing);
            if (verdict.from() != verdict.to() || verdict.fromLevel() == verdict.toLevel()) {
                assertThat(LEGAL.get(verdict.from())).as("from %s", verdict.from()).contains(verdict.to());
            }
            standing = verdict.to();
        }
        assertThat(verdicts).extracting(Verdict::to).contains(Standing.HOTSPOT, Standing.MANAGED, Standing.DISABLED,
                Standing.OFF, Standing.PINNED);
    }

    private void checkLabels() {
        Standing standing = last();
        assertThat(name.isDisabled()).isEqualTo(!standing.isMetered());
        assertThat(name.contains(Label.HOTSPOT))
                .isEqualTo(standing == Standing.HOTSPOT || standing == Standing.UNMANAGED);
        assertThat(name.contains(Label.UNMANAGED)).isEqualTo(standing == Standing.UNMANAGED);
    }
}
