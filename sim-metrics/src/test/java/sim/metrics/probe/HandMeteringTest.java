package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.meter.Readings;
import sim.model.snapshot.Meter;

/** Probes by hand among woven calls: one stack, one call tree, the same cost. */
class HandMeteringTest {
    @Test
    void aProbeThatIsNeverEndedIsCountedAndSaidAtTheLatestWhenItsThreadEnds() throws InterruptedException {
        Runs runs = new Runs("meters=wall,probes.strict=true");
        Thread thread = new Thread(() -> {
            runs.metering.context().begin(runs.name("test.ended")).end();
            runs.metering.context().begin(runs.name("test.leaked"));
        }, "leaking");
        thread.start();
        thread.join();
        java.io.PrintStream before = System.err;
        java.io.ByteArrayOutputStream said = new java.io.ByteArrayOutputStream();
        System.setErr(new java.io.PrintStream(said, true));
        try {
            runs.drain();
            runs.drain();
        } finally {
            System.setErr(before);
        }
        assertThat(runs.counter("probes.lost")).isEqualTo(1);
        assertThat(said.toString().lines()).singleElement().asString()
                .isEqualTo(
                        "sim: probes.lost: test.leaked was not ended when its thread leaking was: end it in a finally"
                                + " clause");
    }

    @Test
    void handMadeProbesNestInWovenCallsAndTheOtherWayRound() {
        Runs runs = new Runs("meters=wall");
        ProbeSite woven = runs.site("woven");
        Probes.Context context = runs.metering.context();
        woven.begin();
        Probes.Probe hand = context.begin(runs.name("test.hand"));
        woven.begin();
        woven.end();
        hand.end();
        woven.end();
        runs.drain();
        assertThat(runs.rows()).containsOnlyKeys("woven", "woven/hand", "woven/hand/woven");
        assertThat(runs.rows().values()).allMatch(row -> row.count() == 1);
        assertThat(runs.row("woven").self()[0])
                .isEqualTo(runs.row("woven").total()[0] - runs.row("woven/hand").total()[0]);
        assertThat(runs.row("woven/hand").self()[0])
                .isEqualTo(runs.row("woven/hand").total()[0] - runs.row("woven/hand/woven").total()[0]);
    }

    @Test
    void aWovenEndClosesTheProbesLeftOpenInIt() {
        Runs runs = new Runs("meters=wall");
        ProbeSite woven = runs.site("woven");
        woven.begin();
        runs.metering.context().begin(runs.name("test.lost"));
        woven.end();
        Probes.Probe after = runs.metering.context().begin(runs.name("test.after"));
        after.end();
        runs.drain();
        assertThat(runs.rows()).containsOnlyKeys("woven", "woven/lost", "after");
        assertThat(runs.counter("probes.closed")).isEqualTo(1);
    }

    @Test
    void aRunIsNamedAfterItsClassWithoutWhatChangesFromRunToRun() {
        Runs runs = new Runs("meters=wall");
        Probes.Probe probe = runs.metering.context().run(() -> {});
        assertThat(probe.getName().toString()).isEqualTo(HandMeteringTest.class.getName() + "$$Lambda.run");
    }

    @Test
    void everyViolationIsCountedByItsKind() throws InterruptedException {
        Runs runs = new Runs("meters=wall");
        Probes.Context context = runs.metering.context();
        Probes.Probe twice = context.begin(runs.name("test.twice"));
        twice.begin();
        twice.end();
        assertThat(runs.counter("probes.begun.twice")).isEqualTo(1);
        twice.end();
        assertThat(runs.counter("probes.not.begun")).isEqualTo(1);
        Probes.Probe outer = context.begin(runs.name("test.outer"));
        Probes.Probe inner = context.begin(runs.name("test.inner"));
        outer.end();
        assertThat(runs.counter("probes.closed")).isEqualTo(1);
        inner.end();
        assertThat(runs.counter("probes.crossed")).isEqualTo(1);
        Thread thread = new Thread(() -> {
            twice.begin();
            context.savepoint();
            context.getEnvironment();
            context.counter(runs.name("c"));
        });
        thread.start();
        thread.join();
        assertThat(runs.counter("probes.foreign")).isEqualTo(4);
        assertThat(runs.counter("metering.failures")).isZero();
    }

    @Test
    void inStrictModeAViolationIsReportedWithBothNamesAndTheStack() {
        String report = standardError(() -> {
            Runs runs = new Runs("meters=wall,probes.strict=true");
            Probes.Context context = runs.metering.context();
            Probes.Probe outer = context.begin(runs.name("test.outer"));
            context.begin(runs.name("test.inner"));
            Offender.end(outer);
        });
        assertThat(report.lines().findFirst()).hasValueSatisfying(
                line -> assertThat(line).contains("probes.closed", "test.inner", "test.outer",
                        Thread.currentThread().getName()));
        assertThat(report).contains("at java.base/java.util");
        assertThat(report).doesNotContain("HandProbe", "ThreadContext", "Violations");
    }

    @Test
    void withoutItNothingIsReported() {
        assertThat(standardError(() -> {
            Runs runs = new Runs("meters=wall");
            runs.metering.context().create(runs.name("test.p")).end();
        })).isEmpty();
    }

    @Test
    void reportsOfOneKindComeToAnEnd() {
        String report = standardError(() -> {
            Runs runs = new Runs("meters=wall,probes.strict=true");
            Probes.Probe probe = runs.metering.context().create(runs.name("test.p"));
            for (int i = 0; i < 10_000; i++) {
                probe.end();
            }
            assertThat(runs.counter("probes.not.begun")).isEqualTo(10_000);
            assertThat(runs.counter("probes.reports.held.back")).isEqualTo(9_900);
        });
        assertThat(report.lines().filter(line -> line.startsWith("sim: "))).hasSize(101).last().asString()
                .isEqualTo("sim: probes.strict: 100 reports were written; further ones are held back and counted as "
                        + "probes.reports.held.back");
    }

    @Test
    void aCounterIsAMeterInReadingsChangesAndRows() {
        Runs runs = new Runs("meters=wall,probes.counters=shop.sold+probe.count");
        Probes.Context context = runs.metering.context();
        Probes.SavePoint savepoint = context.savepoint();
        Probes.Probe outer = context.begin(runs.name("test.outer"));
        context.counter(runs.name("shop.sold")).inc(4);
        Probes.Probe inner = context.begin(runs.name("test.inner"));
        context.counter(runs.name("shop.sold")).inc(3);
        inner.end();
        outer.end();
        assertThat(outer.reading(runs.name("shop.sold")).getDelta()).isEqualTo(7);
        assertThat(outer.reading(runs.name("probe.count")).getDelta()).isEqualTo(1);
        Probes.Change change = context.compare(savepoint).changepoint(runs.name("test.outer"))
                .change(runs.name("shop.sold"));
        assertThat(change.getTotal()).isEqualTo(7);
        assertThat(change.getInherentTotal()).isEqualTo(4);
        runs.drain();
        assertThat(runs.sums("test.outer", Meter.COUNT)).containsExactly(1, 7, 4);
        assertThat(runs.row("outer").present() >> Meter.COUNT & 3).isEqualTo(3);
        assertThat(runs.metering.extraMeters()).containsExactly("shop.sold", "probe.count");
    }

    @Test
    void aProbeWithoutANameIsRefusedInALine() {
        Runs runs = new Runs("meters=wall");
        Probes.Context context = runs.metering.context();
        for (ThrowingCallable call : List.<ThrowingCallable>of(() -> context.begin(null), () -> context.create(null))) {
            assertThatThrownBy(call).isInstanceOf(NullPointerException.class)
                    .hasMessage("name is null: a probe needs one, such as Probes.parse(\"shop.orders.load\")");
        }
        assertThatThrownBy(() -> context.run(null)).isInstanceOf(NullPointerException.class).hasMessage("runnable");
        context.begin(runs.name("test.called")).end();
        runs.drain();
        assertThat(runs.row("called").count()).isEqualTo(1);
    }

    @Test
    void nobodyButTheRuntimeMovesTheCountOfProbes() {
        Runs runs = new Runs("meters=wall");
        assertThatThrownBy(() -> runs.metering.context().counter(runs.name("probe.count")).inc())
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("probe.count");
    }

    @Test
    void moreMetersThanFitAreRefusedInOneLine() {
        StringBuilder counters = new StringBuilder("c0");
        for (int i = 1; i < 30; i++) {
            counters.append("+c").append(i);
        }
        assertThatThrownBy(() -> new Runs("probes.counters=" + counters)).isInstanceOf(OptionException.class)
                .hasMessageContaining("30").hasMessageContaining("16").message().doesNotContain("\n");
    }

    @Test
    void aMeterNamedTwiceIsRefusedInOneLine() {
        for (String twice : new String[]{"probes.counters=a+a", "probes.counters=thread.cpu",
                "probes.counters=clock.time"}) {
            assertThatThrownBy(() -> new Runs(twice)).as(twice).isInstanceOf(OptionException.class)
                    .hasMessageContaining("twice").message().doesNotContain("\n");
        }
    }

    /** As the woven ones do. */
    @Test
    void whatFailsInsideIsCountedAndNotThrown() {
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        boolean[] fails = {false};
        Metering metering = new Metering(Options.load("meters=wall,compensation=false", properties),
                (thread, virtual) -> new Readings() {
                    @Override
                    public int present() {
                        return Meter.WALL.bit();
                    }

                    @Override
                    public long tick() {
                        if (fails[0]) {
                            throw new IllegalStateException("no clock");
                        }
                        return System.nanoTime();
                    }

                    @Override
                    public long begin(long[] into) {
                        return tick();
                    }

                    @Override
                    public void end(long tick) {}

                    @Override
                    public void fill(long[] into) {}

                    @Override
                    public void disownSince(long allocated) {}
                }, false);
        Probes.Name name = metering.names().parse("test.failing");
        Probes.Probe again = metering.context().create(name);
        String said = standardError(() -> {
            fails[0] = true;
            metering.context().begin(name).end();
            again.begin();
            again.end();
            fails[0] = false;
            again.begin();
            fails[0] = true;
            again.end();
            fails[0] = false;
        });
        assertThat(said.lines()).singleElement().asString().startsWith("sim: metering failed and continues")
                .contains("no clock");
        assertThat(metering.counters().get("metering.failures")).isEqualTo(3);
        metering.context().begin(name).end();
        assertThat(metering.counters().get("metering.failures")).isEqualTo(3);
    }

    @Test
    void aProbeThatIsUsedAgainAllocatesNothing() {
        for (String setting : new String[]{"meters=wall", "meters=all", "meters=wall,probes.counters=c",
                "enabled=false", "meters=wall,hotspot.threshold=1h,hotspot.threshold.inherent=1h"}) {
            Runs runs = new Runs(setting);
            Probes.Probe outer = runs.metering.context().create(runs.name("test.outer"));
            Probes.Probe inner = runs.metering.context().create(runs.name("test.inner"));
            assertThat(leastAllocated(runs, () -> {
                for (int i = 0; i < 500; i++) {
                    outer.begin();
                    inner.begin();
                    inner.end();
                    outer.end();
                }
            })).as(setting).isZero();
        }
    }

    /**
     * After it is compiled; a new octave of the histogram may still be met, hence the smallest of many. A thread that was off
     * the CPU, as under load it is at nearly every drain, asks the JVM for how long at its next call: that is not the one
     * looked at.
     */
    private static long leastAllocated(Runs runs, Runnable work) {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int i = 0; i < 100; i++) {
            work.run();
        }
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 1_000 && least > 0; round++) {
            runs.drain();
            work.run();
            long before = threads.getCurrentThreadAllocatedBytes();
            work.run();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    private static String standardError(Runnable runnable) {
        PrintStream before = System.err;
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
        try {
            runnable.run();
        } finally {
            System.setErr(before);
        }
        return written.toString(StandardCharsets.UTF_8);
    }

    /** Code of the application, but for its package. */
    private static final class Offender {
        static void end(Probes.Probe probe) {
            java.util.List.of(probe).forEach(Probes.Probe::end);
        }
    }
}
