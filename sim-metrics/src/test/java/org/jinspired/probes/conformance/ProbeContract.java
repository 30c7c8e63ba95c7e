package org.jinspired.probes.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;

/** A probe's states and readings, in the order of its life. */
public interface ProbeContract extends Contract {
    @Test
    default void aCreatedProbeIsNotFiring() {
        Probes.Probe probe = context().create(name("p"));
        assertThat(probe.getName()).isSameAs(name("p"));
        assertThat(probe.getState()).isZero();
        assertThat(Contract.<Probes.Reading>list(probe.readings())).isEmpty();
        assertThat(probe.reading(name("clock.tick"))).isNull();
    }

    @Test
    default void aFiringProbeSaysWhetherItIsMetered() {
        Probes.Probe probe = context().create(name("p"));
        probe.begin();
        assertThat(Integer.signum(probe.getState())).isEqualTo(meters() ? 1 : -1);
        probe.end();
        assertThat(probe.getState()).isZero();
    }

    @Test
    default void aBegunProbeIsFiring() {
        Probes.Probe probe = context().begin(name("p"));
        assertThat(probe.getState()).isNotZero();
        probe.end();
    }

    @Test
    default void afterTheBeginAReadingHasItsHighOnly() {
        Probes.Probe probe = context().begin(name("p"));
        List<Probes.Reading> readings = Contract.list(probe.readings());
        assertThat(readings.isEmpty()).isNotEqualTo(meters());
        for (Probes.Reading reading : readings) {
            assertThat(reading.getLow()).as("%s", reading.getName()).isZero();
            assertThat(reading.getDelta()).as("%s", reading.getName()).isZero();
        }
        if (meters()) {
            assertThat(probe.reading(name("clock.time")).getHigh()).isPositive();
        }
        probe.end();
    }

    @Test
    default void afterTheEndAReadingHasLowHighAndDelta() {
        Probes.Probe probe = context().begin(name("p"));
        long high = meters() ? probe.reading(name("clock.tick")).getHigh() : 0;
        spin();
        probe.end();
        for (Probes.Reading reading : Contract.<Probes.Reading>list(probe.readings())) {
            assertThat(reading.getDelta()).as("%s", reading.getName()).isEqualTo(reading.getHigh() - reading.getLow())
                    .isNotNegative();
        }
        if (meters()) {
            assertThat(probe.reading(name("clock.tick")).getLow()).isEqualTo(high);
            assertThat(probe.reading(name("clock.tick")).getDelta()).isGreaterThan(1_000_000);
        }
    }

    @Test
    default void readingsStayUntilTheNextBegin() {
        Probes.Probe probe = context().begin(name("p"));
        probe.end();
        List<Long> before = Contract.<Probes.Reading>list(probe.readings()).stream().map(Probes.Reading::getHigh)
                .toList();
        context().begin(name("another")).end();
        assertThat(Contract.<Probes.Reading>list(probe.readings()).stream().map(Probes.Reading::getHigh).toList())
                .isEqualTo(before);
        probe.begin();
        for (Probes.Reading reading : Contract.<Probes.Reading>list(probe.readings())) {
            assertThat(reading.getLow()).as("%s", reading.getName()).isZero();
        }
        probe.end();
    }

    @Test
    default void aReadingThatWasTakenStaysAsItWas() {
        Probes.Probe probe = context().begin(name("p"));
        Probes.Reading atBegin = probe.reading(name("clock.tick"));
        assertThat(atBegin == null).isNotEqualTo(meters());
        long high = meters() ? atBegin.getHigh() : 0;
        probe.end();
        if (meters()) {
            assertThat(probe.reading(name("clock.tick")).getLow()).isEqualTo(high);
        }
    }

    @Test
    default void wallTimeIsReadInMicrosecondsOfTheEpoch() {
        long before = System.currentTimeMillis() * 1_000;
        Probes.Probe probe = context().begin(name("p"));
        probe.end();
        long after = (System.currentTimeMillis() + 1) * 1_000;
        if (meters()) {
            assertThat(probe.reading(name("clock.time")).getLow()).isBetween(before - 50_000, after + 50_000);
        } else {
            assertThat(probe.reading(name("clock.time"))).isNull();
        }
    }

    @Test
    default void wallTimeIsTheSameByBothClocks() {
        Probes.Probe probe = context().begin(name("p"));
        spin();
        probe.end();
        if (meters()) {
            long micros = probe.reading(name("clock.time")).getDelta();
            long nanos = probe.reading(name("clock.tick")).getDelta();
            assertThat(micros).isBetween(nanos / 1_000 - 1, nanos / 1_000 + 1);
        } else {
            assertThat(probe.reading(name("clock.tick"))).isNull();
        }
    }

    @Test
    default void aMeterNobodyReadsHasNoReading() {
        Probes.Probe probe = context().begin(name("p"));
        assertThat(probe.reading(name("no.such.meter"))).isNull();
        probe.end();
        assertThat(probe.reading(name("no.such.meter"))).isNull();
    }

    @Test
    default void readingsAreThoseOfTheContextsMeters() {
        Probes.Probe probe = context().begin(name("p"));
        probe.end();
        List<Probes.Name> read = Contract.<Probes.Reading>list(probe.readings()).stream()
                .map(Probes.Reading::getName).toList();
        List<Probes.Name> meters = Contract.<Probes.Meter>list(context().meters()).stream()
                .map(Probes.Meter::getName).toList();
        assertThat(read).isEqualTo(meters() ? meters : List.of());
    }

    @Test
    default void readingsCannotBeChangedByTheIterator() {
        Probes.Probe probe = context().begin(name("p"));
        probe.end();
        Iterator<Probes.Reading> readings = probe.readings();
        assertThat(readings.hasNext()).isEqualTo(meters());
        if (meters()) {
            readings.next();
            assertThatThrownBy(readings::remove).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    default void aProbeFiresManyTimes() {
        Probes.Probe probe = context().create(name("p"));
        for (int i = 0; i < 1_000; i++) {
            probe.begin();
            assertThat(probe.getState()).isNotZero();
            probe.end();
            assertThat(probe.getState()).isZero();
        }
    }

    @Test
    default void probesNest() {
        Probes.Probe outer = context().begin(name("outer"));
        Probes.Probe inner = context().begin(name("inner"));
        spin();
        inner.end();
        assertThat(outer.getState()).isNotZero();
        outer.end();
        if (meters()) {
            assertThat(outer.reading(name("clock.tick")).getDelta())
                    .isGreaterThanOrEqualTo(inner.reading(name("clock.tick")).getDelta());
        }
    }

    @Test
    default void twoProbesOfOneNameNest() {
        Probes.Probe outer = context().begin(name("r"));
        Probes.Probe inner = context().begin(name("r"));
        assertThat(inner).isNotSameAs(outer);
        inner.end();
        assertThat(inner.getState()).isZero();
        assertThat(outer.getState()).isNotZero();
        outer.end();
    }

    @Test
    default void runFiresTheProbeAroundTheRunnable() {
        Probes.Probe probe = context().create(name("p"));
        int[] state = new int[1];
        probe.run(() -> state[0] = probe.getState());
        assertThat(Integer.signum(state[0])).isEqualTo(meters() ? 1 : -1);
        assertThat(probe.getState()).isZero();
    }

    @Test
    default void whatARunnableThrowsPassesThroughAndTheProbeHasEnded() {
        Probes.Probe probe = context().create(name("p"));
        IllegalStateException boom = new IllegalStateException("boom");
        assertThatThrownBy(() -> probe.run(() -> {
            throw boom;
        })).isSameAs(boom);
        assertThat(probe.getState()).isZero();
    }

    @Test
    default void theContextRunsInAProbeNamedAfterTheClass() {
        int[] ran = new int[1];
        class Work implements Runnable {
            @Override
            public void run() {
                ran[0]++;
            }
        }
        Probes.Probe probe = context().run(new Work());
        assertThat(ran[0]).isEqualTo(1);
        assertThat(probe.getState()).isZero();
        assertThat(probe.getName().toString()).startsWith(Work.class.getName());
    }

    @Test
    default void anExceptionInsideAnOuterProbeLeavesTheStackRight() {
        Probes.Probe outer = context().begin(name("outer"));
        try {
            assertThatThrownBy(() -> context().run(() -> {
                throw new IllegalArgumentException("boom");
            })).hasMessage("boom");
            assertThat(outer.getState()).isNotZero();
        } finally {
            outer.end();
        }
        assertThat(outer.getState()).isZero();
    }

    @Test
    default void probesOfNothingAreRefused() {
        assertThatNullPointerException().isThrownBy(() -> context().create(null));
        assertThatNullPointerException().isThrownBy(() -> context().begin(null));
        assertThatNullPointerException().isThrownBy(() -> context().run(null));
        assertThatNullPointerException().isThrownBy(() -> context().create(name("p")).run(null));
        assertThatNullPointerException().isThrownBy(() -> context().create(name("p")).reading(null));
    }

    @Test
    default void aProbeThatIsToRunNothingDoesNotFire() {
        Probes.Probe probe = context().create(name("p"));
        assertThatNullPointerException().isThrownBy(() -> probe.run(null));
        assertThat(probe.getState()).isZero();
    }

    private static void spin() {
        long until = System.nanoTime() + 1_500_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }
}
