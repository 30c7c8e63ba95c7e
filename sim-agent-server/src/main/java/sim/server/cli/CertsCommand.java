package sim.server.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import sim.server.identity.OwnFile;
import sim.wire.tls.TlsFiles;

/**
 * {@code sim certs}: an authority, a server's and a collector's certificate to start with. The JDK's own {@code keytool} makes them, so no
 * library is needed for it; every Java that runs the server has one.
 */
@Command(name = "certs", description = "Makes an authority and the certificates of a server and a collector.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class CertsCommand implements Callable<Integer> {
    /** An hour ago: the clocks of machines differ. */
    private static final String START = "-1H";
    private static final String ADDRESS = "[0-9]{1,3}(\\.[0-9]{1,3}){3}|.*:.*";
    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";
    /** What certificates can have as a name. */
    private static final String NAME = "(\\*\\.)?[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*";
    /** A certificate has years of four digits. */
    private static final int MOST_DAYS = 1_000_000;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "certs", description = "where to put them (default: ${DEFAULT-VALUE})")
    private Path out;

    @Option(names = "--host", paramLabel = "NAME", split = ",", description = "a name or an address the server is called by, besides localhost and 127.0.0.1; several with commas")
    private List<String> hosts = List.of();

    @Option(names = "--days", defaultValue = "825", description = "how long they are good (default: ${DEFAULT-VALUE})")
    private int days;

    @Option(names = "--ca", paramLabel = "DIR", description = "signs with the ca.pem and ca-key.pem of an earlier run, which collectors and browsers believe already: so certificates are renewed")
    private Path authority;

    @Override
    public Integer call() throws IOException, InterruptedException, GeneralSecurityException {
        check(); // before anything is made
        if (Files.exists(out.resolve("server.pem"))) {
            throw new IllegalStateException(
                    "--out " + out + " has a server.pem already; name another directory, or remove it");
        }
        TlsFiles earlier = authority == null
                ? null
                : new TlsFiles(authority.resolve("ca.pem"), authority.resolve("ca-key.pem"), null, null);
        int lasting = earlier == null ? days : lasting(earlier);
        String names = Stream.concat(Stream.of("localhost", "127.0.0.1", "::1"), hosts.stream()).distinct()
                .map(each -> (each.matches(ADDRESS) ? "ip:" : "dns:") + each).collect(Collectors.joining(","));
        OwnFile.directory(out);
        Keytool keytool = new Keytool(Files.createTempDirectory(out, "making"), UUID.randomUUID().toString(), START,
                lasting);
        try {
            if (earlier == null) {
                keytool.authority();
            } else {
                keytool.authority(earlier);
            }
            keytool.signed("server",
                    "CN=" + (hosts.isEmpty() ? InetAddress.getLoopbackAddress().getHostName() : hosts.get(0)),
                    "serverAuth", "san=" + names);
            keytool.signed("collector", "CN=collector", "clientAuth", null);
            Files.write(out.resolve("ca.pem"), pem(keytool, "ca", false));
            if (earlier == null) {
                OwnFile.replace(out.resolve("ca-key.pem"), pem(keytool, "ca", true));
            }
            OwnFile.replace(out.resolve("server.pem"), pem(keytool, "server", true));
            OwnFile.replace(out.resolve("collector.pem"), pem(keytool, "collector", true));
        } finally {
            keytool.close();
        }
        System.out.println(earlier == null ? begins() : renews(names, lasting));
        return 0;
    }

    private void check() {
        if (days < 1 || days > MOST_DAYS) {
            throw new IllegalStateException("--days " + days + ": a number from 1 to " + MOST_DAYS);
        }
        for (String host : hosts) {
            if (!(host.matches(ADDRESS) ? isAddress(host) : host.matches(NAME))) {
                throw new IllegalStateException(
                        "--host " + host + " is no name or address of a host: a name has letters, "
                                + "digits, dots and hyphens; several are written with commas");
            }
        }
    }

    /** What has a colon is never looked up as a name. */
    private static boolean isAddress(String host) {
        try {
            return host.contains(":")
                    ? InetAddress.getByName(host) != null && host.matches("[0-9A-Fa-f:.]+")
                    : host.matches(BYTE + "(\\." + BYTE + "){3}");
        } catch (UnknownHostException none) {
            return false;
        }
    }

    private String begins() {
        return "made in " + out + ": ca.pem (give it to browsers and collectors), ca-key.pem (keep it elsewhere), "
                + "server.pem, collector.pem\n"
                + "server:    ./sim server --bind 0.0.0.0 --tls-cert " + out.resolve("server.pem")
                + "   (and --tls-collectors " + out.resolve("ca.pem")
                + " to let in collectors with a certificate alone)\n"
                + "collector: server=tls://HOST:7420,tls.trust=" + out.resolve("ca.pem") + "   (and tls.cert="
                + out.resolve("collector.pem") + ")";
    }

    /** Server and collectors run already. */
    private String renews(String names, int lasting) {
        return "made in " + out + ": server.pem, collector.pem, good for " + lasting + " days, by the authority of "
                + authority + "; no option changes, and nothing is started again\n"
                + "server:    move server.pem to where --tls-cert names the former one; it is good for "
                + names.replaceAll("(dns|ip):", "").replace(",", ", ") + "\n"
                + "collector: move collector.pem to where tls.cert= names the former one; who has no tls.cert= needs nothing";
    }

    /** How many days a certificate of that authority can be good. */
    private int lasting(TlsFiles earlier) throws IOException, GeneralSecurityException {
        Instant until = earlier.shown().get(0).getNotAfter().toInstant();
        long left = Duration.between(Instant.now(), until).toDays();
        if (left < 1) {
            throw new IllegalStateException("--ca " + authority + ": its ca.pem ends at " + until
                    + "; make another authority, without --ca, and give collectors both while they go over");
        }
        return (int) Math.min(days, left);
    }

    /** The chain, and before it the key if it is wanted. */
    private static byte[] pem(Keytool keytool, String alias, boolean withKey)
            throws IOException, GeneralSecurityException {
        StringBuilder text = new StringBuilder();
        KeyStore keys = keytool.keys();
        if (withKey) {
            block(text, "PRIVATE KEY", keys.getKey(alias, keytool.password()).getEncoded());
        }
        List<Certificate> chain = new ArrayList<>(List.of(keys.getCertificateChain(alias)));
        for (Certificate each : chain) {
            block(text, "CERTIFICATE", each.getEncoded());
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static void block(StringBuilder text, String kind, byte[] content) {
        text.append("-----BEGIN ").append(kind).append("-----\n")
                .append(Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(content)).append("\n-----END ")
                .append(kind).append("-----\n");
    }
}
