package org.jinspired.probes.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;

/** The thread's context and its meters. */
public interface ContextContract extends Contract {
    @Test
    default void aThreadHasOneContext() {
        assertThat(context()).isSameAs(context());
    }

    @Test
    default void aContextStaysTheThreadsWhileNothingFires() {
        Probes.Context context = context();
        context.begin(name("p")).end();
        assertThat(context()).isSameAs(context);
    }

    @Test
    default void anotherThreadHasAnother() {
        Probes.Context mine = context();
        Contract.elsewhere(() -> assertThat(context()).isNotSameAs(mine));
    }

    @Test
    default void itIsCalledAsTheThreadIs() {
        assertThat(context().getName()).isEqualTo(Thread.currentThread().getName());
        Contract.elsewhere(() -> assertThat(context().getName()).isEqualTo("elsewhere"));
    }

    @Test
    default void bothClocksAreMeters() {
        List<Probes.Name> names = Contract.<Probes.Meter>list(context().meters()).stream()
                .map(Probes.Meter::getName).toList();
        assertThat(names.containsAll(List.of(name("clock.time"), name("clock.tick")))).isEqualTo(meters());
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    default void aMeterIsFoundByItsName() {
        if (meters()) {
            assertThat(provider().meter(name("clock.time")).getName()).isSameAs(name("clock.time"));
        }
        assertThat(provider().meter(name("no.such.meter"))).isNull();
    }

    @Test
    default void everyMeterOfTheContextIsFoundByItsName() {
        for (Probes.Meter meter : Contract.<Probes.Meter>list(context().meters())) {
            assertThat(provider().meter(meter.getName())).as("%s", meter.getName()).isNotNull();
        }
    }
}
