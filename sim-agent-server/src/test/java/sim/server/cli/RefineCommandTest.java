package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;
import picocli.CommandLine;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.wire.Batch;

/** The configuration of the survivors. That it weaves and runs is tried with the examples. */
class RefineCommandTest {
    @TempDir
    Path folder;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final List<NameEntry> names = new ArrayList<>();
    private final List<NodeEntry> nodes = new ArrayList<>();
    private final List<TreeRow> rows = new ArrayList<>();
    private final List<Score> scores = new ArrayList<>();
    private LiveServer server;

    @BeforeEach
    void listen() throws Exception {
        server = new LiveServer(folder);
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void close() {
        System.setOut(out);
        System.setErr(err);
        server.close();
    }

    @Test
    void whoSurvivedIsWovenAndNobodyElse() throws Exception {
        name("shop.Cart", "add", Standing.HOTSPOT);
        name("shop.Cart", "<init>", Standing.MANAGED, 30_000);
        name("shop.Cart", "size", Standing.DISABLED, 100);
        name("shop.Cart$Line", "price", Standing.UNMANAGED);
        name("shop.Cart$1", "run", Standing.PINNED);
        name("shop.Tax", "rate", Standing.OFF);
        assertThat(refine()).isZero();
        assertThat(attributes("pointcut", "expression")).singleElement().asString().isEqualToNormalizingWhitespace(
                "execution(shop.Cart.new(..)) || execution(* shop.Cart.add(..)) || execution(* shop.Cart$1.run(..)) "
                        + "|| execution(* shop.Cart.Line.price(..))");
        assertThat(attributes("include", "within")).containsExactly("shop.Cart", "shop.Cart$1", "shop.Cart.Line");
        assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void whatIsStillJudgedIsLeftOutOnRequest() throws Exception {
        name("shop.Cart", "add", Standing.HOTSPOT);
        name("shop.Cart", "size", Standing.MANAGED, 50_000);
        assertThat(refine("--only-hotspots")).isZero();
        assertThat(attributes("pointcut", "expression")).containsExactly("execution(* shop.Cart.add(..))");
    }

    @Test
    void whatIsStillJudgedIsNamedForItsShareOfTheTimeAlone() throws Exception {
        name("shop.Cart", "add", Standing.HOTSPOT, 1);
        name("shop.Cart", "dear", Standing.MANAGED, 10_000);
        name("shop.Cart", "cheap", Standing.MANAGED, 9_000);
        name("shop.Cart", "size", Standing.OFF, 1_000_000 - 19_001);
        assertThat(refine("--dearest", "0")).isZero();
        assertThat(attributes("pointcut", "expression")).singleElement().asString().isEqualToNormalizingWhitespace(
                "execution(* shop.Cart.add(..)) || execution(* shop.Cart.dear(..))");
    }

    /** It is off because its probe took too much: that is no reason not to look for it. */
    @Test
    void whatWentOffIsNamedForWhatItToldUntilThen() throws Exception {
        name("shop.Prices", "load", Standing.DISABLED, 60_000);
        name("shop.Prices", "get", Standing.DISABLED, 500);
        failing("shop.Coupons", "parse", Standing.DISABLED, 99);
        failing("shop.Coupons", "read", Standing.DISABLED, 0);
        failing("shop.Coupons", "look", Standing.MANAGED, 0);
        assertThat(refine("--share", "2", "--dearest", "0")).isZero();
        assertThat(attributes("pointcut", "expression")).singleElement().asString().isEqualToNormalizingWhitespace(
                "execution(* shop.Coupons.parse(..)) || execution(* shop.Prices.load(..))");
    }

    /**
     * Sized like the service (docs/measurements/hotspots.md): of its twenty dearest, statements explain 0.03 % each, and a user looks for them. The
     * one below them, and getters however often they are called, tell nothing.
     */
    @Test
    void theDearestAreNamedHoweverSmallTheirShare() throws Exception {
        name("shop.Service", "main", Standing.OFF, 1);
        called("shop.Downstream", "reserve", 1_800, 450_000_000_000L, 0);
        called("shop.PriceCache", "load", 20, 214_000_000, 0);
        for (int dear = 0; dear < 18; dear++) {
            called("org.h2.Statement" + dear, "query", 2_000, 150_000_000 + dear, 0);
        }
        called("org.h2.Statement", "close", 2_000, 149_000_000, 0);
        called("org.h2.Trace", "isEnabled", 10_000_000, 900_000_000, 0);
        called("shop.CouponService", "parse", 100, 100, 99);
        called("shop.CouponService", "look", 100, 100, 0);
        assertThat(refine("--share", "50")).isZero();
        assertThat(attributes("include", "within")).contains("org.h2.Statement0", "org.h2.Statement17");
        assertThat(String.join(" ", attributes("pointcut", "expression"))).contains("shop.Downstream.reserve(",
                "shop.PriceCache.load(", "org.h2.*.query(", "shop.CouponService.parse(")
                .doesNotContain("Statement.close", "isEnabled", "look(");
    }

    /** Getters that are called so often that each has more time than the statement. */
    @Test
    void theDearestAreNamedHoweverManyShortOnesStandAboveThem() throws Exception {
        name("shop.Service", "main", Standing.OFF, 1);
        for (int getter = 0; getter < 300; getter++) {
            called("org.h2.Getter" + getter, "get", 10_000_000, 900_000_000, 0);
        }
        called("org.h2.Statement", "query", 2_000, 150_000_000, 0);
        assertThat(refine("--share", "50")).isZero();
        assertThat(attributes("include", "within")).containsExactly("org.h2.Statement");
    }

    /** More places than a page of the tree has, all of them with more time than the entry point's one call. */
    @Test
    void anEntryPointThatIsSeldomCalledIsNamedHoweverLargeTheTree() throws Exception {
        name("shop.Service", "main", Standing.OFF, 1);
        for (int i = 0; i < 101; i++) {
            called("shop.Layer", "upper" + i, 1, 1_000_000_000, 0);
        }
        int firstInner = names.size();
        for (int i = 0; i < 100; i++) {
            names.add(new NameEntry(names.size() + 1, "shop.Layer", "lower" + i));
        }
        for (int upper = 2; upper < 103; upper++) {
            for (int i = 0; i < 100; i++) {
                nodes.add(new NodeEntry(nodes.size() + 1, upper, firstInner + 1 + i));
                long[] wall = Batches.meters(1_000_000);
                rows.add(new TreeRow(nodes.size(), 1, 0, 1, wall, wall, wall, new long[]{10, 1}));
            }
        }
        name("shop.Report", "handle", Standing.DISABLED, 150_000);
        assertThat(refine("--share", "50", "--dearest", "0")).isZero();
        assertThat(attributes("include", "within")).containsExactly("shop.Report");
    }

    @Test
    void entryPointsOfLongCallsAreNamed() throws Exception {
        name("shop.Main", "run", Standing.OFF, 900_000_000);
        name("shop.Orders", "handle", Standing.DISABLED, 100_000);
        name("shop.Orders", "ping", Standing.DISABLED, 99_999);
        assertThat(refine("--dearest", "0")).isZero();
        assertThat(attributes("pointcut", "expression")).containsExactly("execution(* shop.Orders.handle(..))");
    }

    @Test
    void theShareAsksForMoreOrLess() throws Exception {
        name("shop.Cart", "dear", Standing.MANAGED, 30_000);
        name("shop.Cart", "cheap", Standing.MANAGED, 20_000);
        name("shop.Cart", "size", Standing.OFF, 950_000);
        assertThat(refine("--share", "2.5", "--dearest", "0")).isZero();
        assertThat(attributes("pointcut", "expression")).containsExactly("execution(* shop.Cart.dear(..))");
        assertThatThrownBy(() -> run(new RefineCommand(), "--share", "101")).hasMessageContaining("--share 101");
    }

    @Test
    void methodsOfATypeAndTypesOfAPackageBecomePatternsThatNameNothingSwitchedOff() throws Exception {
        for (String type : List.of("tax.A", "tax.B", "tax.C")) {
            name(type, "rate", Standing.HOTSPOT);
            name(type, "sum", Standing.UNMANAGED);
        }
        for (String type : List.of("shop.A", "shop.B", "shop.C", "shop.D")) {
            name(type, "visit", Standing.HOTSPOT);
            name(type, "size", Standing.DISABLED);
        }
        name("shop.D", "size", Standing.PINNED);
        name("shop.Cart", "add", Standing.HOTSPOT);
        name("shop.Cart", "remove", Standing.HOTSPOT);
        name("shop.Gone", "away", Standing.DISABLED);
        assertThat(refine()).isZero();
        assertThat(attributes("pointcut", "expression")).singleElement().asString().isEqualToNormalizingWhitespace(
                "execution(* tax.*.*(..)) || execution(* shop.*.visit(..)) || execution(* shop.Cart.*(..)) "
                        + "|| (execution(* shop.D.*(..)) && within(shop.D))");
        assertThat(attributes("include", "within")).containsExactly("shop.A", "shop.B", "shop.C", "shop.Cart",
                "shop.D", "tax.A", "tax.B", "tax.C");
    }

    @Test
    void whereNamingWouldCostMoreThanWeavingAllTheirTypesAreWovenWholeAndSaidSo() throws Exception {
        for (int i = 0; i <= RefinedNames.MOST_TERMS; i++) {
            name("shop.Many", "m" + i, Standing.HOTSPOT);
            name("shop.Other", "m" + i, Standing.DISABLED);
        }
        name("shop.Many", "small", Standing.DISABLED);
        assertThat(refine()).isZero();
        assertThat(attributes("pointcut", "expression")).singleElement().asString()
                .isEqualToNormalizingWhitespace("execution(* *(..)) || execution(*.new(..))");
        assertThat(attributes("include", "within")).containsExactly("shop.Many");
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("501 patterns would cost more than weaving everything");
    }

    @Test
    void namesNoMethodCanHaveAreLeftOutAndSaid() throws Exception {
        name("shop.Cart", "add", Standing.HOTSPOT);
        name("http", "GET /orders", Standing.HOTSPOT);
        name("SELECT 1 FROM a", "b", Standing.HOTSPOT);
        name("", "checkout", Standing.HOTSPOT);
        name("import.row", "new", Standing.HOTSPOT);
        assertThat(refine()).isZero();
        assertThat(attributes("pointcut", "expression")).containsExactly("execution(* shop.Cart.add(..))");
        assertThat(said.toString(StandardCharsets.UTF_8)).startsWith("sim: 4 names that no method can have");
    }

    @Test
    void manyAreSpreadOverPointcutsThatCanBeRead() throws Exception {
        for (int i = 0; i < 450; i++) {
            name("shop.Many", "m" + i, Standing.HOTSPOT);
        }
        name("shop.Many", "small", Standing.DISABLED);
        assertThat(refine()).isZero();
        assertThat(attributes("concrete-aspect", "name")).hasSize(3).doesNotHaveDuplicates();
        assertThat(attributes("pointcut", "expression")).allMatch(text -> text.split("\\|\\|").length <= 200);
    }

    @Test
    void theCollectorsPortIsNoPageAndSaidSo() {
        String collectors = "http://127.0.0.1:" + server.collectorPort();
        assertThatThrownBy(() -> run(new RefineCommand(), "--server", collectors))
                .hasMessageStartingWith("--server " + collectors + " is no agent server that answers (")
                .hasMessageEndingWith(
                        "); name its page's address as ./sim server prints it, with https:// if it has TLS, "
                                + "not the collectors' port, or start one");
    }

    @Test
    void ofSeveralApplicationsOneMustBeNamed() throws Exception {
        name("shop.Cart", "add", Standing.HOTSPOT);
        assertThat(refine()).isZero();
        WireClient.connect(server.collectorPort(), Batches.hello("bank", "two")).close();
        assertThatThrownBy(() -> run(new RefineCommand(), "--server", server.address().replaceAll("/$", "")))
                .hasMessage("--application is needed: one of bank, shop");
    }

    /** As users call it, but that it throws what they are told. */
    private static void run(Object command, String... arguments) throws Exception {
        CommandLine line = new CommandLine(command);
        line.parseArgs(arguments);
        ((Callable<?>) line.getCommand()).call();
    }

    private void name(String type, String method, Standing standing) {
        name(type, method, standing, 0);
    }

    /** @param nanos of its own */
    private void name(String type, String method, Standing standing, long nanos) {
        if (nanos > 0) {
            nodes.add(new NodeEntry(nodes.size() + 1, 0, names.size() + 1));
            long[] wall = Batches.meters(nanos);
            rows.add(new TreeRow(nodes.size(), 1, 0, 1, wall, wall, wall, new long[]{10, 1}));
        }
        names.add(new NameEntry(names.size() + 1, type, method));
        scores.add(new Score(names.size(), standing, 1, 0));
    }

    /**
     * Off, and called by the first name there is.
     *
     * @param nanos of its own, in all
     */
    private void called(String type, String method, long calls, long nanos, long errors) {
        nodes.add(new NodeEntry(nodes.size() + 1, 1, names.size() + 1));
        long[] wall = Batches.meters(nanos);
        rows.add(new TreeRow(nodes.size(), calls, errors, 1, wall, wall, wall, new long[]{10, calls}));
        name(type, method, Standing.DISABLED);
    }

    private void failing(String type, String method, Standing standing, long errors) {
        nodes.add(new NodeEntry(nodes.size() + 1, 0, names.size() + 1));
        long[] wall = Batches.meters(100);
        rows.add(new TreeRow(nodes.size(), 100, errors, 1, wall, wall, wall, new long[]{10, 100}));
        name(type, method, standing);
    }

    private int refine(String... options) throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, Batches.now() - 1, Batches.now(), names, nodes, rows, List.of(), List.of(),
                    List.of(), scores, List.of(), List.of(), Map.of()));
        }
        List<String> arguments = new ArrayList<>(List.of("--server",
                server.address().substring(0, server.address().length() - 1), "--application", "shop"));
        arguments.addAll(List.of(options));
        return new CommandLine(new RefineCommand()).execute(arguments.toArray(new String[0]));
    }

    private List<String> attributes(String element, String attribute) throws Exception {
        NodeList found = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(printed.toByteArray())).getElementsByTagName(element);
        List<String> values = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            values.add(found.item(i).getAttributes().getNamedItem(attribute).getNodeValue());
        }
        return values;
    }
}
