package sim.wire.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * The files of one side of TLS, each in PEM or PKCS#12. Any thread.
 *
 * @param cert     the side's own certificate and the ones between it and the authority; null for none
 * @param key      its private key, if it is not in {@code cert}; else null
 * @param trust    the certificates of the authorities that it believes; null for those of the JDK
 * @param password a file whose first line is the password of the PKCS#12 files; null for none
 */
public record TlsFiles(Path cert, Path key, Path trust, Path password) {
    /** In memory alone; the key store wants one. */
    private static final char[] MEMORY = "memory".toCharArray();

    /** What tells changed files from those that were read. */
    public String stamp() {
        StringBuilder stamp = new StringBuilder();
        for (Path file : files()) {
            try {
                BasicFileAttributes known = Files.readAttributes(file, BasicFileAttributes.class);
                stamp.append(known.fileKey()).append(' ').append(known.lastModifiedTime()).append(' ')
                        .append(known.size()).append(';');
            } catch (IOException gone) {
                stamp.append("gone;");
            }
        }
        return stamp.toString();
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        for (Path file : new Path[]{cert, key, trust, password}) {
            if (file != null) {
                files.add(file);
            }
        }
        return files;
    }

    /** The side's own key and certificates, under {@link #keyPassword}; null if it has none. */
    public KeyStore keyStore() throws IOException, GeneralSecurityException {
        if (cert == null) {
            return null;
        }
        byte[] content = read(cert);
        if (!Pem.is(content)) {
            KeyStore store = pkcs12(cert, content);
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    return store;
                }
            }
            throw new IOException(cert + " has no private key");
        }
        List<Certificate> chain = Pem.certificates(cert, content);
        PrivateKey secret = Pem.key(key == null ? cert : key, key == null ? content : read(key));
        if (!isPair(secret, chain.get(0).getPublicKey())) {
            throw new IOException(
                    cert + " is not the certificate of the key" + (key == null ? " in it" : " in " + key));
        }
        KeyStore store = empty();
        store.setKeyEntry("own", secret, MEMORY, chain.toArray(new Certificate[0]));
        return store;
    }

    /** The certificates that it shows: its own, and the ones between it and the authority. None if it has no key. */
    public List<X509Certificate> shown() throws IOException, GeneralSecurityException {
        List<X509Certificate> shown = new ArrayList<>();
        KeyStore own = keyStore();
        if (own != null) {
            for (String alias : Collections.list(own.aliases())) {
                Certificate[] chain = own.isKeyEntry(alias) ? own.getCertificateChain(alias) : new Certificate[0];
                for (Certificate each : chain) {
                    shown.add((X509Certificate) each);
                }
            }
        }
        return shown;
    }

    /** The password of the key in {@link #keyStore}. */
    public char[] keyPassword() throws IOException {
        return cert == null || Pem.is(read(cert)) ? MEMORY.clone() : storePassword();
    }

    /** The authorities that it believes; null for those of the JDK. */
    public KeyStore trustStore() throws IOException, GeneralSecurityException {
        if (trust == null) {
            return null;
        }
        byte[] content = read(trust);
        if (!Pem.is(content)) {
            return pkcs12(trust, content);
        }
        KeyStore store = empty();
        int number = 0;
        for (Certificate each : Pem.certificates(trust, content)) {
            store.setCertificateEntry("authority" + number++, each);
        }
        return store;
    }

    /** A context of its own: never the JVM's default one, which the program may set up as it likes. */
    public SSLContext context() throws IOException, GeneralSecurityException {
        KeyStore own = keyStore();
        KeyManager[] keys = null;
        if (own != null) {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(own, keyPassword());
            keys = factory.getKeyManagers();
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trustStore());
        TrustManager[] trusted = factory.getTrustManagers();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trusted, null);
        return context;
    }

    private KeyStore pkcs12(Path file, byte[] content) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try {
            store.load(new ByteArrayInputStream(content), storePassword());
        } catch (IOException wrong) {
            throw new IOException(file + " is neither PEM nor PKCS#12 with the password that is given ("
                    + wrong.getMessage() + ")");
        }
        return store;
    }

    private char[] storePassword() throws IOException {
        return password == null
                ? new char[0]
                : new String(read(password), StandardCharsets.UTF_8).lines().findFirst().orElse("").toCharArray();
    }

    /** While files are being replaced a key may be older or newer than its certificate. */
    private static boolean isPair(PrivateKey secret, PublicKey shown) throws GeneralSecurityException {
        String algorithm = secret.getAlgorithm();
        if (!shown.getAlgorithm().equals(algorithm)) {
            return false;
        }
        Signature signature = Signature.getInstance(
                algorithm.equals("EC") || algorithm.equals("RSA")
                        ? "SHA256with" + algorithm.replace("EC", "ECDSA")
                        : algorithm);
        byte[] tried = {1};
        signature.initSign(secret);
        signature.update(tried);
        byte[] signed = signature.sign();
        signature.initVerify(shown);
        signature.update(tried);
        return signature.verify(signed);
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException unreadable) {
            throw new IOException(file + " cannot be read (" + unreadable + ")", unreadable);
        }
    }
}
