package sim.server.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.store.loop.Loop;
import sim.wire.tls.Suites;
import sim.wire.tls.TlsFiles;

/**
 * TLS at both ports, from the same files. When they change, connections from then on have what is in them now; files that do not fit together
 * leave what was there before, because a key and its certificate are seldom replaced at the same moment. Any thread.
 */
public final class ServerTls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    /** The JDK keeps a session for a day otherwise: who resumes one shows no certificate again. */
    private static final int SESSION_SECONDS = 600;

    static {
        // the server's own process; the JDK reads it when its TLS is first used. A handshake costs a server more than its client
        System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }

    private final TlsFiles files;
    /** Whether a collector must show a certificate that {@code trust} signed. Browsers need not: they have tokens. */
    private final boolean mutual;
    private final SslContextFactory.Server http = new SslContextFactory.Server();
    private final Validity validity;
    private final Loop looking;
    /** Of both doors. */
    private volatile SSLContext context;
    private String stamp;
    private String said = "";

    /**
     * @throws IllegalStateException with one line, if the files cannot be used
     */
    public ServerTls(TlsFiles files) {
        this.files = files;
        this.mutual = files.trust() != null;
        this.stamp = files.stamp();
        this.validity = new Validity(line -> LOG.warn("TLS: the certificate in {}: {}", files.cert(), line));
        try {
            context = read();
            configure(http, context);
            validity.of(files.shown(), Instant.now());
        } catch (IOException | GeneralSecurityException unusable) {
            throw new IllegalStateException("--tls-cert: " + unusable.getMessage(), unusable);
        }
        this.looking = Loop.every("sim-tls", LOOK, this::look,
                failure -> LOG.warn("the certificates stay as they are after {}", String.valueOf(failure)));
    }

    private SSLContext read() throws IOException, GeneralSecurityException {
        SSLContext read = files.context();
        read.getServerSessionContext().setSessionTimeout(SESSION_SECONDS);
        return read;
    }

    /** When the certificate ends that a collector showed, in this handshake or in one whose session it resumed. */
    public Instant until(SSLSocket collector) throws SSLPeerUnverifiedException {
        return mutual
                ? ((X509Certificate) collector.getSession().getPeerCertificates()[0]).getNotAfter().toInstant()
                : Instant.MAX;
    }

    /** For Jetty. */
    public SslContextFactory.Server http() {
        return http;
    }

    /** Wraps a collector's socket; the handshake is still to be made, and closing the result closes the socket. */
    public SSLSocket accept(Socket socket) throws IOException {
        SSLSocket wrapped = (SSLSocket) context.getSocketFactory().createSocket(socket,
                socket.getInetAddress().getHostAddress(), socket.getPort(), true);
        wrapped.setUseClientMode(false);
        SSLParameters parameters = wrapped.getSSLParameters();
        parameters.setProtocols(Suites.versions());
        parameters.setCipherSuites(Suites.of(parameters.getCipherSuites()));
        parameters.setUseCipherSuitesOrder(true);
        parameters.setNeedClientAuth(mutual);
        wrapped.setSSLParameters(parameters);
        return wrapped;
    }

    /** What collectors have is Jetty's too: both doors change together, and files are read once. */
    private static void configure(SslContextFactory factory, SSLContext context) {
        factory.setSslContext(context);
        factory.setRenegotiationAllowed(false);
        factory.setIncludeProtocols(Suites.versions());
        factory.setExcludeCipherSuites();
        factory.setIncludeCipherSuites(Suites.of(context.getDefaultSSLParameters().getCipherSuites()));
    }

    private void look() {
        String now = files.stamp();
        if (now.equals(stamp)) {
            validity.look(Instant.now());
            return;
        }
        try {
            SSLContext next = read();
            change(next);
            stamp = now;
            said = "";
            validity.of(files.shown(), Instant.now());
            LOG.info("TLS: new connections use the certificates of {} as they are now", files.cert());
        } catch (Exception notFit) {
            if (!said.equals(String.valueOf(notFit.getMessage()))) {
                said = String.valueOf(notFit.getMessage());
                LOG.warn("TLS: the former certificates stay in use ({})", said);
            }
        }
    }

    private void change(SSLContext next) throws Exception {
        SSLContext former = context;
        try {
            http.reload(factory -> configure(factory, next));
        } catch (Exception notTaken) {
            http.reload(factory -> configure(factory, former));
            throw notTaken;
        }
        context = next;
    }

    /** What collectors' connections from now on have. */
    SSLContext context() {
        return context;
    }

    @Override
    public void close() {
        looking.close();
    }
}
