package org.jinspired.probes.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;

/** The thread's environment. */
public interface EnvironmentContract extends Contract {
    private Probes.Environment environment() {
        return context().getEnvironment();
    }

    @Test
    default void whatIsNotSetReadsAsZeroFalseOrNull() {
        Probes.Name unset = name("un.set");
        assertThat(environment().getLong(unset)).isZero();
        assertThat(environment().getInt(unset)).isZero();
        assertThat(environment().getDouble(unset)).isZero();
        assertThat(environment().getBoolean(unset)).isFalse();
        assertThat(environment().getString(unset)).isNull();
        assertThat(environment().getName(unset)).isNull();
        assertThat(environment().isNull(unset)).isTrue();
        assertThat(environment().contains(unset)).isFalse();
    }

    @Test
    default void whatIsNotSetReadsAsTheGivenDefault() {
        Probes.Name unset = name("un.set");
        assertThat(environment().getLong(unset, 7)).isEqualTo(7);
        assertThat(environment().getInt(unset, 8)).isEqualTo(8);
        assertThat(environment().getDouble(unset, 0.5)).isEqualTo(0.5);
        assertThat(environment().getBoolean(unset, true)).isTrue();
        assertThat(environment().getString(unset, "text")).isEqualTo("text");
        assertThat(environment().getName(unset, unset)).isSameAs(unset);
    }

    @Test
    default void whatIsSetIsRead() {
        environment().setLong(name("a.long"), Long.MAX_VALUE);
        environment().setInt(name("an.int"), -3);
        environment().setDouble(name("a.double"), 2.5);
        environment().setBoolean(name("a.boolean"), true);
        environment().setString(name("a.string"), "text");
        environment().setName(name("a.name"), name("x.y"));
        assertThat(environment().getLong(name("a.long"), 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(environment().getInt(name("an.int"), 1)).isEqualTo(-3);
        assertThat(environment().getDouble(name("a.double"), 1)).isEqualTo(2.5);
        assertThat(environment().getBoolean(name("a.boolean"), false)).isTrue();
        assertThat(environment().getString(name("a.string"), "")).isEqualTo("text");
        assertThat(environment().getName(name("a.name"), null)).isSameAs(name("x.y"));
        assertThat(environment().isNull(name("a.long"))).isFalse();
    }

    @Test
    default void theLastValueCounts() {
        environment().setInt(name("v"), 1);
        environment().setInt(name("v"), 2);
        assertThat(environment().getInt(name("v"))).isEqualTo(2);
    }

    @Test
    default void aValueOfAnotherTypeReadsAsNotSet() {
        environment().setString(name("v"), "12");
        assertThat(environment().getInt(name("v"), 5)).isEqualTo(5);
        assertThat(environment().getString(name("v"))).isEqualTo("12");
        environment().setBoolean(name("v"), true);
        assertThat(environment().getString(name("v"), "default")).isEqualTo("default");
    }

    @Test
    default void containsMeansTheNameOrAnyItPrefixes() {
        environment().setInt(name("shop.basket.size"), 3);
        assertThat(environment().contains(name("shop.basket.size"))).isTrue();
        assertThat(environment().contains(name("shop.basket"))).isTrue();
        assertThat(environment().contains(name("shop"))).isTrue();
        assertThat(environment().contains(name("basket"))).isFalse();
        assertThat(environment().contains(name("shop.basket.size.max"))).isFalse();
    }

    @Test
    default void removeMeansTheNameAndAllItPrefixes() {
        environment().setInt(name("shop.basket"), 1);
        environment().setInt(name("shop.basket.size"), 3);
        environment().setString(name("shop.basket.owner"), "me");
        environment().setInt(name("shop.till"), 4);
        environment().remove(name("shop.basket"));
        assertThat(environment().contains(name("shop.basket"))).isFalse();
        assertThat(environment().getInt(name("shop.basket.size"), 9)).isEqualTo(9);
        assertThat(environment().getInt(name("shop.till"))).isEqualTo(4);
    }

    @Test
    default void setNullLeavesNoValue() {
        environment().setInt(name("v"), 1);
        environment().setNull(name("v"));
        assertThat(environment().isNull(name("v"))).isTrue();
        assertThat(environment().getInt(name("v"), 6)).isEqualTo(6);
    }

    @Test
    default void aNullTextOrNameIsNoValue() {
        environment().setString(name("v"), "text");
        environment().setString(name("v"), null);
        assertThat(environment().isNull(name("v"))).isTrue();
        environment().setName(name("v"), null);
        assertThat(environment().getName(name("v"), name("d"))).isSameAs(name("d"));
    }

    @Test
    default void whatIsSetOutsideOfProbesStays() {
        environment().setInt(name("v"), 1);
        context().begin(name("p")).end();
        assertThat(environment().getInt(name("v"))).isEqualTo(1);
    }

    @Test
    default void whatIsSetInAProbeIsSeenInsideAndGoneAfterItsEnd() {
        environment().setInt(name("v"), 1);
        Probes.Probe outer = context().begin(name("outer"));
        environment().setInt(name("v"), 2);
        environment().setInt(name("w"), 5);
        Probes.Probe inner = context().begin(name("inner"));
        assertThat(environment().getInt(name("v"))).isEqualTo(2);
        environment().setInt(name("v"), 3);
        inner.end();
        assertThat(environment().getInt(name("v"))).isEqualTo(2);
        outer.end();
        assertThat(environment().getInt(name("v"))).isEqualTo(1);
        assertThat(environment().contains(name("w"))).isFalse();
    }

    @Test
    default void whatIsRemovedInAProbeIsBackAfterItsEnd() {
        environment().setInt(name("v.w"), 1);
        Probes.Probe probe = context().begin(name("p"));
        environment().remove(name("v"));
        assertThat(environment().contains(name("v.w"))).isFalse();
        probe.end();
        assertThat(environment().getInt(name("v.w"))).isEqualTo(1);
    }

    @Test
    default void anOuterEndUndoesWhatALostProbeLeft() {
        Probes.Probe outer = context().begin(name("outer"));
        context().begin(name("lost"));
        environment().setInt(name("v"), 1);
        outer.end();
        assertThat(environment().isNull(name("v"))).isTrue();
    }

    @Test
    default void aLateEndUndoesNothingOfWhatWasSetMeanwhile() {
        Probes.Probe outer = context().begin(name("outer"));
        Probes.Probe inner = context().begin(name("inner"));
        outer.end();
        Probes.Probe next = context().begin(name("next"));
        environment().setInt(name("v"), 1);
        inner.end();
        assertThat(environment().getInt(name("v"))).isEqualTo(1);
        next.end();
        assertThat(environment().isNull(name("v"))).isTrue();
    }

    @Test
    default void afterALateEndWhatIsSetOutsideOfProbesStays() {
        Probes.Probe outer = context().begin(name("outer"));
        Probes.Probe inner = context().begin(name("inner"));
        environment().setInt(name("u"), 1);
        outer.end();
        inner.end();
        environment().setInt(name("v"), 2);
        context().begin(name("p")).end();
        assertThat(environment().getInt(name("v"))).isEqualTo(2);
    }

    @Test
    default void aThreadsValuesAreItsOwn() {
        environment().setInt(name("v"), 1);
        Contract.elsewhere(() -> assertThat(environment().isNull(name("v"))).isTrue());
    }

    @Test
    default void valuesOfNothingAreRefused() {
        assertThatNullPointerException().isThrownBy(() -> environment().contains(null));
        assertThatNullPointerException().isThrownBy(() -> environment().remove(null));
        assertThatNullPointerException().isThrownBy(() -> environment().isNull(null));
        assertThatNullPointerException().isThrownBy(() -> environment().setNull(null));
        assertThatNullPointerException().isThrownBy(() -> environment().getInt(null));
        assertThatNullPointerException().isThrownBy(() -> environment().getString(null, ""));
        assertThatNullPointerException().isThrownBy(() -> environment().setString(null, ""));
        assertThatNullPointerException().isThrownBy(() -> environment().setLong(null, 1));
    }
}
