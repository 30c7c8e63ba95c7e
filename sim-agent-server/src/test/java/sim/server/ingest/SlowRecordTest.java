package sim.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.cli.Certificates;
import sim.server.identity.Guard;
import sim.server.tls.ServerTls;
import sim.store.DuckDbStore;
import sim.wire.FrameCodec;
import sim.wire.tls.TlsFiles;

/**
 * Somebody makes the handshake, and then sends a record of TLS byte by byte: the JDK reads it whole before it returns, and each byte begins
 * the socket's timeout anew.
 */
class SlowRecordTest {
    @TempDir
    Path folder;

    @Test
    void aRecordThatComesByteByByteHasTheDeadlineOfAHello() throws Exception {
        Certificates certificates = Certificates.make(folder.resolve("certs"));
        Limits limits = new Limits(Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(10), 64 << 20, 10);
        try (DuckDbStore store = new DuckDbStore(folder.resolve("data"));
                ServerTls tls = certificates.tls();
                Ingest ingest = new Ingest(store, "127.0.0.1", 0, limits, Thread::new, Guard.open(), tls,
                        SecondNet.NONE);
                Dripping below = new Dripping(ingest.port())) {
            SSLContext trusting = new TlsFiles(null, null, certificates.ca(), null).context();
            SSLSocket above = (SSLSocket) trusting.getSocketFactory().createSocket(below, "127.0.0.1", ingest.port(),
                    true);
            above.startHandshake();
            below.slowly.set(true);
            Thread sending = new Thread(() -> {
                try {
                    above.getOutputStream().write(FrameCodec.encode(Batches.hello("shop", "slow")));
                } catch (IOException ended) {
                    // as it should be
                }
            });
            sending.setDaemon(true);
            sending.start();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> ingest.refusals().counts().getOrDefault("silent", 0L) == 1);
            sending.join(20_000);
            assertThat(below.sent).as("bytes that were read, of some 500").isLessThan(100);
            assertThat(ingest.connected()).isEmpty();
        }
    }

    /** A connection that sends a byte every 200 ms, once it is told to. */
    private static final class Dripping extends Socket {
        final AtomicBoolean slowly = new AtomicBoolean();
        volatile int sent;

        Dripping(int port) throws IOException {
            super(InetAddress.getLoopbackAddress(), port);
        }

        @Override
        public OutputStream getOutputStream() throws IOException {
            OutputStream out = super.getOutputStream();
            return new ByteArrayOutputStream() {
                @Override
                public synchronized void write(byte[] bytes, int from, int length) {
                    try {
                        if (!slowly.get()) {
                            out.write(bytes, from, length);
                            return;
                        }
                        for (int i = from; i < from + length; i++) {
                            out.write(bytes[i]);
                            sent++;
                            Thread.sleep(200);
                        }
                    } catch (IOException | InterruptedException ended) {
                        throw new IllegalStateException(ended);
                    }
                }
            };
        }
    }
}
