package sim.wire.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds a token's text in a file or in the environment: never on a command line, which everybody on the machine can read. Any thread. */
public final class TokenText {
    private TokenText() {}

    /**
     * The text; empty if there is none.
     *
     * @param file what names a file; null or empty for the one of {@code SIM_TOKEN_FILE}, or the text in {@code SIM_TOKEN}
     */
    public static String read(String file) throws IOException {
        String named = file == null || file.isEmpty() ? System.getenv("SIM_TOKEN_FILE") : file;
        if (named == null || named.isEmpty()) {
            String given = System.getenv("SIM_TOKEN");
            return given == null ? "" : given.trim();
        }
        try {
            return new String(Files.readAllBytes(Path.of(named)), StandardCharsets.UTF_8).lines().findFirst()
                    .orElse("").trim();
        } catch (IOException unreadable) {
            throw new IOException("the file of the token, " + named + ", cannot be read (" + unreadable + ")");
        }
    }
}
