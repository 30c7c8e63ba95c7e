package sim.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.WireClient;
import sim.store.Appended;
import sim.store.DuckDbStore;
import sim.store.PassingStore;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Blame;
import sim.wire.FrameCodec;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.MeterEntry;
import sim.wire.Refusal;
import sim.wire.Welcome;
import sim.wire.Wire;

/** Collectors that behave, and peers that do not, over real sockets and a real store. */
class IngestTest {
    private static final Duration ANSWER = Duration.ofSeconds(10);
    /** Short, so that the tests need not wait; the server's own are in {@link Limits#standard}. */
    private static final Limits SHORT = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(1), ANSWER, 100 << 20,
            256);

    @TempDir
    Path folder;

    private DuckDbStore store;
    private Ingest ingest;

    @BeforeEach
    void listen() throws IOException {
        store = new DuckDbStore(folder);
        ingest = new Ingest(store, "127.0.0.1", 0, SHORT);
    }

    @AfterEach
    void stop() {
        ingest.close();
        store.close();
    }

    @Test
    void tenSecondsAreGivenToSayHello() {
        assertThat(Limits.standard().hello()).isEqualTo(Duration.ofSeconds(10));
        assertThat(Limits.standard().frame()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void whoConnectsAndSaysNothingIsClosedAndCounted() throws Exception {
        try (WireClient mute = new WireClient(ingest.port())) {
            assertThat(mute.refusal()).isEqualTo("no hello within 1000 ms");
            refused(Map.of("silent", 1L));
        }
    }

    @Test
    void whoSaysHelloByteByByteIsClosedByTheSameBound() throws Exception {
        byte[] hello = framed(FrameCodec.encode(Batches.hello("shop", "slow")));
        try (Socket slow = new Socket("127.0.0.1", ingest.port())) {
            trickle(slow, hello);
            refused(Map.of("silent", 1L));
            assertThat(ingest.connected()).isEmpty();
        }
    }

    @Test
    void whoSendsABatchByteByByteIsClosedToo() throws Exception {
        byte[] batch = framed(FrameCodec.encode(Batches.recursion(1)));
        try (Socket slow = new Socket("127.0.0.1", ingest.port())) {
            slow.getOutputStream().write(framed(FrameCodec.encode(Batches.hello("shop", "slow"))));
            trickle(slow, batch);
            refused(Map.of("silent", 1L));
        }
        await().until(() -> ingest.connected().isEmpty());
        assertThat(store.batches()).isZero();
    }

    @Test
    void aBatchThatWasSetAsideAndIsSentAgainIsNotCalledStored() throws Exception {
        try (WireClient client = WireClient.connect(ingest.port(), Batches.hello("shop", "one"))) {
            client.ship(Batches.recursion(1));
            Batch bad = Batches.of(2, List.of(Batches.row(99, 1, 1, 1)), List.of());
            for (int times = 0; times < 2; times++) {
                assertThat(client.shipAnyhow(bad).outcome()).isEqualTo(Ack.Outcome.ASIDE);
            }
            client.ship(Batches.of(3, List.of(), List.of()));
            assertThat(client.shipAnyhow(bad).outcome()).isEqualTo(Ack.Outcome.ASIDE);
            assertThat(client.shipAnyhow(Batches.recursion(1)).outcome()).isEqualTo(Ack.Outcome.STORED);
        }
        assertThat(store.figures().quarantined()).isEqualTo(1);
    }

    /** They are in logs, lists and addresses for as long as anything of the instance is kept. */
    @Test
    void aHelloWithNamesThatAreNoneIsRefusedInOneLineAndCounted() throws Exception {
        List<Hello> odd = List.of(named("shop", "a b", "host", "JVM", ""), named("shop", "../x", "host", "JVM", ""),
                named("shop", "caf\u00e9", "host", "JVM", ""), named("shop\u0007", "one", "host", "JVM", ""),
                named("shop", "one", "web\n1", "JVM", ""), named("shop", "one", "host", "JVM\u001b[31m", ""),
                named("shop", "one", "host", "JVM", "1.0\u2028"));
        for (Hello each : odd) {
            try (WireClient client = new WireClient(ingest.port())) {
                client.send(each);
                assertThat(client.refusal()).as(each.toString()).containsAnyOf("is no name of one", "control character")
                        .matches("\\P{Cntrl}+");
            }
        }
        refused(Map.of("garbage", (long) odd.size()));
        try (WireClient client = new WireClient(ingest.port())) { // what some languages need is no control character
            client.hello(named("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "x-1_2.3", "host", "JVM", "1.0"));
        }
    }

    private static Hello named(String application, String instance, String host, String jvm, String version) {
        return new Hello(Wire.VERSION, application, instance, host, 42, jvm, Batches.now(), false, List.of())
                .ofProgram(version);
    }

    @Test
    void whoSaysHelloInTimeMayBeSilentForLonger() throws Exception {
        try (WireClient calm = WireClient.connect(ingest.port(), Batches.hello("shop", "calm"));
                WireClient mute = new WireClient(ingest.port())) {
            assertThat(mute.refusal()).contains("no hello"); // so the bound has passed for the calm one as well
            calm.ship(Batches.recursion(1));
            refused(Map.of("silent", 1L));
        }
    }

    @Test
    void theNewerConnectionOfAnInstanceWinsAndNothingIsStoredTwice() throws Exception {
        Hello hello = Batches.hello("shop", "one");
        try (WireClient older = WireClient.connect(ingest.port(), hello)) {
            older.ship(Batches.recursion(1));
            try (WireClient newer = new WireClient(ingest.port())) {
                assertThat(newer.hello(hello)).isEqualTo(new Welcome(Wire.VERSION, 1, 2, 3));
                assertThat(older.refusal()).isNull();
                newer.ship(Batches.recursion(1));
                newer.ship(Batches.of(2, List.of(), List.of()));
                assertThat(ingest.connected()).containsExactly("one");
                assertThat(store.batches()).isEqualTo(2);
            }
        }
        refused(Map.of());
    }

    /** Else the welcome would name a sequence as free that the older connection is still storing. */
    @Test
    void theNewerConnectionIsWelcomedOnlyWhenTheOlderStoresNothingAnyMore() throws Exception {
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Hello hello = Batches.hello("shop", "one");
        // not SHORT: the newer one is connected for as long as the older one's batch takes to get to the store
        try (Ingest slow = new Ingest(new SlowStore(store, storing, goOn), "127.0.0.1", 0, Limits.standard());
                Socket older = new Socket("127.0.0.1", slow.port());
                WireClient newer = new WireClient(slow.port());
                AutoCloseable goesOn = goOn::countDown) {
            older.getOutputStream().write(framed(FrameCodec.encode(hello)));
            older.getOutputStream().write(framed(FrameCodec.encode(Batches.recursion(7))));
            storing.await();
            Thread release = new Thread(() -> {
                await().until(() -> older.getInputStream().read(new byte[64]) >= 0); // the older one's welcome
                await().until(() -> closed(older));
                goOn.countDown();
            });
            release.start();
            assertThat(newer.hello(hello).lastSequence()).isEqualTo(7);
            release.join();
        }
    }

    /** A store that hangs takes no more than what waits for it: each that connects again is refused, and its thread ends. */
    @Test
    void nobodyWaitsWithoutEndForTheConnectionBefore() throws Exception {
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Hello hello = Batches.hello("shop", "one");
        try (Ingest slow = new Ingest(new SlowStore(store, storing, goOn), "127.0.0.1", 0, SHORT);
                AutoCloseable goesOn = goOn::countDown;
                WireClient older = WireClient.connect(slow.port(), hello)) {
            older.write(framed(FrameCodec.encode(Batches.recursion(7))));
            storing.await();
            for (int i = 0; i < 3; i++) { // the later ones as well, though the one before them has ended
                try (WireClient newer = new WireClient(slow.port())) {
                    newer.write(framed(FrameCodec.encode(hello)));
                    assertThat(newer.refusal()).contains("still being stored");
                }
            }
            goOn.countDown();
            await().until(() -> slow.connected().isEmpty());
            try (WireClient newest = new WireClient(slow.port())) {
                assertThat(newest.hello(hello).lastSequence()).isEqualTo(7);
            }
        }
    }

    @Test
    void whoReadsNoAnswerLosesItsPlace() throws Exception {
        try (Ingest impatient = new Ingest(store, "127.0.0.1", 0, new Limits(Duration.ofSeconds(20),
                Duration.ofSeconds(60), Duration.ofMillis(300), 100 << 20, 256)); Socket deaf = new Socket()) {
            deaf.setReceiveBufferSize(4_096);
            deaf.connect(new InetSocketAddress("127.0.0.1", impatient.port()));
            deaf.getOutputStream().write(framed(FrameCodec.encode(Batches.hello("shop", "deaf"))));
            await().until(() -> impatient.connected().contains("deaf"));
            HotspotControl large = new HotspotControl(HotspotControl.Action.PIN, "c".repeat(1_000), "m".repeat(1_000),
                    -1, -1);
            byte[] batch = framed(FrameCodec.encode(Batches.recursion(1)));
            await().until(() -> {
                for (int i = 0; i < 500; i++) {
                    impatient.control("deaf",
                            new HotspotControl(large.action(), large.owner() + i, large.member(), -1, -1));
                }
                try {
                    deaf.getOutputStream().write(batch);
                } catch (IOException ended) {
                    return true;
                }
                return impatient.refusals().counts().containsKey("unread");
            });
            await().until(() -> impatient.connected().isEmpty());
        }
    }

    /** Every thread there may be is taken: for a moment none can be started. */
    @Test
    void whoFindsNoThreadIsClosedAndTheNextOneIsHeard() throws Exception {
        AtomicInteger made = new AtomicInteger();
        AtomicInteger none = new AtomicInteger(1);
        ThreadFactory few = work -> {
            if (made.incrementAndGet() <= none.get()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(work);
        };
        try (Ingest small = new Ingest(store, "127.0.0.1", 0, patient(100 << 20, 1), few)) {
            try (WireClient first = new WireClient(small.port())) {
                assertThat(first.refusal()).isNull();
            }
            try (WireClient calm = WireClient.connect(small.port(), Batches.hello("shop", "calm"))) {
                none.set(35); // none for who is turned away
                for (int i = 0; i < 33; i++) {
                    try (WireClient late = new WireClient(small.port())) {
                        assertThat(late.refusal()).isNull();
                    }
                }
                try (WireClient late = new WireClient(small.port())) {
                    assertThat(late.refusal()).contains("connected already");
                }
                calm.ship(Batches.recursion(1));
            }
            assertThat(small.isListening()).isTrue();
            assertThat(small.refusals().counts()).containsEntry("accept", 34L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET / HTTP/1.1\r\n\r\n", "\u007f\0\0\0", "\0\0\0\u0002\u0001\u0002", "\0\0\u0020\u0001"})
    void garbageIsRefusedInOneLine(String bytes) throws Exception {
        try (WireClient stranger = new WireClient(ingest.port())) {
            stranger.write(bytes.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
            assertThat(stranger.refusal()).isNotBlank().doesNotContain("\n");
            refused(Map.of("garbage", 1L));
        }
    }

    /** Frames of the wire's corpus: an agent to come, with a meter and a section this server does not know. */
    @Test
    void anAgentOfALaterVersionIsUnderstood() throws Exception {
        try (WireClient newer = new WireClient(ingest.port())) {
            newer.write(framed(corpus("v4/newer-hello")));
            assertThat(newer.answer()).isEqualTo(new Welcome(Wire.VERSION, 0, 0, 0));
            newer.write(framed(corpus("v4/newer-batch")));
            assertThat(newer.answer()).isEqualTo(new Ack(7));
        }
        assertThat(texts("SELECT label || ' ' || total FROM extra_rows JOIN extra_meters USING (instance, meter) "
                + "ORDER BY meter")).containsExactly("energy 1000", "orders 3");
        refused(Map.of("sections", 1L));
    }

    @Test
    void anAgentOfAnotherVersionIsToldWhatToDo() throws Exception {
        byte[] hello = framed(FrameCodec.encode(new Hello(5, "shop", "odd", "", "host", 1, "JVM", 0, false,
                Hello.meters(List.of()), List.of()))); // before it connects: the first in a JVM takes its time
        try (WireClient other = new WireClient(ingest.port())) {
            other.write(hello);
            assertThat(other.refusal())
                    .isEqualTo("the collector speaks version 5, this side speaks 4; use the agent and "
                            + "the server of one release");
            refused(Map.of("garbage", 1L));
        }
    }

    /** Its meters are none of the first thirteen from the fifth on, and its rows say nothing of that. */
    @Test
    void aBatchThatContradictsItsHelloIsRefusedForWhatItSays() throws Exception {
        List<MeterEntry> meters = new ArrayList<>(Hello.meters(List.of()).subList(0, 4));
        meters.add(new MeterEntry("x", "count"));
        Hello hello = Batches.hello("shop", "odd");
        try (WireClient odd = WireClient.connect(ingest.port(), new Hello(hello.version(), "shop", "odd", "", "host",
                1, "JVM", 0, false, meters, hello.sections()))) {
            long[] nothing = Batches.meters();
            odd.write(framed(FrameCodec.encode(Batches.of(1, List.of(new TreeRow(1, 1, 0, (1 << 13) - 1, nothing,
                    nothing, nothing, new long[0])), List.of()))));
            assertThat(odd.answer()).isInstanceOfSatisfying(Refusal.class,
                    refusal -> assertThat(refusal.blames()).isEqualTo(Blame.BATCH));
        }
        refused(Map.of("garbage", 1L));
    }

    @Test
    void aByteThatWasChangedOnTheWayIsNoNumber() throws Exception {
        byte[] batch = framed(FrameCodec.encode(Batches.recursion(1)));
        batch[40] ^= 1;
        try (WireClient client = WireClient.connect(ingest.port(), Batches.hello("shop", "noisy"))) {
            client.write(batch);
            assertThat(client.refusal()).contains("checksum");
        }
        assertThat(store.batches()).isZero();
    }

    /** The id of an instance is public at the HTTP interface; its secret is not. */
    @Test
    void nobodyTakesAnInstancesPlaceWithoutItsSecret() throws Exception {
        Hello owner = secret("one", "the secret");
        try (WireClient first = WireClient.connect(ingest.port(), owner)) {
            first.ship(Batches.recursion(1));
            try (WireClient thief = new WireClient(ingest.port())) {
                thief.write(framed(FrameCodec.encode(secret("one", "a guess"))));
                assertThat(thief.refusal()).contains("secret");
            }
            first.ship(Batches.of(2, List.of(), List.of()));
        }
        try (Ingest restarted = new Ingest(store, "127.0.0.1", 0, SHORT);
                WireClient thief = new WireClient(restarted.port());
                WireClient again = new WireClient(restarted.port())) {
            thief.write(framed(FrameCodec.encode(secret("one", ""))));
            assertThat(thief.refusal()).contains("secret");
            assertThat(again.hello(owner).lastSequence()).isEqualTo(2);
        }
        assertThat(texts("SELECT secret_hash FROM instances")).noneMatch(hash -> hash.contains("secret"));
        refused(Map.of("garbage", 1L));
    }

    /** Whoever is first: the other one is refused, and supersedes nobody. */
    @Test
    void ofTwoThatSayHelloInTheSameInstantOneIsAdmitted() throws Exception {
        for (int round = 0; round < 20; round++) {
            String instance = "raced" + round;
            CyclicBarrier start = new CyclicBarrier(2);
            List<CompletableFuture<Boolean>> both = List.of("one", "another").stream()
                    .map(secret -> CompletableFuture.supplyAsync(() -> isAdmitted(instance, secret, start),
                            work -> new Thread(work).start()))
                    .toList();
            assertThat(both).extracting(CompletableFuture::join).as(instance).containsExactlyInAnyOrder(true, false);
        }
        refused(Map.of("garbage", 20L));
    }

    private boolean isAdmitted(String instance, String secret, CyclicBarrier start) {
        try (WireClient client = new WireClient(ingest.port())) {
            start.await();
            client.write(framed(FrameCodec.encode(secret(instance, secret))));
            if (client.answer() instanceof Refusal refusal) {
                assertThat(refusal.reason()).contains("secret");
                return false;
            }
            client.ship(Batches.recursion(1)); // and is not cut off
            return true;
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Hello secret(String instance, String secret) {
        Hello hello = Batches.hello("shop", instance);
        return new Hello(hello.version(), hello.application(), instance, secret, hello.host(), hello.pid(), hello.jvm(),
                hello.startMicros(), false, hello.meters(), hello.sections());
    }

    private static byte[] corpus(String frame) throws IOException {
        return Files.readAllBytes(Path.of("../sim-wire/src/test/resources/sim/wire", frame + ".frame"));
    }

    private List<String> texts(String sql) {
        return store.query(connection -> {
            List<String> texts = new ArrayList<>();
            try (Statement statement = connection.createStatement(); ResultSet rows = statement.executeQuery(sql)) {
                while (rows.next()) {
                    texts.add(rows.getString(1));
                }
            }
            return texts;
        });
    }

    @Test
    void aHugeBatchIsRefusedBeforeItIsRead() throws Exception {
        try (WireClient greedy = WireClient.connect(ingest.port(), Batches.hello("shop", "greedy"))) {
            greedy.write(ByteBuffer.allocate(4).putInt(Wire.MAX_FRAME + 1).array());
            assertThat(greedy.refusal()).contains("4194305").contains("4194304");
            refused(Map.of("garbage", 1L));
        }
    }

    /** With memory for one frame: who holds it back is closed, and the others' turn comes. */
    @Test
    void framesWaitForMemoryAndNobodyHoldsItForever() throws Exception {
        try (Ingest small = new Ingest(store, "127.0.0.1", 0,
                new Limits(Duration.ofSeconds(10), Duration.ofMillis(500), ANSWER, 1_000, 256));
                WireClient hog = WireClient.connect(small.port(), Batches.hello("shop", "hog"));
                WireClient other = WireClient.connect(small.port(), Batches.hello("shop", "other"))) {
            hog.write(ByteBuffer.allocate(5).putInt(1_000_000).array());
            for (int sequence = 1; sequence <= 3; sequence++) {
                other.ship(Batches.recursion(sequence));
            }
            assertThat(hog.refusal()).contains("not complete within");
        }
        assertThat(store.batches()).isEqualTo(3);
    }

    /** Memory is taken for what came, and not for what a length claims. */
    @Test
    void threePeersOfSixBytesEachHoldNobodyUp() throws Exception {
        List<WireClient> hogs = new ArrayList<>();
        try (Ingest small = new Ingest(store, "127.0.0.1", 0, patient(1_000, 256));
                WireClient other = WireClient.connect(small.port(), Batches.hello("shop", "other"))) {
            for (int i = 0; i < 3; i++) {
                hogs.add(WireClient.connect(small.port(), Batches.hello("hog", "hog-" + i)));
                hogs.get(i).write(ByteBuffer.allocate(6).putInt(Wire.MAX_FRAME).array());
            }
            for (int sequence = 1; sequence <= 3; sequence++) {
                other.ship(Batches.recursion(sequence));
            }
        } finally {
            for (WireClient hog : hogs) {
                hog.close();
            }
        }
        assertThat(store.batches()).isEqualTo(3);
    }

    @Test
    void whoHoldsMemoryAndSendsNothingGivesWayAndIsTold() throws Exception {
        try (Ingest small = new Ingest(store, "127.0.0.1", 0, patient(1_000, 256));
                WireClient hog = WireClient.connect(small.port(), Batches.hello("shop", "hog"));
                WireClient other = WireClient.connect(small.port(), Batches.hello("shop", "other"))) {
            hog.write(ByteBuffer.allocate(4_000_000).putInt(Wire.MAX_FRAME).array());
            other.ship(Batches.recursion(1));
            other.ship(Batches.megabyte(2, Batches.now()));
            assertThat(hog.refusal()).contains("no memory");
            assertThat(small.refusals().counts()).isEqualTo(Map.of("gave.way", 1L));
        }
        assertThat(store.batches()).isEqualTo(2);
    }

    @Test
    void anIdleSlotGivesWayAndItsPeerIsTold() throws Exception {
        try (Ingest small = new Ingest(store, "127.0.0.1", 0, patient(100 << 20, 2));
                WireClient mute = new WireClient(small.port());
                WireClient calm = WireClient.connect(small.port(), Batches.hello("shop", "calm"))) {
            await().until(() -> {
                try (WireClient late = new WireClient(small.port())) {
                    late.write(framed(FrameCodec.encode(Batches.hello("shop", "late"))));
                    return late.answer() instanceof Welcome;
                }
            });
            assertThat(mute.refusal()).contains("others wait");
            calm.ship(Batches.recursion(1));
        }
    }

    @Test
    void whoFindsNoSlotIsToldInAFrame() throws Exception {
        try (Ingest small = new Ingest(store, "127.0.0.1", 0, patient(100 << 20, 1));
                WireClient calm = WireClient.connect(small.port(), Batches.hello("shop", "calm"));
                WireClient late = new WireClient(small.port())) {
            late.write(framed(FrameCodec.encode(Batches.hello("shop", "late"))));
            assertThat(late.refusal()).contains("connected already");
            calm.ship(Batches.recursion(1));
            assertThat(small.refusals().counts()).isEqualTo(Map.of("connections", 1L));
        }
    }

    @Test
    void oneAddressDoesNotLockTheOthersOut() throws Exception {
        try (Ingest small = new Ingest(store, "127.0.0.1", 0, patient(100 << 20, 3));
                WireClient one = WireClient.connect(small.port(), Batches.hello("crowd", "1"));
                WireClient two = WireClient.connect(small.port(), Batches.hello("crowd", "2"));
                WireClient three = WireClient.connect(small.port(), Batches.hello("crowd", "3"));
                Socket other = new Socket(InetAddress.getByName("127.0.0.1"), small.port(),
                        InetAddress.getByName("127.0.0.2"), 0)) {
            new FrameWriter(other.getOutputStream()).write(Batches.hello("shop", "other"));
            assertThat(new FrameReader(other.getInputStream()).read()).isEqualTo(new Welcome(Wire.VERSION, 0, 0, 0));
            assertThat(one.refusal()).contains("others wait");
            two.ship(Batches.recursion(1));
            three.ship(Batches.recursion(1));
        }
    }

    @Test
    void aBatchThatIsWrongAsItWasSentIsRefusedForWhatItSays() throws Exception {
        Batch wrong = new Batch(1, 0, 1, List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(new EventRecord(null, 1, 0, "main", Map.of())), List.of(), List.of(), List.of(), Map.of());
        try (WireClient client = WireClient.connect(ingest.port(), Batches.hello("shop", "wrong"))) {
            client.write(framed(FrameCodec.encode(wrong)));
            assertThat(client.answer()).isEqualTo(new Refusal("a text is missing", Blame.BATCH));
        }
    }

    private static Limits patient(long heapBytes, int connections) {
        return new Limits(Duration.ofSeconds(20), Duration.ofSeconds(60), ANSWER, heapBytes, connections);
    }

    private void refused(Map<String, Long> counts) {
        await().untilAsserted(() -> assertThat(ingest.refusals().counts()).isEqualTo(counts));
    }

    private static boolean closed(Socket peer) throws IOException {
        return peer.getInputStream().read() < 0;
    }

    private static byte[] framed(byte[] frame) {
        return ByteBuffer.allocate(4 + frame.length).putInt(frame.length).put(frame).array();
    }

    /** One byte at a time, never fast enough, until the server hangs up. */
    private static void trickle(Socket socket, byte[] bytes) throws IOException {
        int[] sent = {0};
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            assertThat(sent[0]).as("bytes sent before the server hung up").isLessThan(bytes.length);
            try {
                socket.getOutputStream().write(bytes[sent[0]++]);
                return false;
            } catch (IOException hungUp) {
                return true;
            }
        });
    }

    /** The store, which takes its time over a batch. */
    private static final class SlowStore extends PassingStore {
        private final CountDownLatch storing;
        private final CountDownLatch goOn;

        SlowStore(DuckDbStore store, CountDownLatch storing, CountDownLatch goOn) {
            super(store);
            this.storing = storing;
            this.goOn = goOn;
        }

        @Override
        public Appended append(String instance, Batch batch) {
            storing.countDown();
            try {
                goOn.await();
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            return super.append(instance, batch);
        }
    }
}
