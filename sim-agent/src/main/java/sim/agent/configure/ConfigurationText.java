package sim.agent.configure;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a weaver configuration, in the letters that its first bytes say, as the weaver's parser reads it. Without state. */
final class ConfigurationText {
    private static final Pattern DECLARED = Pattern.compile("^<\\?xml[^>]*?\\bencoding\\s*=\\s*[\"']([\\w.:-]+)");
    /** So many bytes at most has the declaration. */
    private static final int FIRST = 200;

    private ConfigurationText() {}

    static String of(byte[] bytes) {
        String text = new String(bytes, charset(bytes));
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private static Charset charset(byte[] bytes) {
        if (bytes.length > 1 && (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF
                || bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE)) {
            return StandardCharsets.UTF_16;
        }
        Matcher declared = DECLARED
                .matcher(new String(bytes, 0, Math.min(FIRST, bytes.length), StandardCharsets.ISO_8859_1));
        try {
            return declared.find() ? Charset.forName(declared.group(1)) : StandardCharsets.UTF_8;
        } catch (IllegalArgumentException unknown) {
            return StandardCharsets.UTF_8; // the weaver reports that
        }
    }
}
