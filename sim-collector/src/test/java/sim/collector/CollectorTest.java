package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.metrics.spi.SnapshotSource;
import sim.model.snapshot.NameEntry;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.Wire;

/** The real collector and the real runtime against a peer on a real socket. */
class CollectorTest {
    private Peer peer;
    private final Collector collector = new Collector();

    @BeforeEach
    void listen() throws IOException {
        peer = new Peer(0);
    }

    @AfterEach
    void close() {
        collector.stop();
        peer.close();
    }

    @Test
    void everyCallArrivesOnceWithItsDictionary() {
        Metering metering = start("application=shop,interval=100ms");
        call(metering, "a", 1000);
        await().until(() -> calls() == 1000);
        call(metering, "b", 500);
        await().until(() -> calls() == 1500);
        assertThat(peer.hellos).extracting(Hello::application).contains("shop");
        assertThat(peer.hellos).extracting(Hello::agentVersion).as("of classes in no jar").containsOnly("development");
        Set<String> names = new HashSet<>();
        peer.batches.forEach(batch -> batch.names().forEach((NameEntry name) -> names.add(name.member())));
        assertThat(names).contains("a", "b");
        assertThat(peer.batches).extracting(Batch::sequence).isSorted().doesNotHaveDuplicates();
        assertThat(peer.batches.get(0).platform().get(0).values()).containsKeys("heap.used", "cpu.time", "uptime",
                "threads.live", "gc.count", "memory.used");
    }

    @Test
    void aBatchThatWasNotAcknowledgedIsSentAgain() {
        Metering metering = start("interval=100ms");
        peer.hangUps = 2;
        call(metering, "a", 100);
        await().until(() -> peer.hangUps == 0);
        call(metering, "a", 100);
        await().until(() -> calls() == 200);
        assertThat(peer.batches).extracting(Batch::sequence).doesNotHaveDuplicates();
        assertThat(peer.hellos).extracting(Hello::instance).containsOnly(peer.hellos.get(0).instance());
    }

    @Test
    void aLongOutageWithATinySpoolLosesNoCountAndCountsWhatItDrops() throws IOException {
        int port = peer.port();
        peer.close();
        Metering metering = start("interval=50ms,spool=100KB,events=all", port);
        callInTwentyIntervals(metering);
        peer = new Peer(port);
        await().until(() -> calls() == 8000);
        await().until(() -> counter("spool.invocations.dropped") > 0);
        long kept = peer.batches.stream().mapToLong(batch -> batch.invocations().size()).sum();
        assertThat(kept + counter("spool.invocations.dropped") + counter("invocations.dropped")).isEqualTo(8000);
    }

    @Test
    void aServerThatLostItsStoreIsToldTheDictionaryAgain() {
        Metering metering = start("interval=100ms");
        call(metering, "a", 10);
        await().until(() -> calls() == 10);
        peer.batches.clear();
        peer.hangUps = 1;
        call(metering, "a", 10);
        await().until(() -> calls() == 10);
        assertThat(peer.batches.stream().flatMap(batch -> batch.names().stream())).extracting(NameEntry::member)
                .contains("a");
    }

    @Test
    void namesWithoutEndOrOfAnyLengthArriveCutAndInFramesThatFit() {
        Metering metering = start("interval=200ms,tree.nodes=100");
        call(metering, "x".repeat(5 << 20), 3);
        metering.site("deep." + ".".repeat(100_000), "leaf").begin();
        metering.site("deep." + ".".repeat(100_000), "leaf").end();
        String statement = "SELECT \u20ac".repeat(100);
        for (int i = 0; i < 12_000; i++) {
            call(metering, statement + i, 1);
        }
        await().until(() -> calls() == 12_004);
        Set<String> members = new HashSet<>();
        peer.batches.forEach(batch -> batch.names().forEach((NameEntry name) -> members.add(name.member())));
        assertThat(members).contains(statement + 0, statement + 11_999, "leaf", "x".repeat(999) + '\u2026');
    }

    @Test
    void theLastCallsAreFlushedAtTheEnd() {
        Metering metering = start("interval=1h");
        call(metering, "a", 77);
        collector.stop();
        assertThat(calls()).isEqualTo(77);
    }

    /** As RELIABILITY.md has it of threads that work on while the program ends. */
    @Test
    void whatEndsAfterTheLastDrainIsInNoSumAndWhatIsOpenThenIsTold() {
        Metering metering = start("interval=1h");
        metering.createContext("request", "");
        metering.endContext(null);
        metering.createContext("request", "");
        call(metering, "a", 3);
        collector.stop();
        metering.endContext(null);
        assertThat(calls()).as("ended in an open request").isEqualTo(3);
        assertThat(peer.batches.stream().flatMap(batch -> batch.kinds().stream())).singleElement()
                .satisfies(kind -> {
                    assertThat(kind.contexts()).isEqualTo(1);
                    assertThat(kind.calls()).isZero();
                });
        assertThat(peer.batches.stream().flatMap(batch -> batch.contexts().stream())).hasSize(2)
                .filteredOn(context -> context.endMicros() == 0).singleElement()
                .satisfies(open -> assertThat(open.name()).isEqualTo("request"));
    }

    @Test
    void theEndIsSaidWithTheLastOfAllAndNotBefore() {
        Metering metering = start("interval=100ms");
        for (int i = 0; i < 5_000; i++) {
            call(metering, "a" + i, 1);
        }
        await().until(() -> calls() == 5_000);
        assertThat(peer.batches).noneMatch(batch -> batch.counters().containsKey(Wire.ENDED));
        for (int i = 0; i < 5_000; i++) {
            call(metering, "a" + i, 1);
        }
        collector.stop();
        assertThat(calls()).isEqualTo(10_000);
        assertThat(peer.batches.stream().filter(batch -> batch.counters().containsKey(Wire.ENDED)))
                .containsExactly(peer.batches.get(peer.batches.size() - 1));
    }

    /** With all calls kept and a server that is slow, totals arrive whole, and single calls that did not are counted. */
    @Test
    void theLastShipmentOfKeptCallsEndsInTimeWithTotalsExact() throws InterruptedException {
        AtomicBoolean ending = new AtomicBoolean();
        peer.answer = batch -> {
            try {
                do {
                    Thread.sleep(300);
                } while (!ending.get());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            return null;
        };
        Metering metering = start("interval=1h,exit.flush=6s,events=all,spool=50MB");
        for (int i = 0; i < 200; i++) {
            call(metering, "a", 10_000);
            Thread.sleep(5); // so that the rings are emptied now and then
        }
        ending.set(true);
        collector.stop();
        assertThat(collector.isAtWork()).isFalse();
        assertThat(calls()).isEqualTo(2_000_000);
        assertThat(counter(Wire.ENDED)).isEqualTo(1);
        // by the spool, or, where the machine was too busy to empty them, by the rings
        long dropped = counter("spool.invocations.dropped") + counter("invocations.dropped");
        assertThat(dropped).isPositive();
        long kept = peer.batches.stream().mapToLong(batch -> batch.invocations().size()).sum();
        assertThat(kept + dropped).isEqualTo(2_000_000);
    }

    /** A server that answers no more in the last shipment: what it has and what it was told to be left are all there was. */
    @Test
    void whatTheLastShipmentDidNotBringIsKnownByItsNumber() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean ending = new AtomicBoolean();
        peer.answer = batch -> {
            if (ending.get() && !batch.rows().isEmpty() && calls() > 0) {
                asked.countDown();
                try {
                    over.await();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            }
            return null;
        };
        // not by the time: a busy machine may need more of it for what arrives before
        Metering metering = start("interval=1h,exit.flush=1m");
        await().until(() -> !peer.batches.isEmpty());
        for (int i = 0; i < 12_000; i++) {
            call(metering, "a" + i, 1);
        }
        ending.set(true);
        Thread exit = new Thread(collector::stop);
        exit.start();
        asked.await();
        exit.interrupt();
        exit.join();
        assertThat(calls()).isBetween(1L, 11_999L);
        assertThat(peer.batches.get(peer.batches.size() - 1).counters()).doesNotContainKey(Wire.ENDED);
        assertThat(calls() + counter(Wire.LEFT + "calls")).isEqualTo(12_000);
        ending.set(false);
        over.countDown();
        await().until(() -> calls() == 12_000); // which ends the collector
    }

    /** A name server that does not answer takes longer: the collector asks it on a thread nobody waits for. */
    @Test
    @Timeout(60)
    void theEndWaitsForNoNameServer() throws Exception {
        try (Resolver resolver = new Resolver("127.0.0.1"); Resolver nobody = new Resolver("no such host")) {
            assertThat(resolver.resolve(() -> false).getHostAddress()).isEqualTo("127.0.0.1");
            assertThatThrownBy(() -> nobody.resolve(() -> false)).isInstanceOf(IOException.class);
        }
        Options options = Options.load("exit.flush=1h,interval=1h,server=no.such.host.invalid:7420", new Properties());
        Metering metering = new Metering(options);
        collector.start(metering, options);
        call(metering, "a", 5);
        collector.stop();
        assertThat(collector.isAtWork()).isFalse();
    }

    @Test
    void theApplicationIsKnownAsSoonAsItStarts() {
        start("interval=1h,application=shop");
        await().until(() -> !peer.batches.isEmpty());
        assertThat(peer.hellos).extracting(Hello::application).containsOnly("shop");
        assertThat(peer.batches.get(0).platform()).isNotEmpty();
    }

    /** With an hour for the last flush, whoever waits for the time and not for what there is to do waits for ever. */
    @Test
    @Timeout(60)
    void theEndWaitsForNothingOnceAllIsStored() {
        Metering metering = start("interval=1h,exit.flush=1h");
        await().until(() -> !peer.batches.isEmpty());
        call(metering, "a", 5);
        collector.stop();
        assertThat(calls()).isEqualTo(5);
        assertThat(collector.isAtWork()).isFalse();
    }

    @Test
    @Timeout(60)
    void theEndWaitsForNoServerThatIsAway() {
        int port = peer.port();
        peer.close();
        Metering metering = start("interval=1h,exit.flush=1h", port);
        call(metering, "a", 5);
        collector.stop();
        assertThat(collector.isAtWork()).isFalse();
    }

    @Test
    void aServerThatSaysNothingHoldsNobodyUp() {
        peer.mute = new CountDownLatch(1);
        Metering metering = start("interval=50ms,exit.flush=1s");
        call(metering, "a", 10);
        await().until(() -> !peer.hellos.isEmpty());
        call(metering, "a", 10);
        collector.wake();
        collector.stop();
        peer.mute.countDown();
        assertThat(List.copyOf(Thread.getAllStackTraces().keySet())).filteredOn(t -> t.getName().startsWith("sim-"))
                .allMatch(Thread::isDaemon);
    }

    private Metering start(String argument) {
        return start(argument, peer.port());
    }

    private Metering start(String argument, int port) {
        Options options = Options.load(argument + ",hotspot.enabled=false,server=127.0.0.1:" + port, new Properties());
        Metering metering = new Metering(options);
        collector.start(metering, options);
        return metering;
    }

    /** As a SecurityManager of the program refuses it. What was taken before is known. */
    @Test
    void whatALastDrainThatFailedHasTakenIsSaidByItsNumber() {
        assertThat(lossOfA("counters")).contains(": 300 calls; ").doesNotContain("could not be counted");
    }

    @Test
    void ofALastDrainThatTookNothingItIsSaidWhy() {
        assertThat(lossOfA("drain")).contains(": what was metered last, whose calls could not be counted, because the "
                + "last drain failed: java.lang.SecurityException: no; ").doesNotContain("calls;");
    }

    /** 400 calls in each, which a small spool does not hold together. */
    private void callInTwentyIntervals(Metering metering) {
        for (int round = 0; round < 20; round++) {
            call(metering, "a", 400);
            collector.wake();
            long before = metering.drainedAt();
            await().until(() -> metering.drainedAt() > before);
        }
    }

    /** The line named what was still there alone, as if that were all. */
    @Test
    void whatFoundNoRoomBeforeIsInTheLastLineToo() {
        int port = peer.port();
        peer.close();
        Metering metering = start("interval=50ms,spool=100KB,events=all", port);
        callInTwentyIntervals(metering);
        assertThat(collector.stop()).isFalse();
        assertThat(collector.loss(null)).matches("the last measurements could not be shipped: [0-9]+ calls.*, and "
                + "[0-9]+ .*dropped before; agent server 127.0.0.1:" + port
                + " is not reachable \\(Connection refused\\)");
    }

    @Test
    void whatIsLostWithoutAServerIsOneLine() {
        Options options = Options.load("hotspot.enabled=false,server=none", new Properties());
        Metering metering = new Metering(options);
        collector.start((SnapshotSource) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{SnapshotSource.class}, (proxy, called, with) -> {
                    if (called.getName().equals("drain")) {
                        throw new SecurityException("no\nline");
                    }
                    return called.invoke(metering, with);
                }), options);
        assertThat(collector.stop()).isFalse();
        assertThat(collector.loss(null)).endsWith(" is counted nowhere; the last drain failed: "
                + "java.lang.SecurityException: no?line");
    }

    /** What is said where no server is, and a method of the runtime fails. */
    private String lossOfA(String method) {
        int port = peer.port();
        peer.close();
        Options options = Options.load("hotspot.enabled=false,exit.flush=10s,server=127.0.0.1:" + port,
                new Properties());
        Metering metering = new Metering(options);
        collector.start((SnapshotSource) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{SnapshotSource.class}, (proxy, called, with) -> {
                    if (called.getName().equals(method)) {
                        throw new SecurityException("no");
                    }
                    return called.invoke(metering, with);
                }), options);
        call(metering, "a", 300);
        assertThat(collector.stop()).isFalse();
        return collector.loss(null);
    }

    private static void call(Metering metering, String member, int times) {
        ProbeSite site = metering.site("test", member);
        for (int i = 0; i < times; i++) {
            site.begin();
            site.end();
        }
    }

    private long calls() {
        return peer.batches.stream().flatMap(batch -> batch.rows().stream()).mapToLong(row -> row.count()).sum();
    }

    private long counter(String kind) {
        return peer.batches.isEmpty() ? 0 : peer.batches.get(peer.batches.size() - 1).counters().getOrDefault(kind, 0L);
    }
}
