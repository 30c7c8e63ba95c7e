package org.jinspired.probes.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;

/** A thread's counters. */
public interface CounterContract extends Contract {
    @Test
    default void aCounterStartsAtZeroAndOnlyGrows() {
        Probes.Counter counter = context().counter(name("hits"));
        assertThat(counter.getName()).isSameAs(name("hits"));
        assertThat(counter.getValue()).isZero();
        counter.inc();
        counter.inc(41);
        counter.inc(0);
        assertThat(counter.getValue()).isEqualTo(42);
    }

    @Test
    default void atTheGreatestNumberACounterStays() {
        Probes.Counter counter = context().counter(name("hits"));
        counter.inc(5);
        counter.inc(Long.MAX_VALUE);
        assertThat(counter.getValue()).isEqualTo(Long.MAX_VALUE);
        counter.inc();
        counter.inc(2);
        assertThat(counter.getValue()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    default void aNegativeStepIsRefusedAndCountsNothing() {
        Probes.Counter counter = context().counter(name("hits"));
        counter.inc(5);
        assertThatIllegalArgumentException().isThrownBy(() -> counter.inc(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> counter.inc(Long.MIN_VALUE));
        assertThat(counter.getValue()).isEqualTo(5);
    }

    @Test
    default void aNameHasOneCounterAThread() {
        context().counter(name("hits")).inc(3);
        assertThat(context().counter(name("hits")).getValue()).isEqualTo(3);
        Contract.elsewhere(() -> assertThat(context().counter(name("hits")).getValue()).isZero());
    }

    @Test
    default void aCounterOfNothingIsRefused() {
        assertThatNullPointerException().isThrownBy(() -> context().counter(null));
    }
}
