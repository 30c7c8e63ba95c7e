package org.jinspired.probes.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;

/** What clients do wrong: it is healed, and never thrown at them. */
public interface ViolationContract extends Contract {
    @Test
    default void aSecondBeginIsIgnored() {
        Probes.Probe probe = context().begin(name("p"));
        Probes.Reading first = probe.reading(name("clock.tick"));
        probe.begin();
        assertThat(probe.getState()).isNotZero();
        if (meters()) {
            assertThat(probe.reading(name("clock.tick")).getHigh()).isEqualTo(first.getHigh());
        }
        probe.end();
        assertThat(probe.getState()).isZero();
    }

    @Test
    default void anEndWithoutABeginIsIgnored() {
        Probes.Probe probe = context().create(name("p"));
        probe.end();
        assertThat(probe.getState()).isZero();
        probe.begin();
        probe.end();
        probe.end();
        assertThat(probe.getState()).isZero();
    }

    @Test
    default void anEndWithoutABeginDoesNotEndTheOuterProbe() {
        Probes.Probe outer = context().begin(name("outer"));
        context().create(name("inner")).end();
        assertThat(outer.getState()).isNotZero();
        outer.end();
    }

    @Test
    default void anOuterEndEndsTheInnerProbes() {
        Probes.Probe outer = context().begin(name("outer"));
        Probes.Probe inner = context().begin(name("inner"));
        outer.end();
        assertThat(outer.getState()).isZero();
        assertThat(inner.getState()).isZero();
        inner.end();
        assertThat(inner.getState()).isZero();
    }

    @Test
    default void aLateEndDoesNotEndWhatBeganMeanwhile() {
        Probes.Probe outer = context().begin(name("outer"));
        Probes.Probe inner = context().begin(name("inner"));
        outer.end();
        Probes.Probe next = context().begin(name("next"));
        inner.end();
        assertThat(next.getState()).isNotZero();
        next.end();
        assertThat(next.getState()).isZero();
    }

    @Test
    default void aProbeThatWasEndedByAnOuterOneFiresAgain() {
        Probes.Probe inner = context().create(name("inner"));
        for (int i = 0; i < 10; i++) {
            Probes.Probe outer = context().begin(name("outer"));
            inner.begin();
            assertThat(inner.getState()).isNotZero();
            outer.end();
            assertThat(inner.getState()).isZero();
        }
    }

    @Test
    default void aLostProbeDoesNotStandInTheWayOfOthers() {
        Probes.Probe outer = context().begin(name("outer"));
        for (int i = 0; i < 100; i++) {
            context().begin(name("lost"));
        }
        outer.end();
        Probes.Probe next = context().begin(name("next"));
        assertThat(Integer.signum(next.getState())).isEqualTo(meters() ? 1 : -1);
        next.end();
        assertThat(next.getState()).isZero();
    }

    @Test
    default void tenThousandLostProbesDoNotStandInTheWayOfOthers() {
        for (int i = 0; i < 10_000; i++) {
            context().begin(name("lost"));
        }
        Probes.Probe next = context().begin(name("next"));
        assertThat(Integer.signum(next.getState())).isEqualTo(meters() ? 1 : -1);
        next.end();
        assertThat(next.getState()).isZero();
    }

    @Test
    default void anotherThreadCannotBeginAProbe() {
        Probes.Probe probe = context().create(name("p"));
        Contract.elsewhere(probe::begin);
        assertThat(probe.getState()).isZero();
        probe.begin();
        probe.end();
        assertThat(probe.getState()).isZero();
    }

    @Test
    default void anotherThreadCannotEndAProbe() {
        Probes.Probe probe = context().begin(name("p"));
        Contract.elsewhere(probe::end);
        assertThat(probe.getState()).isNotZero();
        probe.end();
        assertThat(probe.getState()).isZero();
    }

    @Test
    default void anotherThreadsContextDoesNotTouchThisThreadsStack() {
        Probes.Context mine = context();
        Probes.Probe outer = mine.begin(name("outer"));
        Contract.elsewhere(() -> {
            Probes.Probe stray = mine.begin(name("stray"));
            stray.end();
            mine.create(name("stray")).run(() -> assertThat(mine.getName()).isNotEqualTo("elsewhere"));
        });
        assertThat(outer.getState()).isNotZero();
        outer.end();
        assertThat(outer.getState()).isZero();
    }
}
