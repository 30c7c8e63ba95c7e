package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wherever in the runtime a stack is at its end, and is again in what is done about it, each call is counted once. */
class StackEndTest {
    /** With memory for the calls of a thread and the places of none, too: calls that are too deep, and books that are shared. */
    @ParameterizedTest
    @ValueSource(strings = {"meters=wall", "meters=all", "meters=wall,numbers.memory=1", "meters=all,numbers.memory=1"})
    @SuppressWarnings("unchecked")
    void everyCallIsCountedOnceOrCountedAsNotCountedOnce(String options) throws Exception {
        Class<?> program = new StackEndLoader().loadClass("woven.StackEnd$Program");
        Function<String, String> run = (Function<String, String>) program.getDeclaredConstructor().newInstance();
        assertThat(run.apply(options + ",events=none")).isNull();
    }
}
