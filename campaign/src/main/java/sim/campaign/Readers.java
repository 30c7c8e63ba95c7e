package sim.campaign;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import sim.wire.WireException;

/**
 * 200 readers of a large store ask the dearest questions for as long as the campaign lasts, while an application and three peers by
 * hand ship. Nothing is lost, and a batch is acknowledged within two seconds of when it was due, and what the machine itself delays
 * meanwhile: others may keep it busy.
 */
final class Readers {
    private static final int READERS = 200;
    private static final int PEERS = 3;
    private static final long PAUSE_NANOS = 100_000_000;
    private static final long LATEST_NANOS = 2_000_000_000;
    private static final int NODES = 5_000;
    private static final int CONTEXTS = 20_000;
    private static final int AT_ONCE = 1_000;
    private static final String LARGE = "large";

    private final Round round;
    private final AtomicLong latest = new AtomicLong();
    private final AtomicLong latestOfServer = new AtomicLong();
    private final AtomicLong tooLate = new AtomicLong();
    private final long[] sent = new long[PEERS];
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean over;

    private MachineDelay machine;

    private Readers(Round round) {
        this.round = round;
    }

    static void play(Round round) throws Exception {
        new Readers(round).play();
    }

    private void play() throws Exception {
        round.ownServer(round.folder().resolve("data"));
        fill();
        Application application = round.start(round.usual());
        round.awaitStored(application);
        machine = new MachineDelay(round.folder());
        List<Thread> peers = new ArrayList<>();
        for (int i = 0; i < PEERS; i++) {
            int number = i;
            peers.add(Injector.daemon(() -> ship(number), "peer-" + i));
        }
        Visitors visitors = new Visitors();
        visitors.come(round, READERS, LARGE);
        over = true;
        for (Thread peer : peers) {
            peer.join();
        }
        machine.close();
        Auditor auditor = new Auditor(round.server());
        long batches = 0;
        for (int i = 0; i < PEERS; i++) {
            batches += sent[i];
            round.account.add("peer-" + i, "calls of peers", sent[i], auditor.calls("peer-" + i), 0);
        }
        failures.forEach(round.account::fault);
        round.settle();
        if (tooLate.get() > 0) {
            round.account.fault(
                    tooLate + " batches of " + batches
                            + " were acknowledged later than 2 s after they were due and the machine let it");
        }
        System.out.printf(
                "    %d readers, answered %s; %d batches of %d peers, the latest acknowledged %d ms after it was due, %d ms "
                        + "beyond what the machine itself delayed, which was up to %d ms%n",
                READERS, visitors.answers(), batches,
                PEERS, latest.get() / 1_000_000, latestOfServer.get() / 1_000_000, machine.most() / 1_000_000);
    }

    /** A large tree, and many contexts with values. */
    private void fill() throws IOException, WireException {
        long now = System.currentTimeMillis() * 1000;
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        List<TreeRow> rows = new ArrayList<>();
        for (int i = 1; i <= NODES; i++) {
            names.add(new NameEntry(i, "large.part" + i % 50 + ".Service" + i / 10, "work" + i));
            nodes.add(new NodeEntry(i, i / 3, i));
            rows.add(Samples.row(i, 10));
        }
        try (ByHand peer = round.server().connect(1)) {
            peer.hello(Samples.hello(LARGE));
            stored(peer.ship(Samples.batch(1, now, names, nodes, rows)));
            for (int sequence = 2; sequence <= CONTEXTS / AT_ONCE + 1; sequence++) {
                List<ContextRecord> contexts = new ArrayList<>();
                for (int i = 0; i < AT_ONCE; i++) {
                    long id = (long) sequence * AT_ONCE + i;
                    contexts.add(new ContextRecord(id, i % 5 == 0 ? 0 : id - 1, "order", "shop", "main", now - 9, now,
                            null,
                            Map.of("tenant", "t" + id % 40, "order", id, "text", "x".repeat(300), "ratio", 0.5), 2, 0,
                            1, Samples.meters(60)));
                }
                stored(peer.ship(new Batch(sequence, now - 1, now, Contents.NONE
                        .with(Sections.ROWS, rows.subList(0, NODES / 10)).with(Sections.CONTEXTS, contexts))));
            }
        }
    }

    private static void stored(boolean acknowledged) throws IOException {
        if (!acknowledged) {
            throw new IOException("a batch of the large application is not stored");
        }
    }

    /** A call in each batch. */
    private void ship(int number) {
        try (ByHand peer = round.server().connect(1)) {
            peer.hello(Samples.hello("peer-" + number));
            long due = System.nanoTime();
            while (!over) {
                stored(peer.ship(Samples.calls(sent[number] + 1, 1, System.currentTimeMillis() * 1000)));
                sent[number]++;
                long waited = System.nanoTime() - due;
                long ofServer = waited - machine.since(due);
                latest.accumulateAndGet(waited, Math::max);
                latestOfServer.accumulateAndGet(ofServer, Math::max);
                if (ofServer > LATEST_NANOS) {
                    tooLate.incrementAndGet();
                }
                due = Math.max(due + PAUSE_NANOS, System.nanoTime());
                Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
            }
        } catch (IOException | WireException failure) {
            failures.add("peer-" + number + " cannot ship: " + failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
