package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.wire.Batch;

class PackedBucketsTest {
    /** Around the width of a row in the head. */
    private static final int[] BUCKETS = {0, 1, 7, 8, 9, 16, 17, 60};
    private static final String ALL = "SELECT node, bucket, calls FROM wall_buckets ORDER BY node, bucket, calls";

    @TempDir
    Path folder;

    private long clock = Batches.now();

    private DuckDbStore open() {
        return new DuckDbStore(folder, () -> clock);
    }

    @Test
    void eachBucketIsThereOnceInTheHeadAndInSegmentsHoweverManyAPlaceHas() throws SQLException {
        List<String> expected = new ArrayList<>();
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            assertThat(store.append("i", batch(1, expected))).isEqualTo(Appended.STORED);
            assertThat(store.query(PackedBucketsTest::buckets)).isEqualTo(expected);
            store.upkeepNow();
            long segments = store
                    .query(c -> Database.number(c, "SELECT count(*) FROM segments WHERE file LIKE 'wall_%'"));
            assertThat(segments).isPositive();
            assertThat(store.query(PackedBucketsTest::buckets)).isEqualTo(expected);
        }
    }

    private static Batch batch(long sequence, List<String> expected) {
        List<TreeRow> rows = new ArrayList<>();
        for (int place = 1; place <= BUCKETS.length; place++) {
            long[] pairs = new long[2 * BUCKETS[place - 1]];
            for (int i = 0; i < pairs.length; i += 2) {
                pairs[i] = 100 + i;
                pairs[i + 1] = sequence * 1_000 + i;
                expected.add(place + " " + pairs[i] + " " + pairs[i + 1]);
            }
            TreeRow row = Batches.row(place, 1, 5, 5);
            rows.add(new TreeRow(place, 1, 0, Meter.WALL.bit(), row.total(), row.self(), row.max(), pairs));
        }
        long to = Batches.now() - 6_000_000 + sequence * 1_000_000;
        return new Batch(sequence, to - 1_000_000, to,
                sequence == 1 ? List.of(new NameEntry(1, "a.A", "outer")) : List.of(),
                sequence == 1 ? Batches.nodes(BUCKETS.length) : List.of(), rows, List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), Map.of());
    }

    private static List<String> buckets(Connection connection) throws SQLException {
        List<String> buckets = new ArrayList<>();
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(ALL)) {
            while (row.next()) {
                buckets.add(row.getInt(1) + " " + row.getInt(2) + " " + row.getLong(3));
            }
        }
        return buckets;
    }
}
