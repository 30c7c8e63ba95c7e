package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.failure.OwnThread;
import sim.metrics.probe.Metering;
import sim.model.snapshot.EventRecord;
import sim.wire.Contents;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Sections;
import sim.wire.Welcome;
import sim.wire.Wire;

/** A server that welcomes and then reads nothing, as behind a line that swallows all: no read waits, so no time-out ends it. */
class DeafServerTest {
    @Test
    void aFrameThatDoesNotLeaveEndsTheConnectionAndIsKept() throws Exception {
        Options options = Options.load("application=shop,hotspot.enabled=false", new Properties());
        Spool spool = new Spool(50 << 20);
        try (ServerSocket server = new ServerSocket()) {
            server.setReceiveBufferSize(4_096);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Shipper shipper = new Shipper(new TcpTransport("127.0.0.1", server.getLocalPort()), options,
                    new Metering(options), spool,
                    new Notices());
            spool.add(new Parcel(1, 2, Contents.NONE.with(Sections.EVENTS,
                    List.of(new EventRecord("large", 1, 0, "main", Map.of("k".repeat(3_900_000), 1L))))));
            Thread thread = OwnThread.of(shipper, "shipper");
            thread.start();
            for (int time = 1; time <= 2; time++) {
                try (Socket deaf = server.accept()) {
                    new FrameReader(deaf.getInputStream()).read();
                    new FrameWriter(deaf.getOutputStream()).write(new Welcome(Wire.VERSION, 0, 0, 0));
                    int failures = time;
                    await().until(() -> {
                        shipper.look(System.nanoTime()); // is not late yet
                        assertThat(shipper.failures.get()).isLessThan(failures);
                        return deaf.getInputStream().available() > 0;
                    });
                    await().until(() -> {
                        shipper.look(System.nanoTime() + TimeUnit.HOURS.toNanos(1));
                        return shipper.failures.get() == failures;
                    });
                    assertThat(spool.isEmpty()).isFalse();
                }
            }
            shipper.stop(System.nanoTime(), System.nanoTime());
        }
    }
}
