package sim.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamePatternsTest {
    private final NamePatterns generated = new NamePatterns(
            LeftAlone.GENERATED.stream().filter(each -> !each.startsWith("loader:")).toList());

    @ParameterizedTest
    @ValueSource(strings = {"shop.Basket$$SpringCGLIB$$0", "shop.Basket$$EnhancerByCGLIB$$1a2b3c",
            "shop.Basket$$FastClassBySpringCGLIB$$ff", "jdk.proxy2.$Proxy12", "$Proxy3",
            "jdk.internal.reflect.GeneratedMethodAccessor7",
            "groovy.runtime.metaclass.java.lang.X", "shop.Basket$ByteBuddy$x8Yz",
            "shop.Basket$HibernateProxy$Ab1", "shop.Basket_$$_jvst1a_0", "shop.Basket$$Lambda$14",
            "shop.Basket$MockitoMock$123"})
    void generatedClassesAreLeftAlone(String name) {
        assertThat(generated.match(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop.Basket", "shop.$ProxyFactory", "shop.Proxy12", "shop.Basket$1", "shop.ByteBuddy",
            "shop.Basket$Lambda", "$Proxy", "shop.Basket$Proxy3x"})
    void writtenOnesAreNot(String name) {
        assertThat(generated.match(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b.C", "a.b.c.D"})
    void starsStandForAnything(String name) {
        assertThat(new NamePatterns(List.of("x.*", "a.*.*")).match(name)).isTrue();
    }
}
