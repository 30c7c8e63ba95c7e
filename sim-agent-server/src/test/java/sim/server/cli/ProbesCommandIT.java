package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.PayloadBatches;
import sim.server.WireClient;

/** {@code sim probes} against a real agent server: every tab of the page has its view. */
class ProbesCommandIT {
    @TempDir
    static Path folder;

    private static LiveServer server;

    /** Two batches of a recording: the figure of the annotated call tree, twice, and two events each. */
    @BeforeAll
    static void serve() throws Exception {
        server = new LiveServer(folder);
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(PayloadBatches.batch(1, 1, true));
            client.ship(PayloadBatches.batch(2, 1, false));
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theListAndWhatIsShownWithoutAView() throws Exception {
        assertThat(lines()).containsExactly(
                "probe class recording state count total",
                "Queries shop.Queries one:1 records 10 1.80s");
        assertThat(lines("Queries")).satisfies(lines -> assertThat(lines).hasSize(3))
                .element(1).asString().startsWith("A 6 0 1.20s 200ms ");
        assertThat(lines("shop.Queries", "--as", "hotspots", "--search", "b")).hasSize(2)
                .element(1).asString().startsWith("B 4 0 600ms 150ms ");
    }

    @Test
    void theCallTreeHasPayloadsAsLeaves() throws Exception {
        assertThat(tree("Queries", "--as", "calltree")).containsExactly(
                "place count errors total mean max",
                "Shop.method1 10 0 1.80s 180ms 300ms",
                "  Requests.GET / 4 0 1.00s 250ms 300ms",
                "    Shop.method3 4 0 1.00s 250ms 300ms",
                "      - A 2 0 600ms 300ms 300ms",
                "      - B 2 0 400ms 200ms 300ms",
                "  Shop.method2 6 0 800ms 133ms 300ms",
                "    - A 4 0 600ms 150ms 300ms",
                "    - B 2 0 200ms 100ms 300ms");
        assertThat(lines("Queries", "--as", "calltree", "--limit", "2")).hasSize(4).last()
                .isEqualTo("6 more places and payloads; --limit shows more");
    }

    @Test
    void whoAskedForOnePayload() throws Exception {
        assertThat(tree("Queries", "--as", "backtraces", "--search", "A")).containsExactly(
                "A, from count errors total mean max",
                "Shop.method3 2 0 600ms 300ms 300ms",
                "  Requests.GET / 2 0 600ms 300ms 300ms",
                "    Shop.method1 2 0 600ms 300ms 300ms",
                "Shop.method2 4 0 600ms 150ms 300ms",
                "  Shop.method1 4 0 600ms 150ms 300ms");
        assertThat(err("Queries", "--as", "backtraces")).contains("name it by --search TEXT");
        assertThat(err("Queries", "--as", "backtraces", "--search", "C")).contains("--search C: 0 payloads");
    }

    @Test
    void eventsAreChronologicalAndFilteredAsByThePage() throws Exception {
        List<String> all = lines("Queries", "--as", "events");
        assertThat(all).hasSize(6).last()
                .isEqualTo("4 events are kept; 6 more, of 1.00s, are added up by the minute");
        assertThat(all.get(0)).isEqualTo("payload start duration type object error thread place");
        String time = "\\S+ [0-9:.]{12}";
        assertThat(all.get(1)).matches("A " + time + " 200ms - - - main Shop.method2");
        assertThat(all.get(2)).matches("B " + time + " 200ms write connection 5 - main Shop.method3");
        List<String> starts = all.subList(1, 5).stream().map(line -> line.split(" ")[1] + line.split(" ")[2]).toList();
        assertThat(starts).isSorted();
        assertThat(lines("Queries", "--as", "events", "--type", "write")).hasSize(4)
                .filteredOn(line -> line.startsWith("A")).isEmpty();
        assertThat(lines("Queries", "--as", "events", "--object", "5")).hasSize(4);
        assertThat(lines("Queries", "--as", "events", "--search", "a", "--least", "200ms")).hasSize(4);
        assertThat(lines("Queries", "--as", "events", "--least", "0.2000001s")).hasSize(2);
        assertThat(lines("Queries", "--as", "events", "--limit", "1")).hasSize(3).element(1).isEqualTo(all.get(4));
    }

    @Test
    void controlObjectsWithTheIdThatEventsAreFilteredBy() throws Exception {
        List<String> all = lines("Queries", "--as", "objects");
        assertThat(all).hasSize(3);
        assertThat(all.get(0))
                .isEqualTo("control object id state opened closed last used count errors total mean max");
        assertThat(all.get(1)).startsWith("none - - - - ").endsWith(" 6 0 1.20s 200ms 300ms");
        assertThat(all.get(2)).startsWith("connection 5 5 closed ").endsWith(" 4 0 600ms 150ms 300ms");
    }

    @Test
    void theTimelineHasALineAControlObject() throws Exception {
        List<String> all = out("Queries", "--as", "timeline").lines().toList();
        assertThat(all).hasSize(3);
        // one payload of 200 ms at the begin, one at the end of 5.2 s
        assertThat(all.get(1)).matches("connection 5  w{3}\\.{66}w{3}");
        assertThat(all.get(2)).isEqualTo("w write, . idle");
    }

    @Test
    void telemetriesWithTheirUnits() throws Exception {
        List<String> all = lines("Queries", "--as", "telemetries", "--recording", "one:1");
        assertThat(all.get(0)).isEqualTo("telemetry unit points min mean max last over time");
        assertThat(all).anyMatch(line -> line.startsWith("Frequency /s "))
                .anyMatch(line -> line.startsWith("Mean duration ns "))
                .contains("pool, used - 2 3.5 3.5 3.5 3.5 \u2588\u2588");
    }

    @Test
    void aRecordingOfItsOwn() throws Exception {
        assertThat(lines("Queries", "--as", "events", "--recording", "one:2")).hasSize(2);
        assertThat(out("Queries", "--as", "timeline", "--recording", "one:2"))
                .isEqualTo("no payload of a control object in this range\n");
    }

    @Test
    void whatDoesNotFitIsALine() throws Exception {
        assertThat(err("--as", "events")).isEqualTo(
                "sim: --as events needs a probe: there are Queries" + System.lineSeparator());
        assertThat(err("Other")).isEqualTo("sim: no probe is called Other: there are Queries" + System.lineSeparator());
        assertThat(err("Queries", "--as", "objects", "--type", "read"))
                .startsWith("sim: --type read: no such parameter here");
        assertThat(err("Queries", "--as", "chart")).contains("calltree").contains("telemetries");
        assertThat(err("Queries", "--as", "events", "--least", "5")).contains("such as 500ms");
        assertThat(SimProcess.run(List.of("probes", "--help")).out()).contains("calltree, hotspots, backtraces");
    }

    private static List<String> lines(String... arguments) throws Exception {
        return out(arguments).lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
    }

    private static List<String> tree(String... arguments) throws Exception {
        return out(arguments).lines().map(line -> line.replaceAll("(?<=\\S) +", " ")).toList();
    }

    private static String out(String... arguments) throws Exception {
        SimProcess probes = probes(arguments);
        assertThat(probes.exit()).as(probes.err()).isZero();
        return probes.out();
    }

    private static String err(String... arguments) throws Exception {
        SimProcess probes = probes(arguments);
        assertThat(probes.exit()).isNotZero();
        return probes.err();
    }

    private static SimProcess probes(String... arguments) throws Exception {
        String address = server.address();
        List<String> command = new ArrayList<>(List.of("probes", "--server", address.substring(0, address.length() - 1),
                "--last", "1h"));
        command.addAll(List.of(arguments));
        return SimProcess.run(command);
    }
}
