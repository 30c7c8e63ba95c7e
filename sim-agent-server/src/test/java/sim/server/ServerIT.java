package sim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.wire.Hello;
import sim.wire.Wire;
import sim.wire.WireException;

/** The agent server as a process: how it starts, what it withstands, how it ends. */
class ServerIT {
    private static final Hello HELLO = Batches.hello("shop", "one");

    @TempDir
    Path data;

    @Test
    void aStoreInUseIsSaidInOneLine() throws Exception {
        try (ChildServer first = new ChildServer(data, List.of()).awaitReady();
                ChildServer second = new ChildServer(data, List.of())) {
            assertThat(second.exitCode()).isEqualTo(2);
            assertThat(second.complaints()).singleElement().asString().startsWith("sim: the store " + data)
                    .contains("in use by another process", "--data");
            assertThat(first.get("/api/v1/health")).contains("\"status\":\"ok\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port", "--http"})
    void aTakenPortIsSaidInOneLine(String option) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            String other = option.equals("--port") ? "--http" : "--port";
            try (ChildServer server = new ChildServer(data, List.of(), option, port, other, "0")) {
                assertThat(server.exitCode()).isEqualTo(2);
                assertThat(server.complaints()).singleElement().asString()
                        .startsWith("sim: " + option + " " + port + " on --bind 127.0.0.1 cannot be listened on")
                        .contains("choose a free port with --");
            }
        }
    }

    @Test
    void aWrongOptionIsSaidInOneLine() throws Exception {
        try (ChildServer server = new ChildServer(data, List.of(), "--keep", "5x")) {
            assertThat(server.exitCode()).isEqualTo(2);
            assertThat(server.complaints())
                    .containsExactly("sim: Invalid value for option '--keep': '5x' is not a length of time; write "
                            + Keep.ALLOWED + "; see sim server --help");
        }
    }

    @Test
    void toldToEndItEndsWithoutAWordAndKeepsWhatItAcknowledged() throws Exception {
        long acknowledged;
        try (ChildServer server = new ChildServer(data, List.of()).awaitReady()) {
            acknowledged = shipUntilItEnds(server, 0, server::terminate);
            assertThat(server.exitCode()).isEqualTo(143);
            assertThat(server.complaints()).isEmpty();
        }
        assertKept(acknowledged);
    }

    @Test
    void killedInMidStreamItKeepsEveryAcknowledgedBatchOnce() throws Exception {
        long acknowledged = 0;
        for (int round = 0; round < 3; round++) {
            try (ChildServer server = new ChildServer(data, List.of()).awaitReady()) {
                acknowledged = shipUntilItEnds(server, acknowledged, server::kill);
                assertThat(server.exitCode()).isEqualTo(137);
            }
        }
        assertKept(acknowledged);
    }

    /** Garbage, bombs and dead weight all at once; any memory that ran out would end the server. */
    @Test
    void hostilePeersNeitherExhaustItsMemoryNorItsTongue() throws Exception {
        try (ChildServer server = new ChildServer(data,
                List.of("-Xmx64m", "-XX:+ExitOnOutOfMemoryError"))
                .awaitReady();
                WireClient collector = WireClient.connect(server.collectorPort(), HELLO)) {
            collector.ship(Batches.recursion(1));
            List<WireClient> hostile = new ArrayList<>();
            try {
                for (int i = 0; i < 200; i++) {
                    hostile.add(new WireClient(server.collectorPort()));
                }
                List<WireClient> attackers = List.copyOf(hostile);
                Queue<String> reasons = new ConcurrentLinkedQueue<>();
                attackers.parallelStream().forEach(peer -> attack(peer, attackers.indexOf(peer), reasons));
                // how many of the bombs are opened depends on how many come at a time
                assertThat(reasons).allMatch(reason -> reason.startsWith("not CBOR") || reason.contains("no memory"))
                        .anyMatch(reason -> reason.startsWith("not CBOR"));
                for (int i = 0; i < 40; i++) {
                    WireClient hog = new WireClient(server.collectorPort());
                    hostile.add(hog);
                    holdBack(hog, i);
                }
                assertThat(server.get("/api/v1/health")).contains("\"status\":\"ok\"", "\"garbage\":");
                // on a busy machine some are late with their garbage, and refused for their silence
                await().atMost(Duration.ofSeconds(60)).until(() -> refused(server) >= 200);
            } finally {
                for (WireClient peer : hostile) {
                    peer.close();
                }
            }
            collector.ship(Batches.of(2, List.of(), List.of()));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> server.get("/api/v1/health").contains("\"connections\":1,"));
            assertThat(server.get("/api/v1/methods?last=1h&application=shop")).contains("\"outer\"");
            assertThat(server.complaints()).hasSizeBetween(60, 122).allMatch(
                    line -> line.contains("WARN Refusals - refused /127.0.0.1:") || line.contains("only counted"));
        }
    }

    private static int refused(ChildServer server) throws Exception {
        int refused = 0;
        Matcher kinds = Pattern.compile("\"(garbage|silent)\":(\\d+)").matcher(server.get("/api/v1/health"));
        while (kinds.find()) {
            refused += Integer.parseInt(kinds.group(2));
        }
        return refused;
    }

    /** One of five kinds; the last says nothing at all. */
    private static void attack(WireClient peer, int number, Queue<String> reasons) {
        try {
            switch (number % 5) {
                case 0 -> peer.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
                case 1 -> peer.write(ByteBuffer.allocate(8).putInt(Integer.MAX_VALUE).array());
                case 2 -> peer.write(claiming(Wire.MAX_FRAME, new byte[Wire.MAX_FRAME])); // before any hello
                case 3 -> { // millions of integers, none of them a batch
                    peer.hello(Batches.hello("bomb", "bomb-" + number));
                    peer.write(claiming(Wire.MAX_FRAME, integers(Wire.MAX_FRAME)));
                    reasons.add(String.valueOf(peer.refusal()));
                }
                default -> {
                }
            }
        } catch (IOException hungUp) {
            // as it should
        } catch (WireException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    /** Promises a megabyte, sends a quarter of it and waits. */
    private static void holdBack(WireClient peer, int number) throws IOException, WireException {
        peer.hello(Batches.hello("hog", "hog-" + number));
        peer.write(claiming(1 << 20, new byte[1 << 18]));
    }

    private static byte[] claiming(int length, byte[] body) {
        return ByteBuffer.allocate(4 + body.length).putInt(length).put(body).array();
    }

    /** An array of four, a type, and an array without an end of small integers. */
    private static byte[] integers(int length) {
        byte[] frame = new byte[length];
        Arrays.fill(frame, (byte) 1);
        frame[0] = (byte) 0x84;
        frame[1] = 4;
        frame[2] = (byte) 0x9f;
        CRC32C checksum = new CRC32C(); // with the right one: the bomb is to be opened
        checksum.update(ByteBuffer.allocate(4).putInt(0, length));
        checksum.update(frame, 0, length - 4);
        ByteBuffer.wrap(frame, length - 4, 4).putInt((int) checksum.getValue());
        return frame;
    }

    /** Ships batch after batch; after a hundred somebody ends the server. Returns the last one acknowledged. */
    private static long shipUntilItEnds(ChildServer server, long before, Runnable end) throws Exception {
        AtomicLong acknowledged = new AtomicLong(before);
        try (WireClient collector = new WireClient(server.collectorPort())) {
            long stored = collector.hello(HELLO).lastSequence();
            assertThat(stored).isGreaterThanOrEqualTo(before);
            Thread ender = new Thread(() -> {
                await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(1))
                        .until(() -> acknowledged.get() >= stored + 100);
                end.run();
            });
            ender.start();
            for (long sequence = stored + 1; true; sequence++) {
                try {
                    collector.ship(sequence == 1
                            ? Batches.recursion(1)
                            : Batches.of(sequence, List.of(Batches.row(1, 1, 100, 10)), List.of()));
                    acknowledged.set(sequence);
                } catch (IOException | AssertionError ended) {
                    ender.join();
                    return acknowledged.get();
                }
            }
        }
    }

    /** Every sequence up to there once, and its row once; one more may have been stored and not acknowledged. */
    private void assertKept(long acknowledged) {
        assertThat(acknowledged).isGreaterThanOrEqualTo(100);
        try (DuckDbStore store = new DuckDbStore(data)) {
            long[] kept = store.query(connection -> {
                try (Statement statement = connection.createStatement();
                        ResultSet row = statement
                                .executeQuery("SELECT count(*), count(DISTINCT sequence), max(sequence), "
                                        + "(SELECT count(*) FROM tree_rows WHERE node = 1) FROM batches")) {
                    row.next();
                    return new long[]{row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4)};
                }
            });
            assertThat(kept[2]).isBetween(acknowledged, acknowledged + 1);
            assertThat(kept).containsOnly(kept[2]);
        }
    }
}
