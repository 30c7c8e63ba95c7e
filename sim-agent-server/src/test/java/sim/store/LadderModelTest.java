package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.wire.Batch;

/**
 * The store against a sum kept in memory: random batches, late and repeated ones, restarts, roll-ups and changes of the policy at
 * random moments. Whatever is asked, at whatever step, is equal to the unit. {@code -Dsim.seeds=1000} plays more, {@code -Dsim.first}
 * goes on behind, and {@code -Dsim.actions} plays longer runs.
 */
class LadderModelTest {
    private static final long SECOND = 1_000_000;
    /** Steps of 10 s, a minute, 10 minutes and an hour: a run of some hours has all of them. */
    private static final Ladder LADDER = Ladder.of(Duration.ofSeconds(20), Duration.ofSeconds(10),
            Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofHours(1));
    private static final int PLACES = 6;

    @TempDir
    Path folder;

    /** 34000: a coarser level's boundary was past a finer one's, and rows between the two counted twice. */
    static IntStream seeds() {
        Integer first = Integer.getInteger("sim.first");
        return first == null
                ? IntStream.of(1, 34_000)
                : IntStream.range(first, first + Integer.getInteger("sim.seeds", 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyAnswerAtEveryStepIsTheNaiveSum(int seed) throws Exception {
        new Run(new Random(seed), Files.createDirectory(folder.resolve("run" + seed)))
                .play(Integer.getInteger("sim.actions", 36));
    }

    /** Every answer has the same total, at whatever step, in every moment of sealing, rolling up and merging. */
    @Test
    void whoAsksWithoutPauseWhileRowsAreRolledUpGetsTheSameTotals() throws Exception {
        long[] now = {Ladder.down(Batches.now(), 3_600 * SECOND)};
        try (DuckDbStore store = new DuckDbStore(folder, () -> now[0], () -> now[0] * 1_000, LADDER, new Figures(),
                Instances.MOST)) {
            store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
            long calls = 0;
            for (String instance : List.of("i0", "i1")) {
                store.open(Batches.hello("shop", instance));
                for (int sequence = 1; sequence <= 12; sequence++) {
                    store.append(instance, RetentionTest.at(sequence, now[0] + sequence * 500 * SECOND, sequence));
                    calls += sequence;
                }
            }
            now[0] += 9_000 * SECOND;
            long from = now[0] - 20_000 * SECOND;
            AtomicBoolean ended = new AtomicBoolean();
            List<Long> asked = Collections.synchronizedList(new ArrayList<>());
            Thread reader = new Thread(() -> {
                for (int points = 0; !ended.get() || points < 3; points++) {
                    asked.add(total(store, from, now[0], points % 3 == 0 ? 0 : points % 600, points % 2 == 0));
                }
            });
            reader.start();
            for (int round = 0; round < 3; round++) {
                store.upkeepNow();
            }
            ended.set(true);
            reader.join();
            assertThat(store.progress().segments()).isPositive();
            assertThat(asked).hasSizeGreaterThan(5).containsOnly(calls);
        }
    }

    private static long total(DuckDbStore store, long from, long to, int points, boolean isOfApplication) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            Slice slice = store.slice(connection, "shop", null, isOfApplication, from, to, points);
            return Database.number(connection, slice.narrow("SELECT sum(calls) FROM tree_rows"));
        });
    }

    /** A batch's row, as the naive sum has it. */
    private record Row(String application, String instance, long to, int node, long calls, long wall) {}

    private static final class Run {
        private final Random random;
        private final Path directory;
        private final List<Row> rows = new ArrayList<>();
        private final Map<String, Long> sequences = new TreeMap<>();
        private long now = Ladder.down(Batches.now(), 3_600 * SECOND);
        private DuckDbStore store;

        Run(Random random, Path directory) {
            this.random = random;
            this.directory = directory;
        }

        void play(int actions) throws SQLException {
            open();
            for (int i = 0; i < actions; i++) {
                act();
                if (i % 6 == 0) {
                    compare();
                }
            }
            now += 7_200 * SECOND;
            store.upkeepNow();
            compare();
            store.close();
        }

        private void open() {
            store = new DuckDbStore(directory, () -> now, () -> now * 1_000, LADDER, new Figures(), Instances.MOST);
            keep();
            for (int i = 0; i < 4; i++) {
                store.open(Batches.hello(application("i" + i), "i" + i));
            }
        }

        private static String application(String instance) {
            return instance.equals("i3") ? "bank" : "shop";
        }

        /** The finer steps for a random while, the coarsest for ever: no sum is lost. */
        private void keep() {
            long finest = (30 + random.nextInt(600)) * SECOND;
            store.keep(new Keep(Keep.FOREVER, Keep.FOREVER, List.of(finest, 3 * finest, 10 * finest, Keep.FOREVER),
                    List.of(finest, 2 * finest, 8 * finest, 20 * finest, Keep.FOREVER)), Long.MAX_VALUE);
        }

        private void act() {
            switch (random.nextInt(12)) {
                case 0 -> {
                    store.close();
                    open();
                }
                case 1 -> keep();
                case 2 -> store.upkeepNow();
                case 3, 4, 5 -> store.upkeep();
                case 6 -> now += random.nextInt(1_500) * SECOND;
                default -> {
                    for (int i = random.nextInt(8); i >= 0; i--) {
                        ship("i" + random.nextInt(4));
                    }
                }
            }
        }

        private void ship(String instance) {
            now += random.nextInt(9_000_000);
            long sequence = sequences.merge(instance, 1L, Long::sum);
            long late = random.nextInt(6) == 0 ? random.nextInt(7_000) * SECOND : 0;
            long to = now - late;
            List<TreeRow> told = new ArrayList<>();
            for (int node = 1; node <= PLACES; node++) {
                if (random.nextInt(3) > 0) {
                    long calls = 1 + random.nextInt(50);
                    long wall = 1 + random.nextInt(1_000_000);
                    rows.add(new Row(application(instance), instance, to, node, calls, wall));
                    TreeRow row = Batches.row(node, calls, wall, wall);
                    told.add(new TreeRow(node, calls, row.errors(), row.present(), row.total(), row.self(), row.max(),
                            new long[]{Buckets.indexOf(wall), calls}));
                }
            }
            Batch batch = new Batch(sequence, to - 5 * SECOND, to,
                    sequence > 1
                            ? List.of()
                            : IntStream.rangeClosed(1, PLACES)
                                    .mapToObj(id -> new NameEntry(id, "a.A$$Lambda/0x" + instance.substring(1) + id,
                                            "m" + id))
                                    .toList(),
                    sequence > 1
                            ? List.of()
                            : IntStream.rangeClosed(1, PLACES).mapToObj(id -> new NodeEntry(id, id / 2, id)).toList(),
                    told, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()).sentAt(now);
            assertThat(store.append(instance, batch)).isEqualTo(Appended.STORED);
            if (random.nextInt(5) == 0) {
                assertThat(store.append(instance, batch)).isEqualTo(Appended.ALREADY);
            }
        }

        private void compare() throws SQLException {
            for (int i = 0; i < 3; i++) {
                long to = now - random.nextInt(4) * random.nextInt(2_000) * SECOND;
                long from = to - random.nextInt(20_000) * SECOND;
                int points = random.nextBoolean() ? 0 : 1 + random.nextInt(600);
                compare("shop", null, from, to, points);
                compare("shop", "i" + random.nextInt(3), from, to, points);
            }
            compare("bank", null, now - 40_000 * SECOND, now + SECOND, 0);
            store.query(connection -> { // all there is, each row once
                assertThat(Database.number(connection, "SELECT sum(calls) FROM tree_rows"))
                        .isEqualTo(rows.stream().mapToLong(Row::calls).sum());
                return null;
            });
        }

        private void compare(String application, String instance, long from, long to, int points)
                throws SQLException {
            store.query(connection -> {
                connection.setAutoCommit(false);
                Slice slice = store.slice(connection, application, instance, instance == null, from, to, points);
                assertThat(slice.fromMicros()).isLessThanOrEqualTo(from);
                assertThat(slice.toMicros()).isGreaterThanOrEqualTo(to);
                Map<Integer, List<Long>> wanted = new TreeMap<>();
                for (Row row : rows) {
                    if (row.application.equals(application) && (instance == null || row.instance.equals(instance))
                            && row.to > slice.fromMicros() && row.to <= slice.toMicros()) {
                        wanted.merge(row.node, List.of(row.calls, row.wall, row.wall / row.calls, row.calls),
                                (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1),
                                        Math.max(a.get(2), b.get(2)), a.get(3) + b.get(3)));
                    }
                }
                assertThat(stored(connection, slice, instance)).as("%s %s after %d up to %d, %s", application, instance,
                        slice.fromMicros(), slice.toMicros(), slice.resolution()).isEqualTo(wanted);
                return null;
            });
        }

        private static Map<Integer, List<Long>> stored(Connection connection, Slice slice, String instance)
                throws SQLException {
            Map<Integer, List<Long>> sums = new TreeMap<>();
            String who = instance == null ? "" : instance;
            String rest = " WHERE instance = '" + who + "' AND to_micros > " + slice.fromMicros() + " AND to_micros <= "
                    + slice.toMicros() + " GROUP BY node";
            Map<Integer, Long> buckets = new HashMap<>();
            try (Statement statement = connection.createStatement()) {
                try (ResultSet row = statement
                        .executeQuery(slice.narrow("SELECT node, sum(calls) FROM wall_buckets" + rest))) {
                    while (row.next()) {
                        buckets.put(row.getInt(1), row.getLong(2));
                    }
                }
                try (ResultSet row = statement.executeQuery(slice.narrow(
                        "SELECT node, sum(calls), sum(wall_total), max(wall_max) FROM tree_rows" + rest))) {
                    while (row.next()) { // instances bring their nodes in the same order, so places are numbered like nodes
                        sums.put(row.getInt(1), List.of(row.getLong(2), row.getLong(3), row.getLong(4),
                                buckets.getOrDefault(row.getInt(1), 0L)));
                    }
                }
            }
            return sums;
        }
    }
}
