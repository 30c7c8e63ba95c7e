package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.metrics.spi.SnapshotSource;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.Control;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;
import sim.wire.Batch;
import sim.wire.Sections;

/** The real collector and runtime where there is no memory, not even to say so: as soon as there is, all arrives. */
class UndyingTest {
    private Peer peer;
    private Collector collector = new Collector();

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
    void theCollectorAndTheShipperGoOnAndNoCallIsLost() {
        Options options = Options.load(
                "interval=50ms,hotspot.enabled=false,meters=wall,server=127.0.0.1:" + peer.port(),
                new Properties());
        Metering metering = new Metering(options);
        Scarce source = new Scarce(metering);
        collector.start(source, options);
        call(metering, "a", 100);
        await().until(() -> source.failed.get() >= 6);
        assertThat(collector.isAtWork()).isTrue();
        source.full = false;
        call(metering, "b", 50);
        await().until(() -> calls() == 150);
        assertThat(peer.batches).extracting(Batch::sequence).isSorted().doesNotHaveDuplicates();
        assertThat(collector.stop()).as("all has arrived").isTrue();
        assertThat(calls()).isEqualTo(150);
    }

    /** What payload probes gathered is out of the runtime before a parcel is made of it. */
    @Test
    void payloadsOfWhichNoParcelCouldBeMadeAtFirstArrive() {
        Options options = Options.load("interval=50ms,hotspot.enabled=false,meters=wall,server=127.0.0.1:"
                + peer.port(), new Properties());
        Scarce source = new Scarce(new Metering(options));
        source.full = false;
        PayloadRow row = new PayloadRow(1, 1, 0, "text", new PayloadSum(5, 0, 5, 1), new long[]{1, 5});
        AtomicInteger asked = new AtomicInteger();
        source.payloads.set(Snapshot.between(1, 2).with(PayloadRow.class, new AbstractList<>() {
            @Override
            public PayloadRow get(int index) {
                return row;
            }

            @Override
            public int size() {
                if (asked.getAndIncrement() == 0) { // asked whether there are any, as the parcel is made
                    throw new OutOfMemoryError("meant");
                }
                return 1;
            }
        }));
        collector.start(source, options);
        await().until(() -> !payloads().isEmpty());
        assertThat(collector.stop()).as("all has arrived").isTrue();
        assertThat(payloads()).singleElement().satisfies(told -> assertThat(told.sum()).isEqualTo(row.sum()));
    }

    private List<PayloadRow> payloads() {
        return peer.batches.stream().flatMap(batch -> batch.contents().of(Sections.PAYLOAD_ROWS).stream()).toList();
    }

    @Test
    void whatCouldNotBeDrainedAtTheEndHasNotArrived() {
        Options options = Options.load(
                "interval=1h,hotspot.enabled=false,exit.flush=3s,server=127.0.0.1:" + peer.port(),
                new Properties());
        Metering metering = new Metering(options);
        Scarce source = new Scarce(metering);
        collector.start(source, options);
        call(metering, "a", 100);
        assertThat(collector.stop()).isFalse();
        assertThat(calls()).isZero();
    }

    /** Each round of the collector's thread looks at the transport first. */
    @Test
    void theCollectorGoesOnWhateverItsLooksMeet() {
        Options options = Options.load("interval=50ms,hotspot.enabled=false,server=127.0.0.1:" + peer.port(),
                new Properties());
        AtomicInteger looks = new AtomicInteger();
        collector = new Collector(new Transport() {
            private final Transport tcp = new TcpTransport(options);

            @Override
            public String localName() throws InterruptedException {
                return tcp.localName();
            }

            @Override
            public Link open(BooleanSupplier ending) throws IOException, InterruptedException {
                return tcp.open(ending);
            }

            @Override
            public void look(long nowNanos) {
                looks.incrementAndGet();
                throw new OutOfMemoryError("the transport's");
            }

            @Override
            public void close() {
                tcp.close();
            }
        });
        Metering metering = new Metering(options);
        collector.start(metering, options);
        call(metering, "a", 100);
        await().until(() -> looks.get() >= 3 && calls() == 100);
        call(metering, "b", 50);
        assertThat(collector.stop()).as("all has arrived").isTrue();
        assertThat(calls()).isEqualTo(150);
    }

    private long calls() {
        return peer.batches.stream().flatMap(batch -> batch.rows().stream()).mapToLong(row -> row.count()).sum();
    }

    private static void call(Metering metering, String member, int times) {
        ProbeSite site = metering.site("test", member);
        for (int i = 0; i < times; i++) {
            site.end(site.begin(), null);
        }
    }

    /** A runtime on a heap that is full: what it is asked fails, before or after it was done, and so does saying so. */
    private static final class Scarce implements SnapshotSource {
        private final Metering metering;
        private final AtomicInteger failed = new AtomicInteger();
        private volatile boolean full = true;
        /** What the next drain of payloads returns. */
        private final AtomicReference<Snapshot> payloads = new AtomicReference<>();

        Scarce(Metering metering) {
            this.metering = metering;
        }

        private void fail() {
            if (full) {
                failed.incrementAndGet();
                throw new OutOfMemoryError() {
                    private static final long serialVersionUID = 1;

                    @Override
                    public String toString() {
                        throw this;
                    }
                };
            }
        }

        @Override
        public void calibrate() {
            metering.calibrate();
        }

        @Override
        public Snapshot drain() {
            fail();
            return metering.drain();
        }

        @Override
        public Snapshot drainFeatures(long fromMicros, long toMicros) {
            Snapshot next = payloads.getAndSet(null);
            return next == null ? Snapshot.between(fromMicros, toMicros) : next;
        }

        @Override
        public int gatherInvocations() {
            return metering.gatherInvocations();
        }

        @Override
        public Snapshot takeKept(long fromMicros) {
            return metering.takeKept(fromMicros);
        }

        @Override
        public List<NameEntry> namesAfter(int id) {
            fail();
            return metering.namesAfter(id);
        }

        @Override
        public List<NodeEntry> nodesAfter(int id) {
            fail();
            return metering.nodesAfter(id);
        }

        @Override
        public List<String> extraMeters() {
            return metering.extraMeters();
        }

        @Override
        public int control(Control control) {
            return metering.control(control);
        }

        /** With these every snapshot that was taken is made parcels of. */
        @Override
        public Map<String, Long> counters() {
            fail();
            return metering.counters();
        }
    }
}
