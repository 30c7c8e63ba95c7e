package sim.server.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A token as it is kept: its name, and the hash of its secret. Its text, which only its holder has, is {@code sim.NAME.SECRET}.
 *
 * @param name what the owner calls it
 * @param role what its holder may do
 * @param apps patterns of the applications it is for; empty for all
 * @param hash SHA-256 of the text, hexadecimal; 256 random bits need no salt
 * @param created when, milliseconds since the epoch
 * @param expires from when on it is refused; 0 for never
 */
public record Token(String name, Role role, List<String> apps, String hash, long created, long expires) {
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final int SECRET_BYTES = 32;
    private static final int LONGEST = 200;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A new text for a token of that name. */
    static String newText(String name) {
        return "sim." + name + "." + secret();
    }

    /** 256 random bits that a header or a cookie can carry. */
    static String secret() {
        byte[] secret = new byte[SECRET_BYTES];
        RANDOM.nextBytes(secret);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    /** The name in a token's text, or null if the text is no token's. */
    public static String nameIn(String text) {
        String[] parts = text.length() > LONGEST ? new String[0] : text.split("\\.", -1);
        return parts.length == 3 && parts[0].equals("sim") && NAME.matcher(parts[1]).matches() ? parts[1] : null;
    }

    static String hash(String text) {
        try {
            return HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every JDK has it
        }
    }

    /** Takes as long for a wrong text's hash as for the right one's. */
    boolean isTextOf(String itsHash) {
        return MessageDigest.isEqual(itsHash.getBytes(StandardCharsets.US_ASCII),
                hash.getBytes(StandardCharsets.US_ASCII));
    }

    public boolean isExpired(long nowMillis) {
        return expires != 0 && nowMillis >= expires;
    }

    /** What the audit log says of it. */
    public String description() {
        return "role=" + role.label() + " apps=" + Applications.of(apps) + " expires="
                + (expires == 0 ? "never" : java.time.Instant.ofEpochMilli(expires).toString());
    }
}
