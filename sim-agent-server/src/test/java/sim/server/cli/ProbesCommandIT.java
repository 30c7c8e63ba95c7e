package sim.server.cli;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.PayloadBatches;
import sim.server.SimHere;
import sim.server.WireClient;

/** {@code sim probes} against a real agent server: every tab of the page has its view. */
@ExtendWith(InLiveServer.class)
class ProbesCommandIT {
    private static LiveServer server;

    /** Two batches of a recording: the figure of the annotated call tree, twice, and two events each. */
    @BeforeAll
    static void serve(LiveServer live) throws Exception {
        server = live;
        WireClient client = server.connect(Batches.hello("shop", "one"));
        client.ship(PayloadBatches.batch(1, 1, true));
        client.ship(PayloadBatches.batch(2, 1, false));
    }

    @Test
    void theListAndWhatIsShownWithoutAView() throws Exception {
        assertThat(lines()).containsExactly(
                "probe class recording state count total",
                "Queries shop.Queries one:1 records 10 1.80s", "counts and totals are of whole recordings");
        assertThat(lines("Queries")).satisfies(lines -> assertThat(lines).hasSize(4))
                .element(1).asString().startsWith("A 6 0 1.20s 200ms ");
        assertThat(lines("shop.Queries", "--as", "hotspots", "--search", "b")).hasSize(3)
                .element(1).asString().startsWith("B 4 0 600ms 150ms ");
    }

    /** The first half of what it recorded is ten minutes old, so that a default of five would leave it out. */
    @Test
    void aProbeIsShownOverTheSpanItIsListedOver() throws Exception {
        try (WireClient old = WireClient.connect(server.collectorPort(), Batches.hello("old", "three"))) {
            long age = System.currentTimeMillis() * 1000 - Batches.now(); // of this JVM, which may have run for minutes
            old.ship(PayloadBatches.earlier(PayloadBatches.batch(1, 1, true), 600_000_000 - age));
            old.ship(PayloadBatches.earlier(PayloadBatches.batch(2, 1, false), -age));
            assertThat(plain(sim("probes", "--application", "old").out())).contains(
                    "Queries shop.Queries three:1 records 10 1.80s", "counts and totals are of whole recordings");
            List<String> shown = plain(sim("probes", "Queries", "--application", "old").out());
            assertThat(shown).hasSize(4).last().asString().startsWith("of 1 recording, whole, since ");
            assertThat(shown.get(1)).startsWith("A 6 0 1.20s ");
            assertThat(shown.get(2)).startsWith("B 4 0 600ms ");
            List<String> last = plain(sim("probes", "Queries", "--application", "old", "--last", "5m").out());
            assertThat(last).last().isEqualTo("of the last 5m");
            assertThat(last.get(1)).startsWith("A 3 0 600ms ");
            assertThat(plain(sim("probes", "Queries", "--application", "old", "--recording", "three:1").out())).last()
                    .isEqualTo("of recording three:1, whole");
        }
    }

    @Test
    void whatHasEndedRecordsNoMoreAndWhatSplitsHasNoCount() throws Exception {
        try (WireClient gone = WireClient.connect(server.collectorPort(), Batches.hello("gone", "two"))) {
            gone.ship(PayloadBatches.batch(1, 1, true));
            gone.ship(PayloadBatches.splitting(2));
            assertThat(plain(sim("probes", "--application", "gone").out())).contains(
                    "Queries shop.Queries two:1 records 5 900ms", "Requests shop.Requests two:1 records - -");
            gone.ship(Batches.last(3));
        }
        await().atMost(ofSeconds(60)).until(() -> !server.connected().contains("two"));
        assertThat(plain(sim("probes", "--application", "gone").out())).contains(
                "Queries shop.Queries two:1 ended 5 900ms", "Requests shop.Requests two:1 ended - -");
    }

    @Test
    void whatWasCutOffMayComeBack() throws Exception {
        try (WireClient lost = WireClient.connect(server.collectorPort(), Batches.hello("lost", "four"))) {
            lost.ship(PayloadBatches.batch(1, 1, true));
        }
        await().atMost(ofSeconds(60)).until(() -> !server.connected().contains("four"));
        assertThat(plain(sim("probes", "--application", "lost").out())).contains(
                "Queries shop.Queries four:1 lost 5 900ms");
    }

    @Test
    void recordingAProbeThatNobodyKnowsIsSaid() throws Exception {
        try (WireClient other = WireClient.connect(server.collectorPort(), Batches.hello("wanted", "five"))) {
            assertThat(sim("record", "Queries", "--application", "wanted").out()).isEqualTo(
                    "no process of wanted knows a probe called Queries: 1 process will record it once it appears; "
                            + "there is none yet" + System.lineSeparator());
            assertThat(other.shipAndHear(PayloadBatches.batch(1, 1, true))).hasSize(1);
            assertThat(sim("record", "Queries", "--application", "wanted").out()).isEqualTo(
                    "records Queries in 1 process of wanted, when it next reports" + System.lineSeparator());
            assertThat(sim("record", "all", "--application", "wanted").out()).startsWith("records all in 1 process");
            SimHere wrong = sim("record", "nothing", "--application", "wanted");
            assertThat(wrong.exit()).isZero();
            assertThat(wrong.out()).contains("no process of wanted knows a probe called nothing", "once it appears",
                    "there are Queries");
            SimHere stopped = sim("record", "nothing", "--stop", "--application", "wanted");
            assertThat(stopped.exit()).isNotZero();
            assertThat(stopped.err()).contains("no process of wanted knows a probe called nothing",
                    "will not record it if it appears", "there are Queries");
            try (WireClient second = WireClient.connect(server.collectorPort(), Batches.hello("wanted", "six"))) {
                assertThat(sim("record", "shop.Queries", "--application", "wanted").out()).isEqualTo(
                        "records shop.Queries in 1 process of wanted, when it next reports; "
                                + "1 process more will record it once it appears there" + System.lineSeparator());
            }
        }
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
                "    - B 2 0 200ms 100ms 300ms", "of the last 1h");
        assertThat(lines("Queries", "--as", "calltree", "--limit", "2")).hasSize(5).element(3)
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
                "  Shop.method1 4 0 600ms 150ms 300ms", "of the last 1h");
        assertThat(err("Queries", "--as", "backtraces")).contains("name it by --search TEXT");
        assertThat(err("Queries", "--as", "backtraces", "--search", "C")).contains("--search C: 0 payloads");
    }

    @Test
    void eventsAreChronologicalAndFilteredAsByThePage() throws Exception {
        List<String> all = lines("Queries", "--as", "events");
        assertThat(all).hasSize(7).element(5)
                .isEqualTo("4 events are kept; 6 more, of 1.00s, are added up by the minute");
        assertThat(all.get(0)).isEqualTo("payload start duration type object error thread place");
        String time = "\\S+ [0-9:.]{12}";
        assertThat(all.get(1)).matches("A " + time + " 200ms - - - main Shop.method2");
        assertThat(all.get(2)).matches("B " + time + " 200ms write connection 5 - main Shop.method3");
        List<String> starts = all.subList(1, 5).stream().map(line -> line.split(" ")[1] + line.split(" ")[2]).toList();
        assertThat(starts).isSorted();
        assertThat(lines("Queries", "--as", "events", "--type", "write")).hasSize(5)
                .filteredOn(line -> line.startsWith("A")).isEmpty();
        assertThat(lines("Queries", "--as", "events", "--object", "5")).hasSize(5);
        assertThat(lines("Queries", "--as", "events", "--search", "a", "--least", "200ms")).hasSize(5);
        assertThat(lines("Queries", "--as", "events", "--least", "0.2000001s")).hasSize(3);
        assertThat(lines("Queries", "--as", "events", "--limit", "1")).hasSize(4).element(1).isEqualTo(all.get(4));
    }

    @Test
    void controlObjectsWithTheIdThatEventsAreFilteredBy() throws Exception {
        List<String> all = lines("Queries", "--as", "objects");
        assertThat(all).hasSize(4);
        assertThat(all.get(0))
                .isEqualTo("control object id state opened closed last used count errors total mean max");
        assertThat(all.get(1)).startsWith("none - - - - ").endsWith(" 6 0 1.20s 200ms 300ms");
        assertThat(all.get(2)).startsWith("connection 5 5 closed ").endsWith(" 4 0 600ms 150ms 300ms");
    }

    @Test
    void theTimelineHasALineAControlObject() throws Exception {
        List<String> all = out("Queries", "--as", "timeline").lines().toList();
        assertThat(all).hasSize(4);
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
        assertThat(lines("Queries", "--as", "events", "--recording", "one:1"))
                .startsWith(lines("Queries", "--as", "events").subList(0, 5).toArray(String[]::new))
                .last().isEqualTo("of recording one:1, whole");
        assertThat(err("Queries", "--as", "events", "--recording", "one:2"))
                .isEqualTo("sim: --recording one:2: one of one:1" + System.lineSeparator());
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
        return plain(out(arguments));
    }

    private static List<String> plain(String out) {
        return out.lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
    }

    private static List<String> tree(String... arguments) throws Exception {
        return out(arguments).lines().map(line -> line.replaceAll("(?<=\\S) +", " ")).toList();
    }

    private static String out(String... arguments) throws Exception {
        SimHere probes = probes(arguments);
        assertThat(probes.exit()).as(probes.err()).isZero();
        return probes.out();
    }

    private static String err(String... arguments) throws Exception {
        SimHere probes = probes(arguments);
        assertThat(probes.exit()).isNotZero();
        return probes.err();
    }

    private static SimHere probes(String... arguments) throws Exception {
        List<String> asked = new ArrayList<>(List.of("--application", "shop", "--last", "1h"));
        asked.addAll(List.of(arguments));
        return sim("probes", asked.toArray(new String[0]));
    }

    /** A command of the one server. */
    private static SimHere sim(String which, String... arguments) throws Exception {
        String address = server.address();
        List<String> command = new ArrayList<>(List.of(which, "--server", address.substring(0, address.length() - 1)));
        command.addAll(List.of(arguments));
        return SimHere.run(command);
    }
}
