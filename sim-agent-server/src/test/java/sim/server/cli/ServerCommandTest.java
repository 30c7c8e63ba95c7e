package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What a server cannot be started with is said before anything of it is. */
class ServerCommandTest {
    @ParameterizedTest
    @CsvSource({"500ms,500ms", "601s,601000ms"})
    void aTimeForAnswersIsBounded(String written, String said) {
        ServerCommand command = CommandLine.populateCommand(new ServerCommand(), "--query-time", written);
        assertThatThrownBy(command::call).isInstanceOf(IllegalStateException.class)
                .hasMessage("--query-time " + said + ": 1s to 600s");
    }
}
