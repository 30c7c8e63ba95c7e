package org.jinspired.probes.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;

/** Names and their labels. */
public interface NameContract extends Contract {
    @Test
    default void equalNamesAreTheSameObject() {
        assertThat(name("a.b")).isSameAs(provider().name("a").name("b")).isSameAs(name("a.b"));
        assertThat(provider().name("a")).isSameAs(name("a")).isNotSameAs(provider().name("b"));
    }

    @Test
    default void threadsGetTheSameObject() {
        Map<Probes.Name, Boolean> seen = new ConcurrentHashMap<>();
        Probes.Name mine = name("shared.between.threads");
        Contract.elsewhere(() -> seen.put(name("shared.between.threads"), true));
        assertThat(seen.keySet()).singleElement().isSameAs(mine);
    }

    @Test
    default void parseSplitsAtEveryDot() {
        Probes.Name name = name("a.b.c");
        assertThat(name.getLength()).isEqualTo(3);
        assertThat(name.valueAt(0)).isEqualTo("a");
        assertThat(name.valueAt(1)).isEqualTo("b");
        assertThat(name.valueAt(2)).isEqualTo("c");
    }

    @Test
    default void aDotInAPartIsPartOfIt() {
        Probes.Name name = provider().name("GET /index.html");
        assertThat(name.getLength()).isEqualTo(1);
        assertThat(name.getValue()).isEqualTo("GET /index.html");
        assertThat(name.name("v1.0").getLength()).isEqualTo(2);
        assertThat(name.name("v1.0")).isNotSameAs(name.name("v1").name("0"));
    }

    @Test
    default void partsOutsideTheNameAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> name("a.b").valueAt(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> name("a.b").valueAt(2));
    }

    @Test
    default void thePrefixIsTheNameWithoutItsLastPart() {
        assertThat(name("a.b.c").getPrefix()).isSameAs(name("a.b"));
        assertThat(name("a.b.c").getValue()).isEqualTo("c");
        assertThat(name("a").getPrefix()).isNull();
    }

    @Test
    default void findGivesTheNearestAncestorOfThatValue() {
        Probes.Name name = name("x.y.x.z");
        assertThat(name.find("x")).isSameAs(name("x.y.x"));
        assertThat(name.find("y")).isSameAs(name("x.y"));
        assertThat(name.find("nowhere")).isNull();
    }

    @Test
    default void findDoesNotGiveTheNameItself() {
        assertThat(name("a.b").find("b")).isNull();
    }

    @Test
    default void aNameStartsWithItsPrefixesOnly() {
        assertThat(name("a.b.c").startsWith(name("a"))).isTrue();
        assertThat(name("a.b.c").startsWith(name("a.b"))).isTrue();
        assertThat(name("a.b.c").startsWith(name("b"))).isFalse();
        assertThat(name("ab.c").startsWith(name("a"))).isFalse();
        assertThat(name("a").startsWith(name("a.b"))).isFalse();
    }

    @Test
    default void itsTextIsDotted() {
        assertThat(name("a.b.c")).hasToString("a.b.c");
    }

    @Test
    default void aClassIsNamedByItsPackageAndItself() {
        Probes.Name name = provider().name(Map.Entry.class);
        assertThat(name).isSameAs(name("java.util.Map$Entry"));
        assertThat(name.getValue()).isEqualTo("Map$Entry");
    }

    @Test
    default void aMethodIsNamedByItsClassAndItself() throws NoSuchMethodException {
        Method method = String.class.getMethod("length");
        assertThat(provider().name(method)).isSameAs(name("java.lang.String.length"));
    }

    @Test
    default void overloadsShareAName() throws NoSuchMethodException {
        assertThat(provider().name(String.class.getMethod("indexOf", int.class)))
                .isSameAs(provider().name(String.class.getMethod("indexOf", String.class)));
    }

    @Test
    default void aClassCarriesTheLabelsJavaAndClass() {
        Probes.Name name = provider().name(StringBuilder.class);
        assertThat(name.contains(provider().label("java"))).isTrue();
        assertThat(name.contains(provider().label("class"))).isTrue();
        assertThat(Contract.<Probes.Label>list(name.labels())).contains(provider().label("java"),
                provider().label("class"));
    }

    @Test
    default void aNameOfNoClassDoesNotCarryTheLabelClass() {
        Probes.Name name = name("neither.java.nor.a.class");
        assertThat(name.contains(provider().label("class"))).isFalse();
        assertThat(Contract.<Probes.Label>list(name.labels())).doesNotContain(provider().label("class"));
    }

    @Test
    default void aProbedNameCarriesTheLabelProbe() {
        Probes.Name name = name("probed.name");
        assertThat(name.contains(provider().label("probe"))).isFalse();
        context().create(name);
        assertThat(name.contains(provider().label("probe"))).isTrue();
    }

    @Test
    default void theLabelsCannotBeChangedByTheIterator() {
        Iterator<Probes.Label> labels = provider().name(Integer.class).labels();
        labels.next();
        org.assertj.core.api.Assertions.assertThatThrownBy(labels::remove)
                .isInstanceOfAny(UnsupportedOperationException.class, IllegalStateException.class);
        assertThat(provider().name(Integer.class).contains(provider().label("java"))).isTrue();
    }

    @Test
    default void theLabelsEveryProviderHasAreKnownByTheirValues() {
        for (String value : new String[]{"java", "class", "probe", "disabled"}) {
            assertThat(provider().label(value)).as(value).isNotNull();
            assertThat(provider().label(value).getValue()).isEqualTo(value);
        }
        assertThat(provider().label("unheard of")).isNull();
    }

    @Test
    default void aFreshNameIsNotDisabled() {
        Probes.Name name = name("fresh.name");
        assertThat(name.isDisabled()).isFalse();
        assertThat(name.contains(provider().label("disabled"))).isFalse();
    }

    @Test
    default void namesOfNothingAreRefused() {
        assertThatNullPointerException().isThrownBy(() -> provider().name((String) null));
        assertThatNullPointerException().isThrownBy(() -> provider().name((Class<?>) null));
        assertThatNullPointerException().isThrownBy(() -> provider().name((Method) null));
        assertThatNullPointerException().isThrownBy(() -> provider().parse(null));
        assertThatNullPointerException().isThrownBy(() -> name("a").name(null));
    }

    @Test
    default void questionsAboutNothingAreRefused() {
        assertThatNullPointerException().isThrownBy(() -> name("a.b").find(null));
        assertThatNullPointerException().isThrownBy(() -> name("a").find(null));
        assertThatNullPointerException().isThrownBy(() -> name("a.b").startsWith(null));
        assertThatNullPointerException().isThrownBy(() -> name("a.b").contains(null));
        assertThatNullPointerException().isThrownBy(() -> provider().label(null));
        assertThatNullPointerException().isThrownBy(() -> provider().meter(null));
    }
}
