package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** A method of a kind of requests of which one call in 16 is read, over real HTTP: its figures say so, and no difference to it is certain. */
@ExtendWith(InAskedServer.class)
class KindUnreadHttpTest {
    private static final long EACH = 1_000_000;
    private static final List<String> METHODS = List.of("render", "page", "steady");

    private AskedServer server;

    /** Version 1 reads every call of page; version 2 one in 16, so that the time of the others is in render's own. */
    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
        server.open(Batches.hello("shop", "one").ofProgram("1.0"));
        server.open(Batches.hello("shop", "two").ofProgram("2.0"));
        server.append("one", batch(List.of(row(1, 1_600, 1_600, EACH), row(2, 1_600, 1_600, EACH),
                row(3, 1_600, 1_600, EACH)), List.of()));
        server.append("two", batch(List.of(mixed(row(1, 1_600, 1_600, 4 * EACH)), row(2, 1_600, 100, 3 * EACH),
                row(3, 1_600, 1_600, 3 * EACH)), List.of(row(2, 160, 10, 3 * EACH))));
    }

    /** @param elsewhere calls outside the kind, which the tree has beside those of the kind */
    private static Batch batch(List<TreeRow> rows, List<TreeRow> elsewhere) {
        List<TreeRow> ofKind = rows.stream().map(row -> with(row, Unread.NOTHING)).toList();
        List<TreeRow> all = Stream.concat(rows.stream(), elsewhere.stream()).toList();
        return new Batch(1, Batches.now() - 6_000_000, Batches.now() - 1_000_000, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.View", METHODS.get(0)),
                                new NameEntry(2, "shop.View", METHODS.get(1)),
                                new NameEntry(3, "shop.View", METHODS.get(2))))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 1, 3)))
                .with(Sections.ROWS, all)
                .with(Sections.CONTEXTS, List.of(new ContextRecord(7, 0, "order", "web", "main",
                        Batches.now() - 5_000_000, Batches.now() - 4_000_000, null, Map.of("customer", 7L), 1, 0,
                        Meter.WALL.bit(), Batches.meters(EACH), 0, 0, List.of(),
                        List.of(with(row(2, 16, 1, EACH), Unread.NOTHING)))))
                .with(Sections.KINDS, List.of(new KindRecord("order", "web", 1_600, 0, 0, 1_600 * 9 * EACH, 1_600, 0,
                        Meter.WALL.bit(), Batches.meters(1_600 * 9 * EACH), ofKind))));
    }

    private static TreeRow row(int node, long calls, long read, long each) {
        long[] sum = Batches.meters(read * each);
        long not = calls - read;
        return new TreeRow(node, calls, 0, Meter.WALL.bit(), sum, sum, Batches.meters(each),
                new long[]{Buckets.indexOf(each), read}, new Unread(not, not, not, 0));
    }

    private static TreeRow mixed(TreeRow row) {
        return with(row, new Unread(0, 0, 0, MeasureGroup.TIME.bit()));
    }

    private static TreeRow with(TreeRow row, Unread unread) {
        return new TreeRow(row.node(), row.count(), row.errors(), row.present(), row.total(), row.self(), row.max(),
                row.buckets(), unread);
    }

    @Test
    void aSampledMethodOfAKindSaysSo() throws Exception {
        for (String whose : List.of("&instance=two", "")) {
            JsonNode answer = server.json("methods?last=1h&name=order&tag=web" + whose);
            JsonNode unread = row(answer, "page").path("unread");
            assertThat(unread.path("time").asLong()).as("of 1,650, of which 160 calls elsewhere may be" + whose)
                    .isEqualTo(1_490);
            assertThat(unread.path("least").asBoolean()).as("which of them were elsewhere is not known").isTrue();
            assertThat(row(answer, "render").path("unread").path("mixed").toString()).contains("time");
            assertThat(row(answer, "steady").has("unread")).as("read every time").isFalse();
        }
        assertThat(server.json("methods?last=1h&name=order&tag=web&instance=one").toString())
                .doesNotContain("\"unread\"");
        JsonNode all = row(server.json("methods?last=1h&instance=two"), "page").path("unread");
        assertThat(all.path("time").asLong()).as("of all calls it is known").isEqualTo(1_650);
        assertThat(all.has("least")).isFalse();
    }

    @Test
    void aSampledMethodOfARequestSaysSo() throws Exception {
        JsonNode unread = row(server.json("methods?last=1h&context=customer:7"), "page").path("unread");
        assertThat(unread.path("time").asLong()).as("of the 16, and 1,744 elsewhere").isEqualTo(1);
        assertThat(unread.path("least").asBoolean()).isTrue();
    }

    @Test
    void noDifferenceToASampledMethodOfAKindIsCertain() throws Exception {
        for (String per : List.of("second", "call", "request")) {
            String asked = "?last=1h&name=order&tag=web&version=2.0&otherVersion=1.0&measure=wall&per=" + per;
            JsonNode methods = server.json("compare" + asked);
            assertThat(row(methods, "page").path("difference").isNull()).as("" + methods).isTrue();
            assertThat(row(methods, "page").path("certain").asBoolean()).isFalse();
            assertThat(row(methods, "render").path("certain").asBoolean()).as("has page's time: " + methods).isFalse();
            assertThat(row(methods, "steady").path("certain").asBoolean()).as("" + methods).isTrue();
        }
    }

    private static JsonNode row(JsonNode answer, String method) {
        for (JsonNode row : answer.path("methods")) {
            if (row.path("method").asString().equals(method)) {
                return row;
            }
        }
        throw new AssertionError(method + " is not in " + answer);
    }
}
