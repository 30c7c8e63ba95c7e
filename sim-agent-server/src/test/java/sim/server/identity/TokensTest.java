package sim.server.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of tokens: what is wrong in it lets nobody in. */
class TokensTest {
    private static final String GOOD = """
            [{"name":"a","role":"look","hash":"%s","created":1,"expires":0,"apps":["shop-*"]}]"""
            .formatted("0".repeat(64));

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"\"apps\":[\"shop-*\"]|\"apps\":\"shop-*\"", ",\"apps\":[\"shop-*\"]|",
            "\"expires\":0|\"expires\":\"1\"",
            "\"role\":\"look\"|\"role\":\"root\"", "\"name\":\"a\"|\"name\":\"../a\"", "0000|x", "[{|{", "]}]|]}"})
    void anEntryThatIsNotAsItIsWrittenIsNoTokenOfAllApplications(String change) throws Exception {
        TokenFile file = new TokenFile(folder);
        Files.writeString(folder.resolve("tokens.json"), GOOD);
        assertThat(file.read()).hasSize(1);
        String[] parts = change.split("\\|", -1);
        Files.writeString(folder.resolve("tokens.json"), GOOD.replaceFirst(java.util.regex.Pattern.quote(parts[0]),
                parts[1]));
        assertThatThrownBy(file::read).isInstanceOf(IOException.class).hasMessageContaining("tokens.json");
    }

    /** The last one won, so that whoever revoked by hand had revoked nothing, or another. */
    @Test
    void twoEntriesWithOneNameAreRefusedAndTheFormerTokensStay() throws Exception {
        TokenFile file = new TokenFile(folder);
        String text = file.add("a", Role.LOOK, List.of(), null);
        Tokens tokens = new Tokens(file, false);
        String entry = GOOD.substring(1, GOOD.length() - 1);
        Files.writeString(folder.resolve("tokens.json"), "[" + entry + "," + entry.replace("look", "admin") + "]");
        assertThatThrownBy(file::read).isInstanceOf(IOException.class).hasMessageContainingAll("tokens.json",
                "two entries with the name a", "remove one");
        tokens.look();
        assertThat(tokens.find(text)).isNotNull();
        assertThatThrownBy(() -> new Tokens(file, false)).hasMessageContaining("two entries");
    }

    @Test
    void aFileThatCannotBeReadIsSaidInOneLineWithItsCure() throws Exception {
        TokenFile file = new TokenFile(folder);
        Path kept = folder.resolve("tokens.json");
        Files.createDirectory(kept); // whoever tests as root may read any file
        assertThatThrownBy(file::read).isInstanceOf(IOException.class).hasMessageContainingAll("tokens.json",
                "cannot be read", "account");
        Files.delete(kept);
        Files.writeString(kept, GOOD + " ".repeat(4 << 20));
        assertThatThrownBy(file::read).isInstanceOf(IOException.class).hasMessageContaining("larger than");
    }

    @Test
    void aTokenIsGoodUntilItExpiresAndNoOtherTextIs() throws Exception {
        TokenFile file = new TokenFile(folder);
        String text = file.add("one", Role.LOOK, List.of(), null);
        String over = file.add("over", Role.LOOK, List.of(), Duration.ofMillis(-1));
        Tokens tokens = new Tokens(file, false);
        assertThat(text).matches("sim\\.one\\.[A-Za-z0-9_-]{43}");
        assertThat(tokens.find(text)).isNotNull();
        assertThat(tokens.find(over)).isNull();
        for (String wrong : List.of("", "sim", "sim..", "sim.one.", text + "A", text.substring(1),
                "sim.two" + text.substring(7),
                text.toUpperCase(java.util.Locale.ROOT), " " + text, "x".repeat(10_000))) {
            assertThat(tokens.find(wrong)).as(wrong).isNull();
        }
    }

    /** Removed by hand, or lost from a backup: what was locked is not open after a restart. */
    @Test
    void aListThatIsGoneLetsNobodyIn() throws Exception {
        TokenFile file = new TokenFile(folder);
        assertThat(file.revoke("nobody")).isFalse();
        assertThat(new Tokens(file, false).isRequired()).as("a mistaken name locks nothing").isFalse();
        file.add("one", Role.LOOK, List.of(), null);
        Files.delete(folder.resolve("tokens.json"));
        assertThat(file.isLost()).isTrue();
        assertThat(file.lost()).contains("tokens.json is gone", "./sim token add", "tokens.lock");
        Tokens tokens = new Tokens(file, false);
        assertThat(tokens.isRequired()).isTrue();
        String text = file.add("two", Role.LOOK, List.of(), null);
        tokens.look();
        assertThat(tokens.find(text)).isNotNull();
        Files.delete(folder.resolve("tokens.json"));
        Files.delete(folder.resolve("tokens.lock"));
        assertThat(new Tokens(file, false).isRequired()).as("as its owner decided").isFalse();
    }

    /** A server that asked nobody: to make the first token badly closes it all the same. */
    @Test
    void aFirstFileThatCannotBeReadLetsNobodyIn() throws Exception {
        TokenFile file = new TokenFile(folder);
        Tokens tokens = new Tokens(file, false);
        tokens.look();
        assertThat(tokens.isRequired()).isFalse();
        Files.writeString(folder.resolve("tokens.json"), "[{");
        tokens.look();
        assertThat(tokens.isRequired()).isTrue();
        Files.delete(folder.resolve("tokens.json"));
        tokens.look();
        assertThat(tokens.isRequired()).as("what asked once always asks").isTrue();
    }

    @Test
    void aDirectoryOfAnEarlierReleaseIsShut() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        assertThat(OwnFile.shut(data)).isTrue();
        assertThat(Files.getPosixFilePermissions(data)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(OwnFile.shut(data)).isFalse();
        assertThat(OwnFile.shut(folder.resolve("none"))).isFalse();
    }
}
