package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.server.Batches;
import sim.server.cli.Certificates;
import sim.server.cli.OpenSsl;
import sim.server.identity.Guard;
import sim.server.ingest.Ingest;
import sim.server.tls.ServerTls;
import sim.store.DuckDbStore;
import sim.wire.FrameCodec;
import sim.wire.Refusal;
import sim.wire.Welcome;
import sim.wire.WireFrame;
import sim.wire.tls.TlsFiles;

/** The collector's transport against the real collectors' port, with certificates of {@code ./sim certs}. */
class TlsTransportTest {
    @TempDir
    static Path folder;

    private static Certificates ours;
    private static Certificates theirs;
    /** Of certificates that have expired. */
    private static Path old;
    private static DuckDbStore store;
    private static final AtomicInteger NUMBER = new AtomicInteger();

    @BeforeAll
    static void make() throws Exception {
        ours = Certificates.make(folder.resolve("ours"));
        theirs = Certificates.make(folder.resolve("theirs"), "--host", "sim.example,192.0.2.7");
        old = Certificates.expired(folder.resolve("old"));
        store = new DuckDbStore(folder.resolve("data"));
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    @Test
    void keysAreTheirOwnersAlone() throws Exception {
        assertThat(Files.getPosixFilePermissions(ours.server()))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(ours.collector()))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(ours.ca().resolveSibling("ca-key.pem")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.list(ours.ca().getParent()).map(each -> each.getFileName().toString()))
                .containsExactlyInAnyOrder(
                        "ca.pem", "ca-key.pem", "server.pem", "collector.pem");
    }

    @Test
    void aHelloGoesThroughTls() throws Exception {
        try (ServerTls tls = ours.tls(); Ingest ingest = listen(tls)) {
            assertThat(hello(ingest, "127.0.0.1", ours.ca(), null)).isInstanceOf(Welcome.class);
            assertThat(hello(ingest, "localhost", ours.ca(), null)).isInstanceOf(Welcome.class);
        }
    }

    @Test
    void aServerOfAnotherAuthorityIsNotBelieved() throws Exception {
        try (ServerTls tls = theirs.tls(); Ingest ingest = listen(tls)) {
            assertThatThrownBy(() -> hello(ingest, "127.0.0.1", ours.ca(), null)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> hello(ingest, "127.0.0.1", null, null)).isInstanceOf(IOException.class); // nor by the JDK's
            await().atMost(Duration.ofSeconds(60)).until(() -> ingest.refusals().counts().getOrDefault("tls", 0L) >= 1);
        }
    }

    @Test
    void aServerOfAnotherNameIsNotBelieved() throws Exception {
        try (ServerTls tls = ours.tls(); Ingest ingest = new Ingest(store, "0.0.0.0", 0, Guard.open(), tls)) {
            assertThatThrownBy(() -> hello(ingest, "127.0.0.2", ours.ca(), null)).hasMessageContaining("127.0.0.2");
        }
    }

    @Test
    void anExpiredCertificateIsNotBelieved() throws Exception {
        try (ServerTls tls = new ServerTls(
                new TlsFiles(old.resolve("server.p12"), null, null, old.resolve("password")));
                Ingest ingest = listen(tls)) {
            assertThatThrownBy(() -> hello(ingest, "127.0.0.1", old.resolve("ca.pem"), null))
                    .hasStackTraceContaining("NotAfter");
        }
    }

    @Test
    void aSelfSignedCertificateIsNotBelieved() throws Exception {
        Path self = folder.resolve("ours/ca.pem");
        try (ServerTls tls = new ServerTls(new TlsFiles(self, folder.resolve("ours/ca-key.pem"), null, null));
                Ingest ingest = listen(tls)) {
            assertThatThrownBy(() -> hello(ingest, "127.0.0.1", theirs.ca(), null)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void whereACollectorsCertificateIsWantedOneWithoutIsRefused() throws Exception {
        try (ServerTls tls = ours.mutual(); Ingest ingest = listen(tls)) {
            assertThat(hello(ingest, "127.0.0.1", ours.ca(), ours.collector())).isInstanceOf(Welcome.class);
            assertThatThrownBy(() -> hello(ingest, "127.0.0.1", ours.ca(), null)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> hello(ingest, "127.0.0.1", ours.ca(), theirs.collector()))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void aCollectorsCertificateThatHasExpiredIsRefused() throws Exception {
        Path authority = Files.writeString(folder.resolve("both.pem"),
                Files.readString(ours.ca()) + Files.readString(old.resolve("ca.pem")));
        try (ServerTls tls = new ServerTls(new TlsFiles(ours.server(), null, authority, null));
                Ingest ingest = listen(tls)) {
            assertThat(hello(ingest, "127.0.0.1", ours.ca(), ours.collector())).isInstanceOf(Welcome.class);
            String shown = "server=tls://127.0.0.1:" + ingest.port() + ",interval=1ms,tls.trust=" + authority
                    + ",tls.cert=" + old.resolve("collector.p12") + ",tls.password.file=" + old.resolve("password");
            assertThatThrownBy(() -> hello(Options.load(shown, new Properties())))
                    .isInstanceOf(IOException.class);
            await().atMost(Duration.ofSeconds(60)).until(() -> ingest.refusals().counts().getOrDefault("tls", 0L) >= 1);
        }
    }

    @Test
    void aCollectorWhoseCertificateExpiresMeanwhileIsEnded() throws Exception {
        Path brief = Certificates.expiring(folder.resolve("short"), 20);
        Path authority = Files.writeString(folder.resolve("three.pem"),
                Files.readString(ours.ca()) + Files.readString(brief.resolve("ca.pem")));
        try (ServerTls tls = new ServerTls(new TlsFiles(ours.server(), null, authority, null));
                Ingest ingest = listen(tls);
                TcpTransport transport = new TcpTransport(Options.load("server=tls://127.0.0.1:" + ingest.port()
                        + ",interval=1ms,tls.trust=" + authority + ",tls.cert=" + brief.resolve("collector.p12")
                        + ",tls.password.file=" + brief.resolve("password"), new Properties()));
                Transport.Link link = transport.open(() -> false)) {
            link.send(FrameCodec.encode(Batches.hello("shop", "short")));
            assertThat(link.acknowledged()).isInstanceOf(Welcome.class);
            await().atMost(Duration.ofMinutes(3)).until(() -> !ingest.connected().contains("short"));
            assertThat(link.acknowledged()).isInstanceOfSatisfying(Refusal.class,
                    refusal -> assertThat(refusal.reason()).contains("its certificate expired at"));
        }
    }

    /** Whoever has a program's certificate is no server to the others. */
    @Test
    void aCollectorsCertificateIsNoServers() throws Exception {
        try (ServerTls tls = new ServerTls(new TlsFiles(ours.collector(), null, null, null));
                Ingest ingest = listen(tls)) {
            assertThatThrownBy(() -> hello(ingest, "127.0.0.1", ours.ca(), null)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void clearTextIsNotUnderstoodAndTheOthersAreServed() throws Exception {
        try (ServerTls tls = ours.tls(); Ingest ingest = listen(tls)) {
            try (TcpTransport clear = new TcpTransport("127.0.0.1", ingest.port())) {
                Transport.Link link = clear.open(() -> false);
                link.send(FrameCodec.encode(Batches.hello("shop", "clear")));
                assertThatThrownBy(() -> {
                    if (link.acknowledged() == null) {
                        throw new IOException("closed");
                    }
                }).hasMessageContaining("tls://");
            }
            assertThat(hello(ingest, "127.0.0.1", ours.ca(), null)).isInstanceOf(Welcome.class);
        }
    }

    @Test
    void whoeverCannotConnectIsToldWhatToDo() throws Exception {
        try (ServerTls tls = ours.tls();
                Ingest ingest = new Ingest(store, "0.0.0.0", 0, Guard.open(), tls);
                Ingest clear = new Ingest(store, "127.0.0.1", 0, Guard.open(), null)) {
            String good = "server=tls://127.0.0.1:" + ingest.port();
            assertThat(said(good)).contains("Name the authority of its certificate", "tls.trust=");
            assertThat(said(good + ",tls.trust=" + folder.resolve("none.pem"))).contains("none.pem",
                    "Correct the name of that file");
            assertThat(said(good + ",tls.trust=" + ours.ca() + ",token.file=" + folder.resolve("no.token")))
                    .contains("no.token", "Correct the name of that file");
            assertThat(said("server=tls://127.0.0.2:" + ingest.port() + ",tls.trust=" + ours.ca()))
                    .contains("127.0.0.2", "./sim certs --host");
            assertThat(said("server=tls://127.0.0.1:" + clear.port() + ",tls.trust=" + ours.ca()))
                    .contains("It has no TLS there");
            assertThat(said("server=127.0.0.1:" + ingest.port())).contains("server= begins with tls://");
            assertThat(said("server=tls://127.0.0.1:1,tls.trust=" + ours.ca())).contains("Start it with ./sim server");
        }
        try (ServerTls tls = new ServerTls(
                new TlsFiles(old.resolve("server.p12"), null, null, old.resolve("password")));
                Ingest ingest = listen(tls)) {
            assertThat(said("server=tls://127.0.0.1:" + ingest.port() + ",tls.trust=" + old.resolve("ca.pem")))
                    .contains("that has not expired");
        }
    }

    /** What the collector of a program with these options says of the server. */
    private static String said(String given) throws Exception {
        Options options = Options.load(given + ",application=shop,interval=50ms", new Properties());
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true));
        Collector collector = new Collector();
        try {
            collector.start(new Metering(options), options);
            await().atMost(Duration.ofSeconds(60)).until(() -> said.toString().contains("metering continues"));
        } finally {
            collector.stop();
            System.setErr(err);
        }
        return said.toString();
    }

    @Test
    void filesThatChangeAreUsedByTheNextConnection() throws Exception {
        Certificates first = Certificates.make(folder.resolve("first"));
        try (ServerTls tls = first.tls(); Ingest ingest = listen(tls)) {
            assertThat(hello(ingest, "127.0.0.1", first.ca(), null)).isInstanceOf(Welcome.class);
            byte[] good = Files.readAllBytes(first.server());
            Files.writeString(first.server(), "-----BEGIN half of a file");
            Thread.sleep(1_500); // it is looked at each second
            assertThat(hello(ingest, "127.0.0.1", first.ca(), null)).isInstanceOf(Welcome.class);
            first.replaceBy(ours);
            await().atMost(Duration.ofSeconds(60)).until(() -> accepts(ingest, ours.ca()));
            assertThat(accepts(ingest, first.ca())).isFalse();
            Files.write(first.server(), good);
            await().atMost(Duration.ofSeconds(60)).until(() -> accepts(ingest, first.ca()));
        }
    }

    static List<String> offers() {
        return OpenSsl.OFFERS;
    }

    @ParameterizedTest
    @MethodSource("offers")
    void newVersionsAndCiphersWithForwardSecrecyAlone(String offer) throws Exception {
        try (ServerTls tls = ours.tls(); Ingest ingest = listen(tls)) {
            assertThat(OpenSsl.speaks(ingest.port(), ours.ca(), offer)).isEqualTo(OpenSsl.isGood(offer));
        }
    }

    @Test
    void noClientAsksForAnotherHandshake() throws Exception {
        try (ServerTls tls = ours.tls(); Ingest ingest = listen(tls)) {
            assertThat(OpenSsl.renegotiates(ingest.port(), ours.ca())).isFalse();
        }
    }

    @Test
    void aHandshakeThatNeverEndsIsEnded() throws Exception {
        try (ServerTls tls = ours.tls();
                Ingest ingest = listen(tls);
                Socket slow = new Socket("127.0.0.1", ingest.port())) {
            slow.setSoTimeout(20_000);
            slow.getOutputStream().write(new byte[]{22, 3, 1, 2, 0});
            long begun = System.nanoTime();
            try {
                for (int sent = 0; sent < 12; sent++) { // a byte a second is never silent for the whole time
                    slow.getOutputStream().write(1);
                    Thread.sleep(1_000);
                }
                assertThat(slow.getInputStream().readAllBytes()).hasSizeLessThan(100);
            } catch (IOException closed) {
                // as it should be
            }
            assertThat(System.nanoTime() - begun).isLessThan(20_000_000_000L);
        }
    }

    /** A server that is never silent for as long as a read may take: the socket's own timeout begins anew with each byte. */
    @Test
    void aServerThatDrawsOutItsHandshakeIsLeft() throws Exception {
        try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> {
                try (Socket peer = slow.accept()) {
                    peer.getOutputStream().write(new byte[]{22, 3, 3, 0x40, 0}); // of a record of 16 KB
                    for (;;) {
                        peer.getOutputStream().write(0);
                        Thread.sleep(1_000);
                    }
                } catch (IOException | InterruptedException left) {
                    // as it should be
                }
            });
            server.start();
            assertThat(said("server=tls://127.0.0.1:" + slow.getLocalPort() + ",tls.trust=" + ours.ca()))
                    .contains("its handshake took too long");
            server.join();
        }
    }

    @Test
    void nothingOfTlsIsMadeBeforeTheFirstInterval() throws Exception {
        try (ServerTls tls = ours.tls(); Ingest ingest = listen(tls)) {
            long begun = System.nanoTime();
            try (TcpTransport transport = new TcpTransport(options(ingest, "127.0.0.1", ours.ca(), null, "2s"));
                    Transport.Link link = transport.open(() -> false)) {
                assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(1_900_000_000L);
            }
        }
    }

    private static boolean accepts(Ingest ingest, Path authority) throws Exception {
        try {
            return hello(ingest, "127.0.0.1", authority, null) instanceof Welcome;
        } catch (IOException refused) {
            return false;
        }
    }

    private static Ingest listen(ServerTls tls) throws IOException {
        return new Ingest(store, "127.0.0.1", 0, Guard.open(), tls);
    }

    private static WireFrame hello(Ingest ingest, String host, Path trust, Path cert) throws Exception {
        return hello(options(ingest, host, trust, cert, "1ms"));
    }

    private static WireFrame hello(Options options) throws Exception {
        try (TcpTransport transport = new TcpTransport(options);
                Transport.Link link = transport.open(() -> false)) {
            link.send(FrameCodec.encode(Batches.hello("shop", "tls-" + NUMBER.incrementAndGet())));
            WireFrame answer = link.acknowledged();
            if (answer == null) {
                throw new IOException("it closed the connection");
            }
            return answer;
        }
    }

    private static Options options(Ingest ingest, String host, Path trust, Path cert, String interval) {
        return Options.load("server=tls://" + host + ":" + ingest.port() + (trust == null ? "" : ",tls.trust=" + trust)
                + (cert == null ? "" : ",tls.cert=" + cert) + ",interval=" + interval, new Properties());
    }
}
