package sim.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongConsumer;
import sim.wire.Batch;
import sim.wire.FrameCodec;

/** The newest part of a fleet's store: every interval of every JVM by the real encoder and the real store, with a clock in the hand. */
public final class FleetHour implements AutoCloseable {
    private static final long INTERVAL = 5_000_000;
    /** Upkeep is every ten seconds in a server. */
    private static final int UPKEEP = 2;

    private final int jvms;
    private final FleetShape shape;
    private final DuckDbStore store;
    private final ExecutorService peers;
    private long now;
    private long sequence;
    private long calls;

    /** @param from microseconds since the epoch */
    public FleetHour(Path data, int jvms, int places, long from) {
        this.jvms = jvms;
        this.shape = new FleetShape(places);
        this.now = from;
        this.store = new DuckDbStore(data, () -> now, () -> now * 1_000, Ladder.STANDARD, new Figures(),
                Instances.MOST);
        this.peers = Executors.newFixedThreadPool(jvms);
        store.keep(Keep.STANDARD, Long.MAX_VALUE);
        for (int jvm = 0; jvm < jvms; jvm++) {
            sequence = store.open(shape.hello(jvm)).lastSequence();
        }
    }

    /** Ships until a time is reached. */
    public void ship(long to, LongConsumer each) throws Exception {
        while (now < to) {
            now = Math.min(to, now + INTERVAL);
            sequence++;
            List<Future<?>> stored = new ArrayList<>();
            for (int jvm = 0; jvm < jvms; jvm++) {
                String instance = FleetShape.instance(jvm);
                Batch batch = (Batch) FrameCodec.decode(shape.frame(sequence, now));
                calls += batch.rows().stream().mapToLong(row -> row.count()).sum();
                stored.add(peers.submit(() -> store.append(instance, batch)));
            }
            for (Future<?> one : stored) {
                one.get();
            }
            if (sequence % UPKEEP == 0) {
                store.upkeep();
            }
            each.accept(now);
        }
    }

    /** Calls shipped. */
    public long calls() {
        return calls;
    }

    /** The sum of calls after a time, of all instances and of the application: equal to what was shipped, whatever the steps. */
    public List<Long> sums(long from) {
        List<Long> sums = new ArrayList<>();
        for (boolean isOfApplication : new boolean[]{false, true}) {
            sums.add(store.query(connection -> {
                connection.setAutoCommit(false);
                Slice slice = store.slice(connection, FleetShape.APPLICATION, null, isOfApplication, from, now, 0);
                return Database.number(connection, slice.narrow("SELECT sum(calls) FROM tree_rows"));
            }));
        }
        return sums;
    }

    @Override
    public void close() {
        peers.shutdown();
        store.close();
    }
}
