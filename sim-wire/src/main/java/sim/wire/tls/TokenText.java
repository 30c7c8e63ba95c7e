package sim.wire.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds a token's text in a file or in the environment: never on a command line, which everybody on the machine can read. Any thread. */
public final class TokenText {
    /** What some editors put before a text in UTF-8. */
    private static final String MARK = "\ufeff";

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
            return given == null ? "" : checked("SIM_TOKEN", given);
        }
        String content;
        try {
            content = new String(Files.readAllBytes(Path.of(named)), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new IOException("the file of the token, " + named + ", cannot be read (" + unreadable + ")",
                    unreadable);
        }
        return checked("the first line of " + named, content.lines().findFirst().orElse(""));
    }

    /** Never says the text: whatever cannot be sent may be a token with a character too many. */
    private static String checked(String where, String given) throws IOException {
        String text = (given.startsWith(MARK) ? given.substring(MARK.length()) : given).trim();
        if (!text.chars().allMatch(each -> each > ' ' && each < 127)) {
            throw new IOException(where + " is no token: a token has letters, digits, '.', '-' and '_' alone; "
                    + "copy it as ./sim token add printed it");
        }
        return text;
    }
}
