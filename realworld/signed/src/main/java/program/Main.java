package program;

import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/** A provider that the JDK accepts only if its jar's signature holds: digests, ciphers and signatures. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        byte[] text = "always on".repeat(1000).getBytes();
        for (String digest : new String[]{"SHA3-512", "BLAKE2B-256", "WHIRLPOOL", "SM3"}) {
            System.out.println(digest + " " + hex(MessageDigest.getInstance(digest, "BC").digest(text)));
        }
        for (String cipher : new String[]{"AES", "Camellia", "Twofish", "SM4"}) {
            Cipher made = Cipher.getInstance(cipher + "/CBC/PKCS5Padding", "BC");
            made.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], cipher), new IvParameterSpec(new byte[16]));
            System.out.println(cipher + " " + hex(MessageDigest.getInstance("SHA-256").digest(made.doFinal(text))));
        }
        KeyPairGenerator pairs = KeyPairGenerator.getInstance("Ed25519", "BC");
        pairs.initialize(256, new SecureRandom());
        KeyPair pair = pairs.generateKeyPair();
        Signature signature = Signature.getInstance("Ed25519", "BC");
        signature.initSign(pair.getPrivate());
        signature.update(text);
        byte[] signed = signature.sign();
        signature.initVerify(pair.getPublic());
        signature.update(text);
        System.out.println("verified: " + signature.verify(signed));
        System.out.println("signers: " + (BouncyCastleProvider.class.getSigners() != null));
    }

    private static String hex(byte[] bytes) {
        return new BigInteger(1, bytes).toString(16);
    }
}
