package org.jinspired.probes.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.List;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;

/** Savepoints and what was gained between them. */
public interface SavePointContract extends Contract {
    private void fire(String name, int times) {
        for (int i = 0; i < times; i++) {
            context().begin(name(name)).end();
        }
    }

    private long count(Probes.ChangeSet changes, String name) {
        Probes.ChangePoint point = changes.changepoint(name(name));
        return point == null ? 0 : point.change(name("clock.tick")).getCount();
    }

    private List<Probes.ChangePoint> points(Probes.ChangeSet changes) {
        return Contract.list(changes.changepoints());
    }

    @Test
    default void whereNothingFiredNothingChanged() {
        Probes.SavePoint savepoint = context().savepoint();
        Probes.ChangeSet changes = context().compare(savepoint);
        assertThat(points(changes)).isEmpty();
        assertThat(changes.changepoint(name("p"))).isNull();
    }

    @Test
    default void whatFiredSinceIsSeen() {
        fire("p", 5);
        Probes.SavePoint savepoint = context().savepoint();
        fire("p", 3);
        fire("q", 2);
        Probes.ChangeSet changes = context().compare(savepoint);
        assertThat(count(changes, "p")).isEqualTo(meters() ? 3 : 0);
        assertThat(count(changes, "q")).isEqualTo(meters() ? 2 : 0);
        assertThat(points(changes)).hasSize(meters() ? 2 : 0);
    }

    @Test
    default void aChangeSetStaysAsItWas() {
        Probes.SavePoint savepoint = context().savepoint();
        fire("p", 1);
        Probes.ChangeSet changes = context().compare(savepoint);
        fire("p", 1);
        assertThat(count(changes, "p")).isEqualTo(meters() ? 1 : 0);
        assertThat(count(context().compare(savepoint), "p")).isEqualTo(meters() ? 2 : 0);
    }

    @Test
    default void twoSavepointsAreCompared() {
        Probes.SavePoint first = context().savepoint();
        fire("p", 1);
        Probes.SavePoint second = context().savepoint();
        fire("p", 10);
        Probes.SavePoint third = context().savepoint();
        fire("p", 100);
        assertThat(count(second.compare(first), "p")).isEqualTo(meters() ? 1 : 0);
        assertThat(count(third.compare(second), "p")).isEqualTo(meters() ? 10 : 0);
        assertThat(count(third.compare(first), "p")).isEqualTo(meters() ? 11 : 0);
        assertThat(points(third.compare(third))).isEmpty();
    }

    @Test
    default void aSavepointIsUsedAgain() {
        Probes.SavePoint savepoint = context().savepoint();
        fire("p", 5);
        Probes.SavePoint again = context().savepoint(savepoint);
        fire("p", 2);
        assertThat(count(context().compare(again), "p")).isEqualTo(meters() ? 2 : 0);
    }

    @Test
    default void withoutASavepointToUseAgainThereIsANewOne() {
        Probes.SavePoint savepoint = context().savepoint(null);
        fire("p", 1);
        assertThat(count(context().compare(savepoint), "p")).isEqualTo(meters() ? 1 : 0);
    }

    @Test
    default void anotherThreadsSavepointIsNotUsedAgain() {
        Probes.SavePoint mine = context().savepoint();
        Contract.elsewhere(() -> assertThat(context().savepoint(mine)).isNotSameAs(mine));
    }

    @Test
    default void aProbeCountsWhereItEnds() {
        Probes.Probe open = context().begin(name("open"));
        Probes.SavePoint inside = context().savepoint();
        open.end();
        assertThat(count(context().compare(inside), "open")).isEqualTo(meters() ? 1 : 0);
        Probes.Probe next = context().begin(name("next"));
        assertThat(count(context().compare(inside), "next")).isZero();
        next.end();
    }

    @Test
    default void aChangeHasAverages() {
        Probes.SavePoint savepoint = context().savepoint();
        fire("p", 4);
        Probes.ChangePoint point = context().compare(savepoint).changepoint(name("p"));
        assertThat(point == null).isNotEqualTo(meters());
        if (meters()) {
            assertThat(point.getName()).isSameAs(name("p"));
            for (Probes.Change change : Contract.<Probes.Change>list(point.changes())) {
                assertThat(change.getCount()).isEqualTo(4);
                assertThat(change.getAvg()).isEqualTo(change.getTotal() / 4.0);
                assertThat(change.getInherentAvg()).isEqualTo(change.getInherentTotal() / 4.0);
            }
        }
    }

    @Test
    default void theInherentTotalIsTheTotalLessTheInnerProbes() {
        Probes.SavePoint savepoint = context().savepoint();
        Probes.Probe outer = context().begin(name("outer"));
        fire("inner", 3);
        outer.end();
        Probes.ChangeSet changes = context().compare(savepoint);
        if (meters()) {
            Probes.Change change = changes.changepoint(name("outer")).change(name("clock.tick"));
            Probes.Change inner = changes.changepoint(name("inner")).change(name("clock.tick"));
            assertThat(change.getInherentTotal()).isEqualTo(change.getTotal() - inner.getTotal());
            assertThat(inner.getInherentTotal()).isEqualTo(inner.getTotal());
        } else {
            assertThat(points(changes)).isEmpty();
        }
    }

    @Test
    default void aPrefixIsAGroup() {
        Probes.SavePoint savepoint = context().savepoint();
        fire("shop.a", 1);
        fire("shop.b.c", 2);
        fire("till.a", 4);
        Probes.ChangeSet changes = context().compare(savepoint);
        assertThat(count(changes, "shop")).isEqualTo(meters() ? 3 : 0);
        assertThat(count(changes, "shop.b")).isEqualTo(meters() ? 2 : 0);
        assertThat(count(changes, "sho")).isZero();
        if (meters()) {
            assertThat(changes.changepoint(name("shop")).getName()).isSameAs(name("shop"));
        }
    }

    @Test
    default void theThreadHasAChangeAMeter() {
        Probes.SavePoint savepoint = context().savepoint();
        fire("p", 3);
        Probes.ChangeSet changes = context().compare(savepoint);
        List<Probes.Name> names = Contract.<Probes.Change>list(changes.changes()).stream().map(Probes.Change::getName)
                .toList();
        List<Probes.Name> meters = Contract.<Probes.Meter>list(context().meters()).stream()
                .map(Probes.Meter::getName).toList();
        assertThat(names).isEqualTo(meters);
        if (meters()) {
            Probes.Change tick = changes.change(name("clock.tick"));
            assertThat(tick.getCount()).isEqualTo(3);
            assertThat(tick.getTotal()).isGreaterThanOrEqualTo(tick.getInherentTotal()).isPositive();
        }
    }

    @Test
    default void aMeterNobodyReadsHasNoChange() {
        Probes.SavePoint savepoint = context().savepoint();
        fire("p", 1);
        Probes.ChangeSet changes = context().compare(savepoint);
        assertThat(changes.change(name("no.such.meter"))).isNull();
        if (meters()) {
            assertThat(changes.changepoint(name("p")).change(name("no.such.meter"))).isNull();
        }
    }

    @Test
    default void anotherThreadsSavepointIsRefused() {
        Probes.SavePoint mine = context().savepoint();
        Contract.elsewhere(() -> {
            assertThatIllegalArgumentException().isThrownBy(() -> context().compare(mine));
            assertThatIllegalArgumentException().isThrownBy(() -> context().savepoint().compare(mine));
        });
    }

    @Test
    default void aYoungerSavepointIsRefusedAsTheOlder() {
        Probes.SavePoint older = context().savepoint();
        Probes.SavePoint younger = context().savepoint();
        assertThatIllegalArgumentException().isThrownBy(() -> older.compare(younger));
    }

    @Test
    default void anotherThreadsFiringsAreNotSeen() {
        Probes.SavePoint savepoint = context().savepoint();
        Contract.elsewhere(() -> fire("p", 3));
        assertThat(points(context().compare(savepoint))).isEmpty();
    }

    @Test
    default void comparisonsWithNothingAreRefused() {
        Probes.SavePoint savepoint = context().savepoint();
        assertThatNullPointerException().isThrownBy(() -> context().compare(null));
        assertThatNullPointerException().isThrownBy(() -> savepoint.compare(null));
        Probes.ChangeSet changes = context().compare(savepoint);
        assertThatNullPointerException().isThrownBy(() -> changes.change(null));
        assertThatNullPointerException().isThrownBy(() -> changes.changepoint(null));
    }
}
