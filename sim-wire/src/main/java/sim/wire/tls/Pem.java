package sim.wire.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads certificates and private keys in PEM. What cannot be read is said in one line that names the file and the cure. */
final class Pem {
    private static final Pattern BLOCK = Pattern
            .compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "EdDSA");

    private Pem() {}

    static boolean is(byte[] content) {
        return new String(content, StandardCharsets.ISO_8859_1).contains("-----BEGIN ");
    }

    /** The certificates of a file, in their order. */
    static List<Certificate> certificates(Path file, byte[] content) throws IOException {
        List<Certificate> found = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Matcher block = blocks(content); block.find();) {
                if (block.group(1).endsWith("CERTIFICATE")) {
                    found.add(factory.generateCertificate(new ByteArrayInputStream(bytes(block))));
                }
            }
        } catch (GeneralSecurityException | IllegalArgumentException broken) {
            throw new IOException(file + " has a certificate that cannot be read (" + broken.getMessage() + ")");
        }
        if (found.isEmpty()) {
            throw new IOException(file + " has no certificate; it must have a block BEGIN CERTIFICATE");
        }
        return found;
    }

    /** The private key of a file. */
    static PrivateKey key(Path file, byte[] content) throws IOException {
        for (Matcher block = blocks(content); block.find();) {
            if (block.group(1).equals("PRIVATE KEY")) {
                return key(file, block);
            }
            if (block.group(1).endsWith("PRIVATE KEY")) {
                throw new IOException(file + " has a key as " + block.group(1)
                        + "; SIM reads PKCS#8 without a password: openssl pkcs8 -topk8 -nocrypt -in FILE -out NEW");
            }
        }
        throw new IOException(file + " has no private key; it must have a block BEGIN PRIVATE KEY");
    }

    private static PrivateKey key(Path file, Matcher block) throws IOException {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes(block)));
            } catch (InvalidKeySpecException other) {
                // another algorithm's, perhaps
            } catch (GeneralSecurityException | IllegalArgumentException broken) {
                throw new IOException(file + " has a key that cannot be read (" + broken.getMessage() + ")");
            }
        }
        throw new IOException(file + " has a key that is neither EC, RSA nor EdDSA");
    }

    private static Matcher blocks(byte[] content) {
        return BLOCK.matcher(new String(content, StandardCharsets.ISO_8859_1));
    }

    private static byte[] bytes(Matcher block) {
        return Base64.getMimeDecoder().decode(block.group(2));
    }
}
