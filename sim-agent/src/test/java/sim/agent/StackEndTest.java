package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Wherever in the runtime a stack is at its end, and is again in what is done about it, each call is counted once.
 * {@code -Dsim.programs=100000} plays more of them.
 */
class StackEndTest {
    /** With memory for the calls of a thread and the places of none, too: calls that are too deep, and books that are shared. */
    @ParameterizedTest
    @CsvSource(delimiter = ' ', value = {"Program meters=wall", "Program meters=all",
            "Program meters=wall,numbers.memory=1", "Program meters=all,numbers.memory=1",
            "ByHand meters=wall", "ByHand meters=all,numbers.memory=1", "InContexts meters=wall",
            "InContexts meters=all,numbers.memory=1",
            "InContexts meters=wall,context.places=2"})
    @SuppressWarnings("unchecked")
    void everyCallIsCountedOnceOrCountedAsNotCountedOnce(String program, String options) throws Exception {
        Class<?> type = new StackEndLoader().loadClass("woven.StackEnd$" + program);
        Function<String, String> run = (Function<String, String>) type.getDeclaredConstructor().newInstance();
        assertThat(run.apply(options + ",events=none")).isNull();
    }
}
