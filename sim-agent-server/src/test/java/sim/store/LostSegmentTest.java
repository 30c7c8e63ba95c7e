package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.server.Batches;

/** A segment of sums is lost: the finer rows that it was made of serve for as long as they are kept, and then it is missing. */
class LostSegmentTest {
    private static final long HOUR = 3_600_000_000L;
    /** They begin at midnight, so a whole day is in them. */
    private static final int HOURS = 30;

    @TempDir
    Path folder;

    private long clock = Batches.now() / (24 * HOUR) * 24 * HOUR;

    /** Each hour has a batch more than the one before. */
    private DuckDbStore filled(Keep keep) {
        DuckDbStore store = new DuckDbStore(folder, () -> clock);
        store.keep(keep, Long.MAX_VALUE);
        store.open(Batches.hello("shop", "i"));
        for (int hour = 1; hour <= HOURS; hour++) {
            store.append("i", RetentionTest.at(hour, clock, hour));
            clock += HOUR;
            if (hour % 10 == 0) {
                store.upkeepNow();
            }
        }
        store.upkeepNow();
        return store;
    }

    @ParameterizedTest
    @CsvSource({"1, instance", "2, instance", "3, instance", "1, application", "2, application", "3, application",
            "4, application"})
    void finerRowsServeInItsPlace(int level, String scope) throws Exception {
        try (DuckDbStore store = filled(Keep.all(Keep.FOREVER))) {
            boolean isOfApplication = scope.equals("application");
            List<Long> sums = sums(store, isOfApplication);
            assertThat(lose(store, "level = " + level + " AND scope = '" + scope + "'")).isPositive();
            assertThat(sums(store, isOfApplication)).isEqualTo(sums);
            assertThat(missing(store, isOfApplication)).isEmpty();
        }
    }

    @Test
    void allCoarserOnesAtOnceToo() throws Exception {
        try (DuckDbStore store = filled(Keep.all(Keep.FOREVER))) {
            List<Long> sums = sums(store, true);
            assertThat(sums.get(0)).isEqualTo(HOURS * (HOURS + 1) / 2);
            lose(store, "level > 0");
            assertThat(sums(store, true)).isEqualTo(sums);
            assertThat(sums(store, false)).isEqualTo(sums);
            assertThat(missing(store, true)).isEmpty();
        }
    }

    @Test
    void whereTheFinerRowsAreGoneItIsMissing() throws Exception {
        long ever = Keep.FOREVER;
        try (DuckDbStore store = filled(new Keep(ever, ever, List.of(HOUR, ever, ever, ever),
                List.of(HOUR, ever, ever, ever, ever)))) {
            List<Long> sums = sums(store, true);
            lose(store, "level > 1");
            assertThat(sums(store, true)).as("from the minutes").isEqualTo(sums);
            assertThat(missing(store, true)).isEmpty();
            lose(store, "level = 1 AND scope = 'application'");
            assertThat(sums(store, true).get(0)).isLessThan(sums.get(0));
            assertThat(missing(store, true)).isNotEmpty().allMatch(file -> file.contains("application-1m"));
            assertThat(sums(store, false)).as("instances have theirs").isEqualTo(sums);
        }
    }

    /** Of all, of an odd part, and of whole days and hours. */
    private List<Long> sums(DuckDbStore store, boolean isOfApplication) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            List<Long> sums = new ArrayList<>();
            for (long[] part : new long[][]{{0, Long.MAX_VALUE / 2}, {clock - 25 * HOUR - 7, clock - 3 * HOUR + 11},
                    {clock - 12 * HOUR, clock - HOUR}}) {
                Slice slice = store.slice(connection, "shop", isOfApplication ? null : "i", isOfApplication, part[0],
                        part[1],
                        0);
                sums.add(Database.number(connection,
                        slice.narrow("SELECT CAST(coalesce(sum(calls), 0) AS BIGINT) FROM tree_rows")));
            }
            return sums;
        });
    }

    private List<String> missing(DuckDbStore store, boolean isOfApplication) {
        return store.query(connection -> store.slice(connection, "shop", isOfApplication ? null : "i", isOfApplication,
                0, Long.MAX_VALUE / 2, 0).missing().stream().map(each -> (String) each.get("segment")).toList());
    }

    private static int lose(DuckDbStore store, String which) {
        return store.query(connection -> {
            try (Statement statement = connection.createStatement()) {
                int lost = statement
                        .executeUpdate("UPDATE segments SET damaged = 'by hand' WHERE tbl = 'tree_rows' AND " + which);
                statement.execute("UPDATE store SET manifest = manifest + 1");
                return lost;
            }
        });
    }
}
