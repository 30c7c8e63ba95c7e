package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.StoreTools;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Hello;
import sim.wire.Sections;
import sim.wire.Wire;
import tools.jackson.databind.JsonNode;

/** The outermost calls outside of contexts, over real HTTP. */
class EntryPointsHttpTest {
    @TempDir
    Path folder;

    private AskedServer server;
    private DuckDbStore store;

    /** A timer's 100 ticks and the job's 3 runs; a minute later 20 ticks, and a context tells that 60 of the 120 were in it. A poll besides. */
    @BeforeEach
    void start() throws Exception {
        store = new DuckDbStore(folder);
        store.open(Batches.hello("batch", "one"));
        long now = Batches.now();
        store.append("one", new Batch(1, now - 95_000_000, now - 90_000_000, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "batch.Job", "run"), new NameEntry(2, "batch.Timer", "tick"),
                                new NameEntry(3, "batch.Poll", "poll")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2), new NodeEntry(3, 0, 3)))
                .with(Sections.ROWS, List.of(row(1, 3, 1, 9_000), row(2, 100, 10, 1_000)))));
        store.append("one", new Batch(2, now - 15_000_000, now - 10_000_000, Contents.NONE
                .with(Sections.ROWS, List.of(row(2, 20, 0, 200), row(3, 7, 0, 70)))
                .with(Sections.KINDS, List.of(new KindRecord("tick", "timer", 60, 0, 0, 600, 60, 0, Meter.WALL.bit(),
                        Batches.meters(600), List.of(row(2, 60, 4, 600)))))));
        server = new AskedServer(store);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static TreeRow row(int node, long calls, long errors, long total) {
        return new TreeRow(node, calls, errors, Meter.WALL.bit(), Batches.meters(total), Batches.meters(total),
                Batches.meters(total / calls), new long[0]);
    }

    @Test
    void thePointsOfAnEntryAddUpToItsSumsThoughAContextTellsOfItsCallsLater() throws Exception {
        JsonNode entries = server.json("entrypoints?application=batch&last=5m&points=40").path("entries");
        assertThat(entries).hasSize(3);
        for (JsonNode entry : entries) {
            for (int column = 1; column <= 3; column++) {
                long sum = 0;
                for (JsonNode point : entry.path("points")) {
                    assertThat(point.get(column).asLong()).isNotNegative();
                    sum += point.get(column).asLong();
                }
                assertThat(sum).as(entry.path("method").asString() + " " + column).isEqualTo(
                        entry.path(List.of("", "calls", "failed", "durationNanos").get(column)).asLong());
            }
        }
        JsonNode ticks = entries.get(1);
        assertThat(ticks.path("calls").asLong()).isEqualTo(60);
        assertThat(ticks.path("points")).as("at two moments").hasSize(2);
        assertThat(ticks.path("points").get(0).get(1).asLong()).as("of 100, less the 40 that are told later")
                .isEqualTo(60);
    }

    @Test
    void eachPageSaysWhatAllCameTo() throws Exception {
        List<String> methods = new ArrayList<>();
        String asked = "entrypoints?application=batch&last=5m&limit=2";
        String cursor = "";
        do {
            JsonNode page = server.json(asked + cursor);
            assertThat(page.path("all").path("entries").asLong()).isEqualTo(3);
            assertThat(page.path("all").path("calls").asLong()).isEqualTo(3 + 60 + 7);
            assertThat(page.path("all").path("failed").asLong()).isEqualTo(1 + 6);
            assertThat(page.path("all").path("durationNanos").asLong()).isEqualTo(9_000 + 600 + 70);
            methods.addAll(page.path("entries").findValuesAsString("method"));
            cursor = page.has("next") ? "&cursor=" + page.path("next").asString() : "";
        } while (!cursor.isEmpty());
        assertThat(methods).containsExactly("run", "tick", "poll");
    }

    /** Requests are contexts, and split the tree while they are recorded: their calls stand below a split, and so do those of a thread without a context. */
    @Test
    void aSplitIsNoCallAndWhatIsBelowItIsCalledByNothing() throws Exception {
        store.open(Batches.hello("shop", "two"));
        long now = Batches.now();
        store.append("two", new Batch(1, now - 15_000_000, now - 10_000_000, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "split:RequestProbe", "GET /menu"),
                                new NameEntry(2, "split:Step", "inner"), new NameEntry(3, "shop.Menu", "get"),
                                new NameEntry(4, "shop.Timer", "tick"), new NameEntry(5, "shop.Timer", "inside")))
                .with(Sections.NODES,
                        List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 2, 3),
                                new NodeEntry(4, 2, 4), new NodeEntry(5, 4, 5)))
                .with(Sections.ROWS,
                        List.of(row(1, 9, 0, 9_000), row(2, 9, 0, 9_000), row(3, 7, 0, 7_000), row(4, 2, 0, 2_000),
                                row(5, 2, 0, 1_000)))
                .with(Sections.KINDS, List.of(new KindRecord("GET /menu", "http", 7, 0, 0, 7_000, 7, 0,
                        Meter.WALL.bit(), Batches.meters(7_000), List.of(row(3, 7, 0, 7_000)))))));
        JsonNode all = server.json("entrypoints?application=shop&last=5m&points=40");
        assertThat(all.path("entries").findValuesAsString("method")).containsExactly("tick");
        assertThat(all.path("entries").get(0).path("calls").asLong()).isEqualTo(2);
        assertThat(all.path("all").path("calls").asLong()).isEqualTo(2);
        assertThat(server.json("entrypoints?application=shop&instance=two&last=5m").path("entries")
                .findValuesAsString("method")).containsExactly("tick");
    }

    /** It went around all that its thread did, so it had most of the time. A main method that others call is as any other. */
    @Test
    void theProgramItselfComesLast() throws Exception {
        store.open(Batches.hello("tool", "three"));
        long now = Batches.now();
        store.append("three", new Batch(1, now - 15_000_000, now - 10_000_000, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "tool.Main", "main"), new NameEntry(2, "tool.Job", "run"),
                                new NameEntry(3, "tool.Other", "main")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2), new NodeEntry(3, 0, 3)))
                .with(Sections.ROWS, List.of(row(1, 1, 0, 60_000), row(2, 4, 0, 4_000), row(3, 20, 0, 5_000)))));
        JsonNode entries = server.json("entrypoints?application=tool&last=5m").path("entries");
        assertThat(entries.findValuesAsString("class")).containsExactly("tool.Other", "tool.Job", "tool.Main");
        assertThat(entries.get(2).path("program").asBoolean()).isTrue();
        assertThat(entries.get(0).has("program")).isFalse();
        JsonNode first = server.json("entrypoints?application=tool&last=5m&instance=three&limit=2");
        assertThat(first.path("entries").findValuesAsString("class")).containsExactly("tool.Other", "tool.Job");
        assertThat(first.path("all").path("durationNanos").asLong()).isEqualTo(69_000);
    }

    /** Two runs in one process are somebody's work, however many processes the application has had at other times. */
    @Test
    void mainThatIsCalledMoreOftenThanProcessesRanInTheRangeIsNoProgram() throws Exception {
        long now = Batches.now();
        store.open(new Hello(Wire.VERSION, "runner", "early", "host", 42, "JVM", now - 3_600_000_000L, false,
                List.of()));
        store.append("early", new Batch(1, now - 1_205_000_000, now - 1_200_000_000, Contents.NONE
                .with(Sections.NAMES, List.of(new NameEntry(1, "runner.Tool", "main")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                .with(Sections.ROWS, List.of(row(1, 2, 0, 6_000)))));
        store.open(Batches.hello("runner", "late"));
        store.open(Batches.hello("runner", "later"));
        String until = "entrypoints?application=runner&from=" + (now / 1_000 - 1_800_000) + "&to=";
        JsonNode alone = server.json(until + (now / 1_000 - 600_000)).path("entries").get(0);
        assertThat(alone.path("calls").asLong()).isEqualTo(2);
        assertThat(alone.has("program")).as("of one process").isFalse();
        assertThat(server.json(until + now / 1_000).path("entries").get(0).path("program").asBoolean())
                .as("of three").isTrue();
    }

    /** The sums of an application outlive its instances: each of two that are gone had called it once. */
    @Test
    void mainIsTheProgramWhereProcessesAreGoneThatMayHaveRunInTheRange() throws Exception {
        long before = Batches.now() - 10_800_000_000L;
        for (String instance : List.of("first", "second")) {
            store.open(new Hello(Wire.VERSION, "nightly", instance, "host", 42, "JVM", before - 60_000_000, false,
                    List.of()));
            store.append(instance, new Batch(1, before - 5_000_000, before, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "nightly.Tool", "main")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.ROWS, List.of(row(1, 1, 0, 6_000)))));
        }
        store.open(Batches.hello("nightly", "third"));
        stop();
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.STANDARD, Long.MAX_VALUE); // the sums of the application are segments of their own then
        }
        store = new DuckDbStore(folder);
        server = new AskedServer(store);
        store.query(connection -> connection.createStatement()
                .execute("DELETE FROM instances WHERE instance IN ('first', 'second'); "
                        + "UPDATE applications SET outlives = true WHERE application = 'nightly'"));
        JsonNode entry = server.json("entrypoints?application=nightly&last=1d").path("entries").get(0);
        assertThat(entry.path("calls").asLong()).isEqualTo(2);
        assertThat(entry.path("program").asBoolean()).isTrue();
    }

    @Test
    void anApplicationWithoutCallsHasNone() throws Exception {
        JsonNode none = server.json("entrypoints?application=batch&from=1&to=2");
        assertThat(none.path("entries")).isEmpty();
        assertThat(none.path("all").path("entries").asLong()).isZero();
        assertThat(none.path("all").path("calls").asLong()).isZero();
    }
}
