package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;

import org.junit.jupiter.api.Test;

class BasketTest {
    @Test
    void isWovenByTheAgentOfTheRepository() {
        assertEquals("order 4711", new Basket().checkout(4711));
        assertTrue(Arrays.stream(Basket.class.getDeclaredFields()).anyMatch(field -> field.isSynthetic()
                && field.getType().getName().equals("org.aspectj.lang.JoinPoint$StaticPart")),
                "the weaver's field is in the class: " + Arrays.toString(Basket.class.getDeclaredFields()));
    }
}
