package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/**
 * Five programs with a planted cause each, over HTTP and by a queue, under the agent, with the packaged server and a browser: whoever knows nothing of a
 * program finds its cause, and a request that shows it, by the clicks that docs/page.md writes down, at most four from the first tab. The build tries two
 * of the ten; {@code -Dsim.causes=all} all of them.
 */
@ExtendWith(InBrowser.class)
class PlantedCausesIT {
    private static final Path PAGE = Path.of("..", "docs", "page.md");
    private static final int MOST = 4;
    private static final int PARTITIONS = 4;
    private static final String WANTED = System.getProperty("sim.causes", "lock-http,downstream-queue");

    @TempDir
    static Path folder;

    private static Browser browser;
    private static AgentServer server;
    private static KafkaBroker broker;

    /** By application, when its first version was warm, epoch ms: what is looked at begins there. */
    private static final Map<String, Long> WARM = new ConcurrentHashMap<>();

    private final List<String> clicks = new ArrayList<>();

    /** How orders come in. */
    private enum Way {
        HTTP,
        QUEUE;

        String application(Cause cause) {
            return cause.name + "-" + name().toLowerCase();
        }
    }

    /** What is planted, as the first argument of {@code planted.Main} calls it. */
    private enum Cause {
        STATEMENT("statement", 1_000, "1.0"),
        LOCK("lock", 200, "1.0", "2.0"),
        ALLOCATION("allocation", 200, "1.0", "2.0"),
        DOWNSTREAM("downstream", 100, "1.0"),
        EACH("each", 100, "1.0");

        private final String name;
        private final int orders;
        private final List<String> versions;

        Cause(String name, int orders, String... versions) {
            this.name = name;
            this.orders = orders;
            this.versions = List.of(versions);
        }

        private String topic() {
            return "orders-" + name;
        }
    }

    @BeforeAll
    static void runThePrograms(Browser shared) throws Exception {
        browser = shared;
        server = new AgentServer(folder);
        broker = new KafkaBroker(Files.createDirectory(folder.resolve("broker")));
        broker.make(PARTITIONS, Stream.of(Cause.values()).map(Cause::topic).toArray(String[]::new));
        ExecutorService two = Executors.newFixedThreadPool(2);
        try (PlantedProgram desk = PlantedProgram.desk(folder, server.address())) {
            String address = desk.address();
            List<Future<?>> all = new ArrayList<>();
            for (Arguments each : wanted()) {
                all.add(two.submit(() -> run((Cause) each.get()[0], (Way) each.get()[1], address)));
            }
            for (Future<?> each : all) {
                each.get(10, TimeUnit.MINUTES);
            }
            desk.end();
        } finally {
            two.shutdownNow();
        }
        int processes = 1 + wanted().stream().mapToInt(each -> ((Cause) each.get()[0]).versions.size()).sum();
        Awaitility.await().atMost(3, TimeUnit.MINUTES).untilAsserted(() -> assertThat(server.get("applications"))
                .hasSize(processes).allMatch(instance -> instance.path("complete").asBoolean()));
    }

    private static List<Arguments> wanted() {
        List<Arguments> wanted = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            for (Way way : Way.values()) {
                if (WANTED.equals("all") || List.of(WANTED.split(",")).contains(way.application(cause))) {
                    wanted.add(Arguments.of(cause, way));
                }
            }
        }
        return wanted;
    }

    private static Void run(Cause cause, Way way, String desk) throws Exception {
        String application = way.application(cause);
        for (String version : cause.versions) {
            if (way == Way.HTTP) {
                PlantedProgram.serve(folder, server.address(), application, version, cause.name, cause.orders, desk,
                        () -> isWarm(application));
            } else {
                PlantedProgram.consume(folder, server.address(), application, version, cause.name, cause.orders, desk,
                        broker.address(), cause.topic(), () -> isWarm(application));
            }
        }
        return null;
    }

    /** Waits until the orders that warmed it up are stored, so that those after them are in later batches. */
    private static void isWarm(String application) {
        Awaitility.await().atMost(2, TimeUnit.MINUTES).untilAsserted(() -> assertThat(requests(application))
                .isGreaterThanOrEqualTo(PlantedProgram.WARM));
        WARM.putIfAbsent(application, System.currentTimeMillis());
    }

    private static long requests(String application) throws Exception {
        return server.get("kinds?last=1h&application=" + application).path("kinds").valueStream()
                .filter(kind -> kind.path("name").asString().contains("orders"))
                .mapToLong(kind -> kind.path("contexts").asLong()).sum();
    }

    @AfterAll
    static void leave() throws Exception {
        if (broker != null) {
            broker.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @MethodSource("wanted")
    void theClicksThatAreWrittenDownLeadToTheCause(Cause cause, Way way) throws Exception {
        switch (cause) {
            case STATEMENT -> aStatementThatIsSlowOnceInAThousand(way);
            case LOCK -> aLockThatAppearsInVersionTwo(way);
            case ALLOCATION -> anAllocationThatTriples(way);
            case DOWNSTREAM -> aDownstreamThatWaits(way);
            case EACH -> aStatementForEachLine(way);
        }
    }

    private void aStatementThatIsSlowOnceInAThousand(Way way) throws Exception {
        open(Cause.STATEMENT, way);
        clickTheKind();
        clickTheSlowest();
        browser.until("its statement", () -> row(".panel", "Statements").contains("JOIN movements other"));
        assertThat(number(row(".panel", "Statements"), "%")).as(row(".panel", "Statements")).isGreaterThan(50);
        assertThat(all(".panel", "One by one")).contains("JOIN movements other");
        isWritten("a statement that is slow once in a thousand");
    }

    private void aLockThatAppearsInVersionTwo(Way way) throws Exception {
        open(Cause.LOCK, way);
        clickTheKind();
        click("*Version 2.0 beside 1.0*", ".kind-view header .more", "Version 2.0 beside 1.0");
        browser.until("what is new", () -> row(".compare", "Differences").contains("PricedOrders.refresh"));
        assertThat(row(".compare", "Differences")).contains("new", "yes");
        click("*Blocked time* as the measure", ".compare select[aria-label=Measure] option", "Blocked time");
        browser.until("where they are blocked", () -> row(".compare", "Differences").contains("PricedOrders.refresh"));
        clickTheOneWithMost();
        browser.until("the method in it", () -> inside("PricedOrders.refresh") >= 0);
        assertThat(insideCell("PricedOrders.refresh", "blocked")).matches("[0-9].* ms");
        assertThat(browser.texts(".panel .waited").toString()).as("which lock")
                .contains("Blocked at the monitor of planted.PricedOrders");
        isWritten("a lock that a version brings");
    }

    private void anAllocationThatTriples(Way way) throws Exception {
        open(Cause.ALLOCATION, way);
        clickTheKind();
        click("*Version 2.0 beside 1.0*", ".kind-view header .more", "Version 2.0 beside 1.0");
        click("*Allocated* as the measure", ".compare select[aria-label=Measure] option", "Allocated");
        browser.until("what allocates more", () -> row(".compare", "Differences").contains("PrintedOrders.print"));
        assertThat(number(row(".compare", "Differences"), "×")).isBetween(2.7, 3.3);
        clickTheOneWithMost();
        browser.until("the method in it", () -> inside("PrintedOrders.print") >= 0);
        assertThat(insideCell("PrintedOrders.print", "allocated")).matches("[0-9].* [KM]B");
        isWritten("an allocation that triples");
    }

    private void aDownstreamThatWaits(Way way) throws Exception {
        open(Cause.DOWNSTREAM, way);
        clickTheKind();
        clickTheSlowest();
        browser.until("whom it asked", () -> all(".panel", "One by one").contains("/payments/{id}"));
        assertThat(all(".panel", "One by one")).contains("GET http://127.0.0.1");
        browser.until("what was done there",
                () -> all(".panel", "Methods inside").contains("PaymentDesk.askTheBank"));
        assertThat(browser.texts(".panel [aria-label='Methods inside'] tbody tr").subList(0, 2).toString())
                .as("who waits, and for whom").contains("PaidOrders.pay", "PaymentDesk.askTheBank", "payments");
        isWritten("a downstream that waits");
    }

    private void aStatementForEachLine(Way way) throws Exception {
        open(Cause.EACH, way);
        browser.until("how many it runs", () -> row(".requests", "Requests").contains("orders"));
        assertThat(number(cell(".requests", "Requests", "statements") + " ", " "))
                .as("25 lines, and what asks for them")
                .isEqualTo(26);
        clickTheKind();
        browser.until("methods", () -> all(".kind-view", "Dearest methods").contains("PackedOrders.weigh"));
        clickTheSlowest();
        browser.until("its statements", () -> all(".panel", "Statements").contains("SELECT weight FROM articles"));
        assertThat(browser.texts(".panel [aria-label=Statements] tbody tr").stream()
                .filter(each -> each.contains("SELECT weight")).findFirst().orElseThrow().split("\\s+"))
                .as("as often as it has lines").contains("25");
        isWritten("a statement for each line");
    }

    private void open(Cause cause, Way way) {
        String application = way.application(cause);
        browser.open(server.page() + "#/requests?application=" + application + "&from=" + WARM.get(application) + "&to="
                + System.currentTimeMillis());
        assertThat(browser.texts("#tabs .tab").get(0)).isEqualTo("Requests");
    }

    private void clickTheKind() {
        click("the request", ".requests .kind", "orders");
    }

    private void clickTheSlowest() {
        click("the first of *Slowest*", ".kind-view [aria-label='Slowest requests'] tbody tr:first-child a", ":");
    }

    private void clickTheOneWithMost() {
        click("*The one with most*", ".compare .sides .more", "The one with most");
    }

    /** Which row of the request's methods that one is; -1 for none. */
    private static int inside(String method) {
        List<String> rows = browser.texts(".panel [aria-label='Methods inside'] tbody tr");
        return (int) rows.stream().takeWhile(each -> !each.contains(method)).count() < rows.size()
                ? (int) rows.stream().takeWhile(each -> !each.contains(method)).count()
                : -1;
    }

    /** What a method of the request has below a heading. */
    private static String insideCell(String method, String heading) {
        List<String> headings = browser.texts(".panel [aria-label='Methods inside'] tr.names th");
        return browser
                .texts(".panel [aria-label='Methods inside'] tbody tr:nth-child(" + (inside(method) + 1) + ") > *")
                .get(headings.indexOf(heading)).replace('\u00a0', ' ');
    }

    /** @param said how docs/page.md writes it */
    private void click(String said, String css, String text) {
        browser.until(said, () -> browser.all(css).stream().anyMatch(each -> each.isDisplayed()
                && each.getText().contains(text)));
        browser.all(css).stream().filter(each -> each.isDisplayed() && each.getText().contains(text)).findFirst()
                .orElseThrow().click();
        clicks.add(said);
    }

    /** The clicks were those of the documentation, and few; and the page did not complain. */
    private void isWritten(String cause) throws Exception {
        assertThat(clicks).hasSizeLessThanOrEqualTo(MOST);
        assertThat(Files.readAllLines(PAGE)).as(clicks.toString())
                .anyMatch(line -> line.startsWith("| " + cause + " | " + String.join(", ", clicks) + " |"));
        assertThat(browser.console()).isEmpty();
    }

    private static String all(String part, String table) {
        return browser.texts(part + " [aria-label='" + table + "'] tbody").toString();
    }

    private static String row(String part, String table) {
        List<String> rows = browser.texts(part + " [aria-label='" + table + "'] tbody tr");
        return rows.isEmpty() ? "" : rows.get(0);
    }

    /** What the first row has below a heading. */
    private static String cell(String part, String table, String heading) {
        List<String> headings = browser.texts(part + " [aria-label='" + table + "'] tr.names th");
        return browser.texts(part + " [aria-label='" + table + "'] tbody tr:first-child > *")
                .get(headings.indexOf(heading)).replace('\u00a0', ' ');
    }

    /** The number before a unit. */
    private static double number(String text, String unit) {
        String before = text.substring(0, text.indexOf(unit)).replace('\u00a0', ' ').strip();
        return Double.parseDouble(before.substring(before.lastIndexOf(' ') + 1).replaceAll("\\s", ""));
    }
}
