package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.NameEntry;
import sim.wire.Blame;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Hello;
import sim.wire.Refusal;
import sim.wire.Sections;
import sim.wire.WireFrame;

/** What a server does not want, or cannot be told, is not in the way of the rest. A real socket, parcels made by hand. */
class ShipperTest {
    private final Spool spool = new Spool(50 << 20);
    private final Options options = Options.load("application=shop,hotspot.enabled=false", new Properties());
    private Peer peer;
    private Shipper shipper;
    private Thread thread;

    @BeforeEach
    void ship() throws IOException {
        peer = new Peer(0);
        Metering metering = new Metering(options);
        metering.site("shop.Order", "place").begin();
        metering.site("shop.Order", "place").end();
        shipper = new Shipper(new TcpTransport("127.0.0.1", peer.port()), options, metering, spool, new Notices());
        thread = new Thread(shipper, "shipper");
        thread.setDaemon(true);
        thread.start();
    }

    @AfterEach
    void stop() {
        shipper.stop(System.nanoTime(), System.nanoTime());
        peer.close();
    }

    @Test
    void aBatchThatTheServerKeepsAsideIsCountedAndWhatFollowsArrives() {
        peer.answer = batch -> has(batch, "bad") ? new Ack(batch.sequence(), List.of(), Ack.Outcome.ASIDE, "no") : null;
        add(event("bad"), event("worse"));
        add(event("good"));
        await().until(() -> arrived().equals(List.of("good")));
        assertThat(spool.dropped()).containsEntry("spool.events.dropped", 2L);
        assertThat(shipper.aside).hasValue(1);
        assertThat(peer.hellos).hasSize(1);
        assertThat(peer.batches.stream().flatMap(batch -> batch.names().stream())).as("told again")
                .extracting(NameEntry::member).contains("place");
    }

    /** The connection breaks between the quarantine and its answer: only the next welcome can tell. */
    @Test
    void aBatchSetAsideWhoseAnswerIsLostIsCountedToo() {
        peer.answer = batch -> {
            if (has(batch, "bad")) {
                peer.setAside = batch.sequence();
                throw new IllegalStateException("the connection breaks");
            }
            peer.setAside = 0;
            return null;
        };
        add(event("bad"), event("worse"));
        add(event("good"));
        await().until(() -> arrived().equals(List.of("good")));
        assertThat(spool.dropped()).containsEntry("spool.events.dropped", 2L);
        assertThat(shipper.aside).hasValue(1);
    }

    @Test
    void aConnectionThatBreaksAndIsThereAgainAtOnceIsCountedAndNotSaid() {
        AtomicInteger broken = new AtomicInteger();
        peer.answer = batch -> {
            if (has(batch, "bad") && broken.incrementAndGet() < 3) {
                throw new IllegalStateException("the connection breaks");
            }
            return null;
        };
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true));
        try {
            add(event("bad"));
            add(event("good"));
            await().until(() -> arrived().contains("good"));
        } finally {
            System.setErr(before);
        }
        assertThat(shipper.connections).hasValue(3);
        assertThat(shipper.failures).hasValue(2);
        assertThat(printed.toString()).doesNotContain("reachable");
    }

    /** As where the server starts again while its programs end: the first attempt that found nobody was the last one. */
    @Test
    void aServerThatIsBackWithinTheTimeOfTheLastShipmentGetsAll() throws Exception {
        add(event("first"));
        await().until(() -> arrived().equals(List.of("first")));
        int port = peer.port();
        peer.answer = batch -> {
            throw new IllegalStateException("the connection breaks");
        };
        peer.close(); // nobody listens from here on; the connection breaks at the next batch
        add(event("last"));
        await().until(() -> shipper.failures.get() > 0);
        shipper.stop(System.nanoTime() + 3_600_000_000_000L, System.nanoTime() + 60_000_000_000L);
        long before = shipper.waits.get();
        await().until(() -> shipper.waits.get() >= before + 3);
        assertThat(thread.isAlive()).isTrue();
        peer = new Peer(port);
        await().until(() -> arrived().contains("last"));
        await().until(() -> !thread.isAlive());
        assertThat(spool.isEmpty()).isTrue();
    }

    /** It was asked again until the time was over, and what it said of that stood for the reason. */
    @Test
    void aServerThatRefusesIsNotAskedAgainAtTheEnd() throws Exception {
        add(event("first"));
        await().until(() -> arrived().equals(List.of("first")));
        AtomicInteger times = new AtomicInteger();
        AtomicBoolean isStopping = new AtomicBoolean();
        peer.answer = batch -> {
            await().untilTrue(isStopping);
            return new Refusal(times.getAndIncrement() == 0 ? "its token web was revoked" : "too often",
                    Blame.CONNECTION);
        };
        add(event("last"));
        shipper.stop(System.nanoTime() + 3_600_000_000_000L, System.nanoTime() + 3_600_000_000_000L);
        isStopping.set(true);
        await().until(() -> !thread.isAlive());
        assertThat(times).hasValue(1);
        assertThat(shipper.trouble()).endsWith(" refuses: its token web was revoked");
    }

    /** A program that ends waits for nobody who was not there. */
    @Test
    void aServerThatNeverWasThereIsNotWaitedForAtTheEnd() {
        Shipper alone = new Shipper(new Away(), options, new Metering(options), spoolOfOne(), new Notices());
        Thread ends = new Thread(alone, "shipper");
        ends.setDaemon(true);
        alone.stop(System.nanoTime() + 3_600_000_000_000L, System.nanoTime() + 3_600_000_000_000L);
        ends.start();
        await().until(() -> !ends.isAlive());
        assertThat(alone.waits).as("attempts").hasValue(1);
    }

    static Spool spoolOfOne() {
        Spool spool = new Spool(1 << 20);
        spool.add(new Parcel(1, 2, Contents.NONE.with(Sections.EVENTS, List.of(event("only")))));
        return spool;
    }

    /** Most programs that start before their server say it, wherever that is. */
    @Test
    void thatTheServerIsAwayIsALineOfTheScreen() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true));
        Shipper alone = new Shipper(new Away(), options, new Metering(options), spoolOfOne(), new Notices());
        try {
            Thread thread = new Thread(alone, "shipper");
            thread.setDaemon(true);
            thread.start();
            await().until(() -> printed.toString().contains("metering continues"));
        } finally {
            alone.stop(System.nanoTime(), System.nanoTime());
            System.setErr(before);
        }
        assertThat(printed.toString().lines().filter(line -> line.startsWith("sim: agent server"))).singleElement()
                .asString().hasSizeLessThan(161)
                .startsWith("sim: agent server sim.monitoring.svc.cluster.local.example.invalid:7420 is not reachable")
                .endsWith("Start it with ./sim server, or correct server=");
        assertThat(alone.trouble()).endsWith("(Connection refused)");
    }

    /** Whoever starts it again helps nothing: it is there, or somebody on the way drops what is sent. */
    @Test
    void ofAServerThatTakesTooLongItIsNotSaidToStartIt() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(printed, true));
        Shipper alone = new Shipper(new Away(new SocketTimeoutException("Read timed out")), options,
                new Metering(options), spoolOfOne(), new Notices());
        try {
            Thread waits = new Thread(alone, "shipper");
            waits.setDaemon(true);
            waits.start();
            await().until(() -> printed.toString().contains("metering continues"));
        } finally {
            alone.stop(System.nanoTime(), System.nanoTime());
            System.setErr(before);
        }
        assertThat(printed.toString().lines().filter(line -> line.startsWith("sim: agent server"))).singleElement()
                .asString().hasSizeLessThan(161).endsWith("; metering continues").contains(" does not answer in time");
        assertThat(alone.trouble()).endsWith(" does not answer in time (Read timed out)");
    }

    /** A server of a long name that nobody has started, or that fails otherwise. */
    private static final class Away implements Transport {
        private final IOException failure;

        Away() {
            this(new ConnectException("Connection refused"));
        }

        Away(IOException failure) {
            this.failure = failure;
        }

        @Override
        public String localName() {
            return "here";
        }

        @Override
        public Link open(BooleanSupplier ending) throws IOException {
            throw failure;
        }

        @Override
        public void close() {}

        @Override
        public String toString() {
            return "agent server sim.monitoring.svc.cluster.local.example.invalid:7420";
        }
    }

    @Test
    void aBatchThatIsRefusedForWhatItSaysIsSentThreeTimes() {
        AtomicInteger tries = new AtomicInteger();
        peer.answer = batch -> !has(batch, "bad") ? null : refusal(tries, Blame.BATCH);
        add(event("bad"));
        add(event("good"));
        await().until(() -> arrived().equals(List.of("good")));
        assertThat(tries).hasValue(3);
        assertThat(spool.dropped()).containsEntry("spool.events.dropped", 1L);
        assertThat(shipper.aside).hasValue(1);
    }

    /** As when a token is revoked. What is left at the end of the program is blamed on it. */
    @Test
    void whyNothingIsShippedIsKnownUntilItIs() {
        peer.answer = batch -> new Refusal("its token web was revoked", Blame.CONNECTION);
        add(event("good"));
        await().until(() -> shipper.trouble() != null);
        assertThat(shipper.trouble()).isEqualTo("agent server 127.0.0.1:" + peer.port()
                + " refuses: its token web was revoked");
        peer.answer = batch -> null;
        await().until(() -> arrived().equals(List.of("good")));
        assertThat(shipper.trouble()).isNull();
    }

    /** Whatever the reason is, the batch has nothing to do with it. */
    @Test
    void aBatchThatCannotBeTakenNowIsNeverGivenUp() {
        AtomicInteger tries = new AtomicInteger();
        peer.answer = batch -> tries.get() >= 5 ? null : refusal(tries, Blame.CONNECTION);
        add(event("good"));
        await().until(() -> arrived().equals(List.of("good")));
        assertThat(shipper.aside).hasValue(0);
        assertThat(spool.dropped()).containsEntry("spool.events.dropped", 0L);
    }

    @Test
    void aServerThatDoesNotKnowTheInstanceIsToldAllFromTheBeginning() {
        add(event("first"));
        await().until(() -> arrived().equals(List.of("first")));
        AtomicInteger times = new AtomicInteger();
        peer.answer = batch -> {
            if (times.getAndIncrement() > 0) {
                return null;
            }
            peer.batches.clear();
            return new Ack(batch.sequence(), List.of(), Ack.Outcome.INTRODUCE, "who is it?");
        };
        add(event("second"));
        await().until(() -> arrived().equals(List.of("second")));
        assertThat(peer.batches.get(0).names()).extracting(NameEntry::member).contains("place");
        assertThat(peer.hellos).hasSize(2).extracting(Hello::secret).containsOnly(peer.hellos.get(0).secret());
        assertThat(shipper.failures).hasValue(0);
    }

    @Test
    void whatCannotBeEncodedIsFoundOutDroppedAndCounted() {
        List<EventRecord> events = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            events.add(event("good"));
        }
        events.set(37, new EventRecord("no values", 1, 0, "main", null));
        add(events.toArray(EventRecord[]::new));
        await().until(() -> arrived().size() == 99);
        assertThat(spool.dropped()).containsEntry("spool.events.dropped", 1L);
        assertThat(shipper.unsendable).hasValue(1);
    }

    /** A part that cannot be halved was split for ever. */
    @Test
    void oneElementThatIsLargerThanAFrameIsDroppedAndCounted() {
        add(event("a"), new EventRecord("large", 1, 0, "main", Map.of("k".repeat(5 << 20), 1L)), event("b"));
        add(event("c"));
        await().until(() -> arrived().equals(List.of("a", "b", "c")));
        assertThat(spool.dropped()).containsEntry("spool.events.dropped", 1L);
        assertThat(shipper.unsendable).hasValue(1);
        await().until(spool::isEmpty);
    }

    private void add(EventRecord... events) {
        spool.add(new Parcel(1, 2, Contents.NONE.with(Sections.EVENTS, List.of(events))));
    }

    private static EventRecord event(String name) {
        return new EventRecord(name, 1, 0, "main", Map.of("key", "value"));
    }

    private static boolean has(Batch batch, String event) {
        return batch.events().stream().anyMatch(each -> each.name().equals(event));
    }

    private static WireFrame refusal(AtomicInteger tries, Blame blames) {
        tries.incrementAndGet();
        return new Refusal("not that", blames);
    }

    private List<String> arrived() {
        return peer.batches.stream().flatMap(batch -> batch.events().stream()).map(EventRecord::name).toList();
    }
}
