package sim.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import sim.wire.tls.TlsFiles;

/**
 * Makes keys and certificates with the {@code keytool} of this Java, in a directory that is removed afterwards: one run for each, all in one
 * key store. One thread.
 */
final class Keytool implements AutoCloseable {
    /** Little code runs once: these options take a third of the time off. */
    private static final List<String> QUICK = List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC",
            "-J-Xshare:auto");

    private final Path folder;
    private final String password;
    private final String start;
    private final int days;

    /** @param start from when on the certificates are good, as {@code keytool -startdate} has it */
    Keytool(Path folder, String password, String start, int days) {
        this.start = start;
        this.folder = folder;
        this.password = password;
        this.days = days;
    }

    /** An authority. */
    void authority() throws IOException, InterruptedException {
        generate("ca", "CN=SIM authority", List.of("bc:c=ca:true,pathlen:0", "ku:c=keyCertSign,cRLSign"));
    }

    /** That of an earlier run. */
    void authority(TlsFiles earlier) throws IOException, GeneralSecurityException {
        KeyStore from = earlier.keyStore();
        String alias = from.aliases().nextElement();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("ca", from.getKey(alias, earlier.keyPassword()), password(), from.getCertificateChain(alias));
        try (OutputStream out = Files.newOutputStream(store())) {
            keys.store(out, password());
        }
    }

    /** A key and a certificate that the authority signed. */
    void signed(String alias, String name, String use, String extension) throws IOException, InterruptedException {
        List<String> extensions = new ArrayList<>(List.of("eku=" + use, "ku:c=digitalSignature"));
        if (extension != null) {
            extensions.add(extension);
        }
        generate(alias, name, extensions, "-signer", "ca");
    }

    /** All keys so far, each with its chain, by alias. */
    KeyStore keys() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store())) {
            keys.load(in, password.toCharArray());
        }
        return keys;
    }

    char[] password() {
        return password.toCharArray();
    }

    private Path store() {
        return folder.resolve("keys.p12");
    }

    private void generate(String alias, String name, List<String> extensions, String... further)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(
                List.of("-genkeypair", "-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1", "-sigalg",
                        "SHA256withECDSA", "-dname", name, "-startdate", start, "-validity", String.valueOf(days)));
        extensions.forEach(each -> arguments.addAll(List.of("-ext", each)));
        arguments.addAll(List.of(further));
        run(arguments);
    }

    /** The password goes by the environment: a command line can be read by everybody on the machine. */
    private void run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(QUICK);
        command.addAll(arguments);
        command.addAll(List.of("-keystore", store().toString(), "-storepass:env", "SIM_STORE_PASSWORD", "-storetype",
                "PKCS12"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SIM_STORE_PASSWORD", password);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("keytool " + arguments.get(0) + " failed: " + said.strip());
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
