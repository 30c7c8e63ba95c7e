package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** The dictionary of places has bounds of number and of bytes, of an application and of all in memory. */
class PlacesTest {
    private static final int NODES = 1_000;

    @TempDir
    Path folder;

    @Test
    void longNamesFillTheDictionaryOfAnApplicationByTheirBytes() throws Exception {
        try (DuckDBConnection connection = open()) {
            Places places = new Places(200_000, 300_000);
            IncomingBatch batch = batch("shop", 800);
            places.map(connection, List.of(batch));
            long stored = Database.number(connection, "SELECT count(*) FROM places");
            assertThat(stored).isBetween(200L, 400L);
            assertThat(places.bytes()).isLessThan(310_000);
            assertThat(batch.places()).hasSize(NODES);
            assertThat(batch.places().values().stream().mapToInt(Integer::intValue).max().getAsInt())
                    .isEqualTo((int) stored);
            assertThat(Database.number(connection, "SELECT count(*) FROM places WHERE owner = ?", Places.OTHER))
                    .isEqualTo(1);
        }
    }

    @Test
    void ofManyApplicationsSomeAloneAreInMemory() throws Exception {
        try (DuckDBConnection connection = open()) {
            Places places = new Places();
            for (int i = 0; i < 110; i++) {
                places.map(connection, List.of(batch("app" + i, 900)));
                assertThat(places.bytes()).isLessThanOrEqualTo(Places.MOST_IN_MEMORY);
            }
            IncomingBatch again = batch("app0", 900);
            places.map(connection, List.of(again));
            assertThat(again.places()).containsEntry(1, 1).containsEntry(NODES, NODES);
            assertThat(Database.number(connection, "SELECT count(*) FROM places WHERE application = 'app0'"))
                    .isEqualTo(NODES);
        }
    }

    /** A group of batches is written at its end; what was read again before that had each place twice. */
    @Test
    void whatIsReadAgainWithinAGroupHasWhatTheGroupAdded() throws Exception {
        try (DuckDBConnection connection = open()) {
            List<IncomingBatch> group = new ArrayList<>();
            for (int i = 0; i < 110; i++) {
                group.add(batch("app" + i, 900));
            }
            IncomingBatch again = batch("app0", 900);
            group.add(again);
            new Places().map(connection, group);
            assertThat(again.places()).containsEntry(1, 1).containsEntry(NODES, NODES);
            assertThat(Database.number(connection, "SELECT count(*) FROM places WHERE application = 'app0'"))
                    .isEqualTo(NODES);
        }
    }

    @Test
    void descriptionsThatAreReadAgainWithinAGroupAreThereOnce() throws Exception {
        try (DuckDBConnection connection = open()) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(Texts.create(PayloadTexts.TABLE));
                statement.execute("CREATE TABLE payload_probes(instance VARCHAR, probe INTEGER, number INTEGER)");
            }
            List<IncomingBatch> group = new ArrayList<>();
            for (int i = 0; i < 80; i++) {
                group.add(texts("app" + i));
            }
            group.add(texts("app0"));
            new PayloadTexts().note(connection, group);
            assertThat(Database.number(connection, "SELECT count(*) FROM payload_texts")).isEqualTo(80 * 10);
        }
    }

    private static IncomingBatch texts(String application) {
        List<PayloadRow> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            rows.add(new PayloadRow(1, 1, 1, i + "x".repeat(100_000), new PayloadSum(1, 0, 1, 1), new long[]{1, 1}));
        }
        Instance known = Instance.of(Batches.hello(application, "i"));
        return IncomingBatch.of("i", known, ClockDifference.UNKNOWN, 1, Batches.now(), Map.of(),
                new Batch(1, 0, 1, Contents.NONE.with(Sections.PAYLOAD_ROWS, rows)));
    }

    private DuckDBConnection open() throws Exception {
        DuckDBConnection connection = (DuckDBConnection) DriverManager
                .getConnection("jdbc:duckdb:" + folder.resolve("x.duckdb"));
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE places(application VARCHAR, place INTEGER, parent INTEGER, owner VARCHAR, "
                    + "member VARCHAR)");
        }
        return connection;
    }

    private static IncomingBatch batch(String application, int length) {
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        for (int id = 1; id <= NODES; id++) {
            names.add(new NameEntry(id, "c".repeat(length) + id, "m"));
            nodes.add(new NodeEntry(id, 0, id));
        }
        Instance known = Instance.of(Batches.hello(application, "i"));
        return IncomingBatch.of("i", known, ClockDifference.UNKNOWN, 1, Batches.now(), Map.of(),
                new Batch(1, 0, 1, Contents.NONE.with(Sections.NAMES, names).with(Sections.NODES, nodes)));
    }
}
