package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.SimHere;
import sim.server.identity.TokenFile;

/** A token's text is written where {@code --out} says, or none is made and the line says what to do. */
class TokenCommandTest {
    @TempDir
    Path folder;

    @Test
    void whereItCannotBeWrittenNoTokenIsMadeAndTheCureIsSaid() throws Exception {
        Path file = folder.resolve("ship.token");
        add("first", file);
        String text = Files.readString(file);
        assertThatThrownBy(() -> add("second", file)).hasMessageContainingAll("--out " + file, "no token was made",
                "name another file and move it there");
        assertThatThrownBy(() -> add("second", folder)).hasMessageContaining("name a file in it");
        assertThatThrownBy(() -> add("second", folder.resolve("none/ship.token")))
                .hasMessageContaining("the folder " + folder.resolve("none") + " is not there");
        assertThat(Files.readString(file)).isEqualTo(text);
        assertThat(new TokenFile(folder.resolve("data")).read()).singleElement()
                .satisfies(token -> assertThat(token.name()).isEqualTo("first"));
    }

    @Test
    void whatIsWrongWithTheDataDirectoryIsNotSaidOfTheFile() throws Exception {
        Path data = Files.writeString(folder.resolve("data"), "no directory");
        Path out = folder.resolve("ship.token");
        assertThatThrownBy(() -> add("ship", out)).hasMessageContainingAll("--data " + data, "no token was made")
                .hasMessageNotContaining("--out");
        assertThat(out).as("there is no token in it").doesNotExist();
        Path elsewhere = data.resolve("inside");
        assertThatThrownBy(() -> new TokenCommand().add("ship", "ship", null, null, out, elsewhere))
                .hasMessageContaining(elsewhere.toString()).hasMessageNotContaining("--out");
        assertThat(out).doesNotExist();
    }

    /** It printed a table without a row, and ended as if nobody had a token. */
    @Test
    void aDirectoryThatIsNotThereHasNoListOfTokens() throws Exception {
        Path none = folder.resolve("none");
        SimHere said = SimHere.run(List.of("token", "list", "--data", none.toString()));
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        assertThat(said.err().lines()).singleElement().asString().contains("--data " + none, "name the server's");
        assertThat(SimHere.run(List.of("token", "list", "--data", folder.toString())).exit()).isZero();
    }

    @Test
    void anAuditLogThatCannotBeWrittenCostsNoToken() throws Exception {
        Files.writeString(Files.createDirectory(folder.resolve("data")).resolve("audit"), "no directory");
        Path out = folder.resolve("ship.token");
        add("ship", out);
        assertThat(out).isNotEmptyFile();
        assertThat(new TokenFile(folder.resolve("data")).read()).hasSize(1);
    }

    private void add(String name, Path out) throws Exception {
        new TokenCommand().add(name, "ship", null, null, out, folder.resolve("data"));
    }
}
