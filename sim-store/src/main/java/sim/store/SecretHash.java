package sim.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash of an instance's secret. Somebody who reads the store cannot say hello for the instance. Any thread. */
final class SecretHash {
    private SecretHash() {}

    /** SHA-256, as hexadecimal digits; the secret is random, so it needs no salt. */
    static String of(String secret) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible); // every JDK has it
        }
    }

    /** Whether it is the hash of that secret; an instance that was stored before there were secrets has none, null. */
    static boolean matches(String secret, String hash) {
        byte[] expected = (hash == null ? of("") : hash).getBytes(StandardCharsets.US_ASCII);
        return MessageDigest.isEqual(of(secret).getBytes(StandardCharsets.US_ASCII), expected);
    }
}
