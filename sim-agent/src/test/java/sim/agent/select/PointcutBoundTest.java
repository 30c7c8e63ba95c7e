package sim.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where names in a pointcut say that it may match, and that it may match anywhere where they do not. */
class PointcutBoundTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"execution(* com.shop..*Service.*(..)); com.shop",
            "execution(public * com.shop.Order.total()); com.shop.Order",
            "execution(com.shop.Order.Line.new(..)); com.shop.Order.Line",
            "execution(* com.shop.Base+.*(..)) && !within(com.shop.gen..*); com.shop.Base",
            "!within(com.shop.gen..*) && within (com.shop..*); com.shop",
            "execution(* com.shop.Ord*.*(..)) throws; ANYWHERE", "within(com.shop.Order$Line); com.shop.Order.Line"})
    void aPointcutThatNamesTypesIsBound(String pointcut, String beginning) {
        assertThat(PointcutBound.of(pointcut))
                .isEqualTo(beginning.equals("ANYWHERE") ? PointcutBound.ANYWHERE : Set.of(beginning));
    }

    @Test
    void eitherOfTwo() {
        assertThat(PointcutBound.of("execution(* a.b..*(..)) || execution(a.c.D.new(..))")).isEqualTo(
                Set.of("a.b", "a.c.D"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"execution(* *(..))", "execution(* Order.*(..))", "execution(* *..Order.*(..))",
            "execution(@com.shop.Timed * *(..))", "execution(* (com.shop.A || com.shop.B).run(..))",
            "call(* a.b.C.d(..))",
            "within(@com.shop.Timed *)", "within(a.b..* || c.d..*)", "!within(a.b..*)", "@within(com.shop.Timed)",
            "execution(* a.b..*(..)) || call(* a.b.C.d(..))", "execution(* a.b..*(..)) and within(a.b..*)", "",
            "execution(* a.b.C<a.b.D>.e(..))", "execution(* a.b..*(..)", "withincode(* a.b.C.d(..))"})
    void anyOtherMayMatchAnywhere(String pointcut) {
        assertThat(PointcutBound.of(pointcut)).isEqualTo(PointcutBound.ANYWHERE);
    }
}
