package sim.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Batch;
import sim.wire.FrameCodec;
import sim.wire.WireException;

/** Peers that mean no good, each kind one method, called again and again by a thread of its own. */
final class Hostile {
    /** How many did their worst. */
    static final AtomicLong TRIED = new AtomicLong();

    private Hostile() {}

    interface Peer {
        void doWorst(Server server, Random random) throws IOException, WireException, InterruptedException;
    }

    /** So many of them at a time, for as long as the round lasts. */
    static void all(Round round, int threads, Peer peer) throws InterruptedException {
        long end = System.nanoTime() + round.millis * 1_000_000L;
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Random random = new Random(round.random.nextLong());
            all.add(Injector.daemon(() -> {
                while (System.nanoTime() < end) {
                    try {
                        peer.doWorst(round.server(), random);
                    } catch (IOException | WireException turnedAway) {
                        // as it should be
                    } catch (InterruptedException stop) {
                        return;
                    }
                    TRIED.incrementAndGet();
                }
            }, "hostile"));
        }
        for (Thread each : all) {
            each.join();
        }
    }

    static int stranger(Random random) {
        return 2 + random.nextInt(200);
    }

    /** Any bytes; a web browser's; a length and no frame; half a hello. */
    static void garbage(Server server, Random random) throws IOException, InterruptedException {
        try (ByHand peer = server.connect(stranger(random))) {
            byte[] bytes = new byte[random.nextInt(5_000)];
            random.nextBytes(bytes);
            switch (random.nextInt(7)) {
                case 0 -> peer.raw(bytes);
                case 1 -> peer.raw("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                case 2 -> peer.raw((byte) 0x7f, (byte) -1, (byte) -1, (byte) -1);
                case 3 -> peer.raw((byte) 0x80, (byte) 0, (byte) 0, (byte) 0);
                case 4 -> peer.frame(bytes);
                case 5 -> peer.below(bytes);
                default -> {
                    byte[] hello = FrameCodec.encode(Samples.hello("half"));
                    peer.raw((byte) 0, (byte) 0, (byte) (hello.length >> 8), (byte) hello.length, hello[0], hello[1]);
                    Thread.sleep(random.nextInt(300));
                }
            }
            Thread.sleep(random.nextInt(50));
        }
    }

    /** Frames of the corpus with some bits turned, some bytes gone or doubled. */
    static void mutants(Server server, Random random) throws IOException, WireException {
        List<byte[]> frames = Samples.corpus().stream().map(FrameCodec::encode).toList();
        try (ByHand peer = server.connect(stranger(random))) {
            if (random.nextInt(4) > 0) {
                peer.hello(Samples.hello("mutants"));
            }
            for (int i = 0; i < 10; i++) {
                peer.frame(mutant(frames.get(random.nextInt(frames.size())), random));
            }
        }
    }

    static byte[] mutant(byte[] frame, Random random) {
        byte[] mutant = frame.clone();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            mutant[random.nextInt(mutant.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return mutant;
    }

    /** The same name and node ids again and again, so that what joins them explodes. */
    static void repeatedIds(Server server, Random random) throws IOException, WireException {
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        List<TreeRow> rows = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            names.add(new NameEntry(1, "r", "r"));
            nodes.add(new NodeEntry(1, 0, 1));
            rows.add(Samples.row(1, 1));
        }
        one(server, random, "repeated", Samples.batch(1, now(), names, nodes, rows));
    }

    /** Counts below 0, and sums past a long. */
    static void impossibleCounts(Server server, Random random) throws IOException, WireException {
        long count = random.nextBoolean() ? -5 : Long.MAX_VALUE;
        one(server, random, "impossible", new Batch(1, now() - 5_000_000, now(), Samples.names(), Samples.nodes(),
                List.of(new TreeRow(1, count, count, 1, Samples.meters(count), Samples.meters(count),
                        Samples.meters(count), new long[]{47, count}),
                        new TreeRow(1, count, 0, 1, Samples.meters(count), Samples.meters(-count),
                                Samples.meters(count), new long[]{47, count})),
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), java.util.Map.of()));
    }

    /** Nodes without a name, parents that are no nodes, rings of parents, and sequences that jump. */
    static void impossibleTrees(Server server, Random random) throws IOException, WireException {
        one(server, random, "trees", Samples.batch(random.nextBoolean() ? Long.MAX_VALUE : -1, now(), Samples.names(),
                List.of(new NodeEntry(1, 2, 1), new NodeEntry(2, 1, 99), new NodeEntry(-3, -3, -3)),
                List.of(Samples.row(2, 1), Samples.row(77, 1))));
    }

    private static void one(Server server, Random random, String application, Batch batch)
            throws IOException, WireException {
        try (ByHand peer = server.connect(stranger(random))) {
            peer.hello(Samples.hello(application));
            peer.ship(batch);
        }
    }

    private static long now() {
        return System.currentTimeMillis() * 1000;
    }
}
