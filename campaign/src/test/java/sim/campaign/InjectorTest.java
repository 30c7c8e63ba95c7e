package sim.campaign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every fault does what its name says, seen from both ends of a connection. */
class InjectorTest {
    private static final byte[] MUCH = new byte[100_000];

    private final List<ByteArrayOutputStream> received = new CopyOnWriteArrayList<>();
    private ServerSocket echo;
    private Injector injector;

    /** A server that sends back what it is sent. */
    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
        Injector.daemon(() -> {
            while (!echo.isClosed()) {
                try {
                    Socket client = echo.accept();
                    ByteArrayOutputStream mine = new ByteArrayOutputStream();
                    received.add(mine);
                    Injector.daemon(() -> echo(client, mine), "echo");
                } catch (IOException closed) {
                    return;
                }
            }
        }, "echoes");
        injector = new Injector(1);
        injector.target(echo.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        injector.close();
        echo.close();
    }

    @Test
    void withoutAFaultBytesPassBothWays() throws Exception {
        try (Socket client = connect()) {
            assertThat(sendAndReceive(client, 5)).isEqualTo(new byte[5]);
        }
    }

    @Test
    void whatIsStalledComesWhenThatEnds() throws Exception {
        try (Socket client = connect()) {
            injector.set(Fault.STALL);
            client.getOutputStream().write(7);
            Thread.sleep(200);
            assertThat(sizes()).containsExactly(0);
            injector.set(Fault.NONE);
            assertThat(client.getInputStream().read()).isEqualTo(7);
        }
    }

    @Test
    void answersThatAreStalledComeWhenThatEndsThoughTheServerHadTheQuestion() throws Exception {
        try (Socket client = connect()) {
            injector.set(Fault.STALL_ANSWERS);
            client.getOutputStream().write(7);
            await().until(() -> sizes().equals(List.of(1)));
            assertThat(client.getInputStream().available()).isZero();
            injector.set(Fault.NONE);
            assertThat(client.getInputStream().read()).isEqualTo(7);
        }
    }

    @Test
    void bitsAreTurnedAndCounted() throws Exception {
        try (Socket client = connect()) {
            injector.corruptOneIn = 1_000;
            injector.set(Fault.CORRUPT);
            byte[] back = sendAndReceive(client, MUCH.length);
            int wrong = 0;
            for (byte each : back) {
                wrong += each == 0 ? 0 : 1;
            }
            assertThat(wrong).isBetween(1, (int) injector.corrupted.get());
        }
    }

    @Test
    void answersThatAreDroppedNeverComeAndTheConnectionEnds() throws Exception {
        try (Socket client = connect()) {
            injector.set(Fault.DROP_ANSWERS);
            client.getOutputStream().write(7);
            await().until(() -> sizes().equals(List.of(1)));
            Thread.sleep(100);
            injector.set(Fault.NONE);
            assertThat(end(client)).isZero();
        }
    }

    @Test
    void aTruncatedMessageArrivesInPartAndTheConnectionEnds() throws Exception {
        try (Socket client = connect()) {
            injector.set(Fault.TRUNCATE);
            client.getOutputStream().write(new byte[1_000]);
            end(client);
            await().untilAsserted(() -> assertThat(sizes().get(0)).isLessThan(1_000));
        }
    }

    @Test
    void aSecondConnectionIsSentTheSame() throws Exception {
        injector.set(Fault.DUPLICATE);
        try (Socket client = connect()) {
            assertThat(sendAndReceive(client, 9)).hasSize(9);
            await().until(() -> sizes().equals(List.of(9, 9)));
        }
    }

    @Test
    void connectionsAreClosedAndResetOldAndNew() throws Exception {
        for (Fault fault : List.of(Fault.REFUSE, Fault.RESET)) {
            injector.set(Fault.NONE);
            try (Socket before = connect()) {
                assertThat(sendAndReceive(before, 1)).hasSize(1);
                injector.set(fault);
                assertThat(end(before)).isZero();
                try (Socket during = connect()) {
                    assertThat(end(during)).isZero();
                }
            }
        }
    }

    @Test
    void aHalfClosedServerReadsAnEndAndItsBytesStillPass() throws Exception {
        try (Socket client = connect()) {
            client.getOutputStream().write(3);
            await().until(() -> sizes().equals(List.of(1)));
            injector.set(Fault.HALF_CLOSE_UP);
            assertThat(client.getInputStream().read()).isEqualTo(3);
            assertThat(end(client)).isZero();
        }
    }

    private List<Integer> sizes() {
        return received.stream().map(ByteArrayOutputStream::size).toList();
    }

    private Socket connect() throws IOException {
        Socket client = new Socket("127.0.0.1", injector.port());
        client.setSoTimeout(10_000);
        return client;
    }

    private static byte[] sendAndReceive(Socket client, int length) throws IOException {
        Injector.daemon(() -> {
            try {
                client.getOutputStream().write(MUCH, 0, length);
            } catch (IOException closed) {
                // the reader notices
            }
        }, "sender");
        return client.getInputStream().readNBytes(length);
    }

    /** Bytes until the end, which may be a reset. */
    private static int end(Socket client) throws IOException {
        try (InputStream in = client.getInputStream()) {
            return in.readAllBytes().length;
        } catch (java.net.SocketTimeoutException open) {
            throw new AssertionError("the connection is still open", open);
        } catch (IOException reset) {
            return 0;
        }
    }

    private static void echo(Socket client, ByteArrayOutputStream received) {
        byte[] chunk = new byte[4096];
        try (client) {
            for (int length = client.getInputStream().read(chunk); length > 0; length = client.getInputStream()
                    .read(chunk)) {
                received.write(chunk, 0, length);
                client.getOutputStream().write(chunk, 0, length);
            }
        } catch (IOException gone) {
            // as meant
        }
    }
}
