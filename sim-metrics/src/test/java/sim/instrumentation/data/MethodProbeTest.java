package sim.instrumentation.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

class MethodProbeTest {
    private final Metering metering = new Metering(Options.load("meters=wall,hotspot.enabled=false", new Properties()));
    private final MethodProbe probe = new MethodProbe(metering.site("shop.Order", "price"));

    @Test
    void countsACallAndOneThatThrewAndMayBeUsedAgain() {
        probe.start().end();
        probe.start().endWithException(new IllegalArgumentException());
        probe.start().end();
        List<TreeRow> rows = metering.drain().rows();
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).count()).isEqualTo(3);
        assertThat(rows.get(0).errors()).isEqualTo(1);
        assertThat(rows.get(0).total()[Meter.WALL.ordinal()]).isPositive();
    }

    @Test
    void theWrongOrderIsRefusedByTheCallThatIsMissing() {
        assertThatIllegalStateException().isThrownBy(probe::end)
                .withMessage("MethodProbe shop.Order.price cannot end(): start() is missing");
        probe.start();
        assertThatNullPointerException().isThrownBy(() -> probe.endWithException(null)).withMessage("exception");
        probe.end();
        assertThatIllegalStateException().isThrownBy(probe::end);
        assertThatIllegalStateException().isThrownBy(() -> probe.endWithException(new Error()))
                .withMessage("MethodProbe shop.Order.price cannot endWithException(): start() is missing");
    }

    /** As published: what the application throws is not replaced by what this one does. */
    @Test
    void aSecondStartAndAFailureBeforeAnyThrowNothing() {
        probe.endWithException(new IllegalArgumentException());
        probe.start().start().end();
        List<TreeRow> rows = metering.drain().rows();
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.count()).isEqualTo(2);
            assertThat(row.errors()).isEqualTo(1);
        });
        assertThat(metering.counters()).containsEntry("probes.begun.twice", 1L);
    }

    @Test
    void isStartedWhereNothingIsMeteredToo() {
        Metering off = new Metering(Options.load("enabled=false", new Properties()));
        MethodProbe quiet = new MethodProbe(off.site("shop.Order", "price"));
        quiet.start().start();
        assertThatCode(quiet::end).doesNotThrowAnyException();
        assertThatIllegalStateException().isThrownBy(quiet::end);
    }

    @Test
    void aMethodOfAClassHasOneSiteAndPastTheBoundStillAName() {
        MethodSites sites = MethodSites.of(MethodProbeTest.class);
        assertThat(sites.get("first")).isSameAs(sites.get("first"));
        for (int i = 0; i < 1_100; i++) {
            String method = "made.up." + i;
            assertThat(sites.get(method)).isSameAs(Metering.runtime().site(MethodProbeTest.class.getName(), method));
        }
        assertThat(Probe.createMethodProbe(MethodProbeTest.class, "last"))
                .hasToString("MethodProbe " + MethodProbeTest.class.getName() + ".last");
        assertThat(sites.kept()).isEqualTo(1_000);
    }

    @Test
    void nothingIsNoName() {
        assertThatNullPointerException().isThrownBy(() -> Probe.createMethodProbe(MethodProbeTest.class, null));
        assertThatNullPointerException().isThrownBy(() -> Probe.createMethodProbe((String) null, "m"));
    }
}
