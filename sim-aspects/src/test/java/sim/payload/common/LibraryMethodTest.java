package sim.payload.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LibraryMethodTest {
    @Test
    void aMethodIsFoundThoughItsClassIsHidden() throws Throwable {
        assertThat(new LibraryMethod("size", 0).of(List.of(1, 2))).isEqualTo(2);
        assertThat(new LibraryMethod("get", 1).of(Map.of("a", "b"), "a")).isEqualTo("b");
        assertThat(new LibraryMethod("run", 0).of((Runnable) () -> {})).isNull();
    }

    @Test
    void whatItThrowsComesThroughAndNoneIsSaid() {
        assertThatThrownBy(() -> new LibraryMethod("put", 2).of(Map.of(), "a", "b"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> new LibraryMethod("nothing", 0).of("text")).isInstanceOf(NoSuchMethodException.class)
                .hasMessage("java.lang.String has no public nothing of 0 parameters");
        assertThat(new LibraryMethod("nothing", 0).isOf("text")).isFalse();
    }

    /** As a servlet container's request does: the JVM lists the methods of a class in any order. */
    @Test
    void ofMethodsOfTheSameNameItIsTheOneThatTakesTexts() throws Throwable {
        LibraryMethod header = new LibraryMethod("header", 1);
        for (Object request : List.of(new OwnFirst(), new OwnLast(), new OwnAbove())) {
            assertThat(header.of(request, "traceparent")).as(request.getClass().getSimpleName()).isEqualTo("text");
        }
    }

    public static final class OwnFirst {
        public String header(Thread own) {
            return "own " + own;
        }

        public String header(String name) {
            return "text";
        }
    }

    public static final class OwnLast {
        public String header(String name) {
            return "text";
        }

        public String header(Thread own) {
            return "own " + own;
        }
    }

    public static class OwnAbove {
        public String header(StringBuilder own) {
            return "own " + own;
        }

        public String header(String name) {
            return "text";
        }

        public String header(Integer own) {
            return "own " + own;
        }
    }
}
