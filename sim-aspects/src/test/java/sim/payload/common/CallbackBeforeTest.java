package sim.payload.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A callback that stands before the application's: the library and the application notice nothing. */
class CallbackBeforeTest {
    private final List<String> told = new ArrayList<>();

    /** Notes what it is told, and fails at "fail". */
    private final class Noting extends CallbackBefore {
        @SuppressWarnings("unchecked")
        Consumer<Object> before(Object own) {
            return (Consumer<Object>) standBefore(Consumer.class.getName(), getClass().getClassLoader(), own);
        }

        @Override
        protected void told(String method, Object[] arguments) {
            told.add(method + " " + arguments[0]);
            if (arguments[0].equals("fail")) {
                throw new IllegalStateException("on purpose");
            }
        }
    }

    @Test
    void theApplicationsOwnIsToldWhateverBecomesOfOurs() {
        List<Object> own = new ArrayList<>();
        Consumer<Object> callback = new Noting().before((Consumer<Object>) own::add);
        callback.accept("one");
        callback.accept("fail");
        assertThat(told).containsExactly("accept one", "accept fail");
        assertThat(own).containsExactly("one", "fail");
    }

    @Test
    void whatTheApplicationsOwnThrowsIsThrown() {
        Consumer<Object> callback = new Noting().before((Consumer<Object>) any -> {
            throw new ArithmeticException("the application's");
        });
        assertThatThrownBy(() -> callback.accept("one")).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void itIsEqualToItselfAndCalledAsTheApplicationsOwn() {
        Object own = new Consumer<>() {
            @Override
            public void accept(Object any) {}

            @Override
            public String toString() {
                return "own";
            }
        };
        Consumer<Object> callback = new Noting().before(own);
        assertThat(callback.equals(callback)).isTrue();
        assertThat(callback.equals(own)).isFalse();
        assertThat(callback).hasToString("own").hasSameHashCodeAs(callback);
        assertThat(told).isEmpty();
    }

    @Test
    void withoutOneOfTheApplicationsNobodyElseIsTold() {
        new Noting().before(null).accept("one");
        assertThat(told).containsExactly("accept one");
    }

    @Test
    void anInterfaceThatIsNotThereLeavesTheApplicationsOwn() {
        Object own = new Object();
        assertThat(new Noting().standBefore("no.such.Callback", getClass().getClassLoader(), own)).isSameAs(own);
    }
}
