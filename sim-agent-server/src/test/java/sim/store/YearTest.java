package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;

/**
 * A long time with a fast clock: how many files there are, how many a question opens, and how large the store is. The build plays
 * one day, and {@link MergingTest} the plan for years; {@code -Dsim.days=400 -Dtests.parameters=junit.jupiter.execution.timeout.default=6h} plays more than a year,
 * with {@code -Dsim.hours=6} a batch each six hours.
 */
class YearTest {
    private static final long HOUR = Duration.ofHours(1).toNanos() / 1_000;
    private static final int DAYS = Integer.getInteger("sim.days", 1);
    /** From one batch, and the upkeep after it, to the next. */
    private static final int HOURS = Integer.getInteger("sim.hours", 1);

    @TempDir
    Path folder;

    private long now = Ladder.down(Batches.now(), 24 * HOUR) - DAYS * 24 * HOUR;

    @Test
    @Tag("long")
    void aQuestionOpensAtMostAHundredFilesAndTheStoreStaysSmallHoweverLongItRuns() {
        long calls = 0;
        TreeMap<Integer, Long> bytes = new TreeMap<>();
        TreeMap<Integer, Long> resident = new TreeMap<>();
        TreeMap<Integer, Long> micros = new TreeMap<>();
        try (DuckDbStore store = new DuckDbStore(folder, () -> now)) {
            store.keep(Keep.STANDARD, Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= DAYS * 24 / HOURS; sequence++) {
                now += HOURS * HOUR;
                store.append("i", RetentionTest.at(sequence, now - 1_000_000, 3));
                calls += 3;
                store.upkeepNow();
                if (sequence * HOURS % 24 == 0) {
                    long all = calls;
                    int day = sequence * HOURS / 24;
                    for (long hours : new long[]{1, 24, 24 * 7, 24 * 30, 24 * 365}) {
                        assertThat(files(store, hours, day)).as("files of the last " + hours + " hours, day " + day)
                                .isLessThanOrEqualTo(100);
                    }
                    long begin = System.nanoTime();
                    assertThat(sum(store, 24L * (day + 1))).as("calls since the first day").isEqualTo(all);
                    if (day % 10 == 0) {
                        micros.put(day, (System.nanoTime() - begin) / 1_000);
                        resident.put(day, resident());
                    }
                    bytes.put(day, store.progress().segmentBytes());
                }
            }
            if (DAYS > 100) { // past the 30 days of instances' rows only applications' sums grow: one row a place and day
                assertThat(bytes.get(DAYS) - bytes.get(DAYS - 50)).isLessThan(bytes.get(50));
                assertThat(store.progress().segments()).isLessThan(4_000);
                assertThat(resident.get(DAYS / 10 * 10)).as("KiB resident by day " + resident)
                        .isLessThan(resident.get(DAYS / 20 * 10) * 5 / 4);
                System.out.println("bytes of segments after days: " + bytes + ", segments: "
                        + store.progress().segments() + ", KiB resident: " + resident
                        + ", microseconds of a sum since the first day: " + micros);
            }
        }
    }

    /** What the process has in memory, in KiB; 1 where the system does not tell. */
    private static long resident() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).findFirst().orElse(1);
        } catch (IOException untold) {
            return 1;
        }
    }

    private int files(DuckDbStore store, long hours, int day) {
        return store.query(connection -> {
            int most = 0;
            connection.setAutoCommit(false);
            for (String instance : new String[]{null, "i"}) {
                Slice slice = store.slice(connection, "shop", instance, instance == null, now - hours * HOUR, now, 0);
                for (String table : List.of("tree_rows", "wall_buckets", "platform", "context_kinds")) {
                    most = Math.max(most, slice.narrow("SELECT * FROM " + table).split("\\.parquet").length - 1);
                }
            }
            return most;
        });
    }

    private long sum(DuckDbStore store, long hours) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            Slice slice = store.slice(connection, "shop", null, true, now - hours * HOUR, now, 0);
            return Database.number(connection, slice.narrow("SELECT sum(calls) FROM tree_rows"));
        });
    }
}
