package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.failure.OwnThread;
import sim.metrics.probe.Metering;

/** A program that starts before its server waits for it; that is no failure of anybody's. */
class ServerNotUpTest {
    @Test
    void attemptsWhereNobodyListensAreCountedAsWaiting() throws Exception {
        Options options = Options.load("application=shop,hotspot.enabled=false", new Properties());
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Shipper shipper = new Shipper(new TcpTransport("127.0.0.1", port), options, new Metering(options),
                ShipperTest.spoolOfOne(), new Notices());
        OwnThread.of(shipper, "shipper").start();
        try {
            await().atMost(Duration.ofMinutes(1)).until(() -> shipper.waits.get() >= 2);
            assertThat(shipper.failures).hasValue(0);
            try (ServerSocket server = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                Socket met = server.accept();
                met.close(); // a server that is there, and ends at once
                await().atMost(Duration.ofMinutes(1)).until(() -> shipper.failures.get() > 0);
            }
        } finally {
            shipper.stop(System.nanoTime(), System.nanoTime());
        }
    }

    /** As behind a firewall that drops what it does not like. It was said to be slow, and not what to correct. */
    @Test
    void whoeverTakesNoConnectionInTimeIsNotThere() throws Exception {
        Options options = Options.load("application=shop,hotspot.enabled=false", new Properties());
        List<Socket> others = new ArrayList<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> {
                while (others.size() < 100) { // nobody accepts them
                    others.add(new Socket());
                    others.get(others.size() - 1).connect(server.getLocalSocketAddress(), 500);
                }
            }).isInstanceOf(SocketTimeoutException.class);
            Shipper shipper = new Shipper(new TcpTransport("127.0.0.1", server.getLocalPort()), options,
                    new Metering(options), ShipperTest.spoolOfOne(), new Notices());
            OwnThread.of(shipper, "shipper").start();
            try {
                await().atMost(Duration.ofMinutes(1)).until(() -> shipper.trouble() != null);
                assertThat(shipper.trouble()).endsWith(" is not reachable (Connect timed out)");
                assertThat(shipper.failures).hasValue(0);
            } finally {
                shipper.stop(System.nanoTime(), System.nanoTime());
            }
        } finally {
            for (Socket each : others) {
                each.close();
            }
        }
    }
}
