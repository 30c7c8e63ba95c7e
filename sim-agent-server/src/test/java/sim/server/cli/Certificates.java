package sim.server.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import picocli.CommandLine;
import sim.server.tls.ServerTls;
import sim.wire.tls.TlsFiles;

/** Certificates as {@code ./sim certs} makes them, for tests. */
public final class Certificates {
    private final Path folder;

    private Certificates(Path folder) {
        this.folder = folder;
    }

    /** Runs the command in this JVM. */
    public static Certificates make(Path folder, String... further) {
        List<String> arguments = new ArrayList<>(List.of("--out", folder.toString()));
        arguments.addAll(Arrays.asList(further));
        int exit = new CommandLine(new CertsCommand()).execute(arguments.toArray(new String[0]));
        if (exit != 0) {
            throw new AssertionError("certs ended with " + exit);
        }
        return new Certificates(folder);
    }

    /** Certificates of a server and a collector that were good until nine days ago, of an authority that is good. */
    public static Path expired(Path folder) throws Exception {
        Files.createDirectories(folder);
        Path making = Files.createDirectory(folder.resolve("making"));
        String password = "not a secret";
        new Keytool(making, password, "-1H", 10).authority();
        Keytool old = new Keytool(making, password, "-10d", 1);
        old.signed("server", "CN=old", "serverAuth", "san=ip:127.0.0.1");
        old.signed("collector", "CN=old", "clientAuth", null);
        alone(old, "server", folder.resolve("server.p12"));
        alone(old, "collector", folder.resolve("collector.p12"));
        authorityOf(old, folder);
        return folder;
    }

    /** A collector's certificate that is good for so many seconds, and its authority. */
    public static Path expiring(Path folder, int seconds) throws Exception {
        Path making = Files.createDirectories(folder.resolve("making"));
        String password = "not a secret";
        new Keytool(making, password, "-1H", 10).authority();
        Keytool brief = new Keytool(making, password, "-23H-" + (59 - seconds / 60) + "M-" + (60 - seconds % 60) + "S",
                1);
        brief.signed("collector", "CN=brief", "clientAuth", null);
        alone(brief, "collector", folder.resolve("collector.p12"));
        authorityOf(brief, folder);
        return folder;
    }

    private static void authorityOf(Keytool keytool, Path folder) throws Exception {
        Files.writeString(folder.resolve("ca.pem"), "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder().encodeToString(keytool.keys().getCertificate("ca").getEncoded())
                + "\n-----END CERTIFICATE-----\n");
        Files.writeString(folder.resolve("password"), "not a secret");
    }

    private static void alone(Keytool keytool, String alias, Path file) throws Exception {
        KeyStore all = keytool.keys();
        KeyStore one = KeyStore.getInstance("PKCS12");
        one.load(null, null);
        one.setKeyEntry(alias, all.getKey(alias, keytool.password()), keytool.password(),
                all.getCertificateChain(alias));
        try (OutputStream out = Files.newOutputStream(file)) {
            one.store(out, keytool.password());
        }
    }

    public Path ca() {
        return folder.resolve("ca.pem");
    }

    public Path server() {
        return folder.resolve("server.pem");
    }

    public Path collector() {
        return folder.resolve("collector.pem");
    }

    public ServerTls tls() {
        return new ServerTls(new TlsFiles(server(), null, null, null));
    }

    /** The server asks collectors for a certificate. */
    public ServerTls mutual() {
        return new ServerTls(new TlsFiles(server(), null, ca(), null));
    }

    /** Puts the server's key and certificate of another authority in the place of these. */
    public void replaceBy(Certificates others) throws IOException {
        Files.copy(others.server(), server().resolveSibling("next"));
        Files.move(server().resolveSibling("next"), server(), java.nio.file.StandardCopyOption.REPLACE_EXISTING,
                java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    }
}
