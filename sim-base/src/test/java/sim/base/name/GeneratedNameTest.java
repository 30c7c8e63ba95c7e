package sim.base.name;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedNameTest {
    @ParameterizedTest
    @CsvSource({"shop.Basket$$SpringCGLIB$$0, shop.Basket$$SpringCGLIB",
            "shop.Basket$$EnhancerByCGLIB$$1a2b3c, shop.Basket$$EnhancerByCGLIB",
            "shop.Basket$ByteBuddy$x8Yz, shop.Basket$ByteBuddy",
            "shop.Basket$HibernateProxy$q1, shop.Basket$HibernateProxy",
            "shop.Basket$MockitoMock$123, shop.Basket$MockitoMock", "jdk.proxy2.$Proxy12, jdk.proxy.$Proxy",
            "$Proxy3, $Proxy",
            "shop.Basket_$$_jvst1f2_0, shop.Basket_$$_jvst", "shop.Basket$$Lambda$169/0x00007f01, shop.Basket$$Lambda",
            "shop.Basket$$Lambda/0x00007f01, shop.Basket$$Lambda", "shop.Basket/0x00007f01, shop.Basket"})
    void whatIsNewInEachRunIsLeftOut(String type, String stable) {
        assertThat(GeneratedName.stable(type)).isEqualTo(stable);
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop.Basket", "shop.Basket$1", "shop.Basket$Item$2", "shop.Proxy1", "[Lshop.Basket;"})
    void everyOtherNameStaysAsItIs(String type) {
        assertThat(GeneratedName.stable(type)).isSameAs(type);
    }
}
