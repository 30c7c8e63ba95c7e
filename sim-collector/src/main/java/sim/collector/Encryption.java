package sim.collector;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.wire.tls.Suites;
import sim.wire.tls.TlsFiles;

/**
 * TLS around a connection to the agent server. The first context of a JVM reads {@code jdk.tls.*} once and for all, and programs set these
 * in {@code main}: so SIM makes its own context, and not before an interval has passed since {@code main} was called. Only the shipper's thread uses it.
 */
final class Encryption {
    private static final long LOOK_NANOS = 20_000_000;
    /** Who starts a JVM otherwise than the launcher may never be seen to call main. */
    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final TlsFiles files;
    private final String host;
    private final long waitNanos;
    private final long since = System.nanoTime();
    private boolean hasBegun;
    /** When main was first seen to have begun: it may have begun before. */
    private long begun;
    private String stamp;
    private SSLContext context;

    /** @param waitNanos how long after the beginning of main it makes nothing */
    Encryption(TlsFiles files, String host, long waitNanos) {
        this.files = files;
        this.host = host;
        this.waitNanos = waitNanos;
    }

    /** With the files and the host that the options name. */
    static Encryption of(Options options) {
        return new Encryption(
                new TlsFiles(path(options, Option.TLS_CERT), path(options, Option.TLS_KEY),
                        path(options, Option.TLS_TRUST),
                        path(options, Option.TLS_PASSWORD)),
                options.host(Option.SERVER), options.duration(Option.INTERVAL).toNanos());
    }

    private static Path path(Options options, Option option) {
        return options.text(option).isEmpty() ? null : Path.of(options.text(option));
    }

    /** Waits for the first interval of main, unless the program ends before. */
    void await(BooleanSupplier ending) throws InterruptedException {
        while (isEarly(System.nanoTime()) && !ending.getAsBoolean()) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    /** Whether it is too early to make anything. Looks for main, so it is asked from the start on: the interval begins when main is seen. */
    boolean isEarly(long now) {
        if (!hasBegun) {
            hasBegun = MainStart.hasBegun();
            begun = now;
        }
        return now - (hasBegun ? begun + waitNanos : since + LONGEST_NANOS) < 0;
    }

    /** Makes the handshake over a connected socket; the server must have a certificate for the name it is called by. */
    Socket around(Socket connected, int port) throws IOException {
        SSLSocket encrypted = (SSLSocket) context().getSocketFactory().createSocket(connected, bare(host), port, true);
        SSLParameters parameters = encrypted.getSSLParameters();
        parameters.setProtocols(Suites.versions());
        parameters.setCipherSuites(Suites.of(parameters.getCipherSuites()));
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        encrypted.setSSLParameters(parameters);
        encrypted.startHandshake();
        return encrypted;
    }

    /** The files are read again when they changed: certificates are renewed while the program runs. */
    private SSLContext context() throws IOException {
        String now = files.stamp();
        if (context == null || !now.equals(stamp)) {
            try {
                context = files.context();
                stamp = now;
            } catch (GeneralSecurityException unusable) {
                throw new IOException("tls.trust= and tls.cert= cannot be used: " + unusable.getMessage(), unusable);
            }
        }
        return context;
    }

    private static String bare(String address) {
        return address.startsWith("[") && address.endsWith("]") ? address.substring(1, address.length() - 1) : address;
    }
}
