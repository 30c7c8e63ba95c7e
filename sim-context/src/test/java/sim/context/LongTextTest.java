package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LongTextTest {
    private static int asked;

    static Stream<Object> values() {
        List<Object> itself = new ArrayList<>(List.of(1));
        itself.add(itself);
        Map<Object, Object> map = new HashMap<>();
        map.put("a", map);
        return Stream.of(List.of(), Map.of(), Arrays.asList(1, null, "x"),
                List.of(List.of(1, 2), Map.of("k", List.of())),
                new TreeMap<>(Map.of("a", 1, "b", 2)), itself, map, new StringBuilder("text"), Map.of(1, 2).entrySet(),
                new LinkedHashMap<>(Map.of("key", new int[0].length)).values(), "x", 7);
    }

    @ParameterizedTest
    @MethodSource("values")
    void whatFitsIsTheTextItself(Object value) {
        assertThat(LongText.of(value, 512)).isEqualTo(String.valueOf(value));
    }

    @Test
    void whatDoesNotFitBeginsAsTheTextDoes() {
        List<Object> value = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            value.add(Map.of("number" + i, List.of(i, "text")));
        }
        assertThat(Values.text(value, 50)).isEqualTo(value.toString().substring(0, 49) + "\u2026");
        assertThat(Values.text(new StringBuilder("text"), 2)).isEqualTo("t\u2026");
    }

    /** A hundred million elements, each of which counts who asks it. */
    @Test
    void elementsThatAreNotKeptAreNotAsked() {
        List<Object> large = new AbstractList<>() {
            @Override
            public Object get(int index) {
                return new Element();
            }

            @Override
            public int size() {
                return 100_000_000;
            }
        };
        assertThat(Values.text(Map.of("orders", large), 100)).hasSize(100).startsWith("{orders=[one, one, ");
        assertThat(asked).isBetween(10, 30);
    }

    @Test
    void whoHasATextOfItsOwnIsAskedForIt() {
        List<Integer> own = new ArrayList<>(List.of(1)) {
            private static final long serialVersionUID = 1;

            @Override
            public String toString() {
                return "mine";
            }
        };
        assertThat(Values.text(own, 100)).isEqualTo("mine");
    }

    private static final class Element {
        @Override
        public String toString() {
            asked++;
            return "one";
        }
    }
}
