package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

    private void add(String name, Path out) throws Exception {
        new TokenCommand().add(name, "ship", null, null, out, folder.resolve("data"));
    }
}
