package sim.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an answer's content, by which a client says which answer it has. It leaves the range out, in {@code next} too: {@code from} and
 * {@code to} of {@code last=5m} are others at each request, and the figures are not. Hence it is a weak one.
 */
final class EntityTag {
    /** Within a text a quote has a backslash before it: a text never matches. */
    private static final Pattern RANGE = Pattern.compile("\"from\":\\d+,\"to\":\\d+");
    /** The range stands behind the application's name. */
    private static final int HEAD = 8 << 10;
    /** At the end: the offset of the next page, and the range. */
    private static final Pattern NEXT = Pattern.compile(",\"next\":\"[0-9a-z]+(-[0-9a-z]+-[0-9a-z]+)\"}$");
    private static final int TAIL = 100;
    private static final int BYTES = 16;
    private static final Pattern TAG = Pattern.compile("(?:W/)?(\"[^\"]*\")");

    private EntityTag() {}

    static String of(byte[] answer, int length) {
        MessageDigest digest = digest();
        Matcher range = RANGE.matcher(new String(answer, 0, Math.min(HEAD, length), StandardCharsets.ISO_8859_1));
        int after = 0;
        if (range.find()) {
            digest.update(answer, 0, range.start());
            after = range.end();
        }
        int tail = Math.max(after, length - TAIL);
        Matcher next = NEXT.matcher(new String(answer, tail, length - tail, StandardCharsets.ISO_8859_1));
        int end = next.find() ? tail + next.start(1) : length;
        digest.update(answer, after, end - after);
        return "W/\"" + Base64.getUrlEncoder().withoutPadding()
                .encodeToString(Arrays.copyOf(digest.digest(), BYTES)) + '"';
    }

    /** @param known what {@code If-None-Match} says, or null */
    static boolean isOneOf(String known, String tag) {
        if (known == null) {
            return false;
        }
        Matcher each = TAG.matcher(known);
        while (each.find()) {
            if (tag.equals("W/" + each.group(1))) {
                return true;
            }
        }
        return false;
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException("each Java platform has SHA-256", never);
        }
    }
}
