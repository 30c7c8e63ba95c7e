package sim.server.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Makes keys and certificates with the {@code keytool} of this Java, in a directory that is removed afterwards. One thread. */
final class Keytool implements AutoCloseable {
    /** A key store and its password. */
    record Store(KeyStore keys, char[] password) {}

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
        run("-genkeypair", "-alias", "ca", "-keyalg", "EC", "-groupname", "secp256r1", "-sigalg", "SHA256withECDSA",
                "-dname", "CN=SIM authority",
                "-ext", "bc:c=ca:true,pathlen:0", "-ext", "ku:c=keyCertSign,cRLSign", "-startdate", start, "-validity",
                String.valueOf(days), "-keystore", file("ca.p12"));
    }

    /** A key and a certificate that the authority signed. */
    void signed(String alias, String name, String use, String extension) throws IOException, InterruptedException {
        run("-genkeypair", "-alias", alias, "-keyalg", "EC", "-groupname", "secp256r1", "-sigalg", "SHA256withECDSA",
                "-dname", name, "-startdate", start, "-validity",
                String.valueOf(days), "-keystore", file(alias + ".p12"));
        run("-certreq", "-alias", alias, "-keystore", file(alias + ".p12"), "-file", file(alias + ".csr"));
        List<String> sign = new ArrayList<>(List.of("-gencert", "-alias", "ca", "-keystore", file("ca.p12"), "-infile",
                file(alias + ".csr"), "-outfile", file(alias + ".crt"), "-rfc", "-startdate", start, "-validity",
                String.valueOf(days),
                "-ext",
                "eku=" + use, "-ext", "ku:c=digitalSignature"));
        if (extension != null) {
            sign.addAll(List.of("-ext", extension));
        }
        run(sign.toArray(new String[0]));
        run("-exportcert", "-alias", "ca", "-keystore", file("ca.p12"), "-rfc", "-file", file("ca.crt"));
        run("-importcert", "-noprompt", "-alias", "ca", "-keystore", file(alias + ".p12"), "-file", file("ca.crt"));
        run("-importcert", "-noprompt", "-alias", alias, "-keystore", file(alias + ".p12"), "-file",
                file(alias + ".crt"));
    }

    Store store(String name) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve(name + ".p12"))) {
            keys.load(in, password.toCharArray());
        }
        return new Store(keys, password.toCharArray());
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    /** The password goes by the environment: a command line can be read by everybody on the machine. */
    private void run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass:env", "SIM_STORE_PASSWORD", "-storetype", "PKCS12"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("SIM_STORE_PASSWORD", password);
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("keytool " + arguments[0] + " failed: " + said.strip());
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
