package sim.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import workload.Contexts.Case;

/** From samples to results, to the file, and to the page. */
class ResultsTest {
    private static final String PEER = Subjects.OTEL;

    private final Results results = new Results();

    @Test
    void aCostIsTheDifferenceToTheBareRunOverTheCalls() {
        measured();

        Result wall = results.find("empty", Subjects.WALL, 17, 1).orElseThrow();
        assertThat(wall.nsPerCall()).isEqualTo(60, within(1e-9));
        assertThat(wall.low()).isEqualTo(59, within(1e-9));
        assertThat(wall.high()).isEqualTo(61, within(1e-9));
        assertThat(wall.cpuNsPerCall()).isEqualTo(30, within(1e-9));
        assertThat(wall.bytesPerCall()).isEqualTo(0.5, within(1e-9));
        assertThat(wall.processBytesPerCall()).isEqualTo(1, within(1e-9));
    }

    @Test
    void thePageSaysHowLongItselfTookAlsoWhereThatWasTooShortToTell() {
        results.add(Result.spread("page, first rows, at rest", "methods", 17, 412, 380, 530, "ms", 0));
        results.add(Result.absent("page, interaction, at rest", "sort methods", 17, 1, "< 16 ms (< 16 to 24 ms)"));

        String report = new Report(results).text();
        assertThat(report).contains("| page, first rows, at rest | 17 | methods | 412 (380 to 530) |",
                "| page, interaction, at rest | 17 | sort methods | < 16 (< 16 to 24) |");
        assertThat(report.substring(report.indexOf("What could not be run"))).doesNotContain("sort methods");
    }

    @Test
    void ratiosAreWithinTheCaseTheJdkAndTheThreads() {
        measured();

        Result peer = results.find("empty", PEER, 17, 1).orElseThrow();
        assertThat(peer.ratioToFloor()).isEqualTo(6, within(1e-9));
        assertThat(peer.ratioToSim()).isEqualTo(5, within(1e-9));
        assertThat(results.find("empty", PEER, 17, 2).orElseThrow().ratioToFloor()).isNull();
        assertThat(results.find("empty", Subjects.BARE, 17, 1).orElseThrow().ratioToFloor()).isNull();
    }

    @Test
    void whatCannotBeRunIsListedWithWhy() {
        Samples samples = samples();
        samples.failed(new Samples.Key("empty", "JFR method timing", 17, 1), "needs JDK 25");
        results.addCosts(samples.results(10));

        assertThat(new Report(results).text())
                .contains("| JFR method timing | empty, 1 thread(s) | 17 | needs JDK 25 |");
    }

    @Test
    void thePageIsMadeOfTheFileAlone(@TempDir Path folder) throws Exception {
        measured();
        results.add(Result.figure(StartUp.TOY, Subjects.BARE, 17, 100, "ms"));
        results.add(Result.figure(StartUp.TOY, Subjects.SECOND, 17, 300, "ms"));
        Path file = folder.resolve("results.json");
        results.write(file);

        assertThat(Files.readString(file)).contains("\"case\" : \"empty\"", "\"ratioToFloor\" : 1.2");
        String page = new Report(Results.read(file)).text();
        assertThat(page).isEqualTo(new Report(results).text());
        assertThat(page).contains(
                "| " + Subjects.WALL + " | 60.0 (59.0 to 61.0) | 30.0 | 1.20 | 1.00 | 0.50 | 1.00 |",
                "| wall aggregate: at most 1.25 x the floor with nanoTime | 1.20 x | yes |  |",
                "| second start of a toy: at most 150 ms above bare | 200 ms | **no** | all measures: not measured, "
                        + "first start: not measured, agent with enabled=false: not measured |",
                "| wire: at most 40 bytes a tree row | not measured | ? |  |");
    }

    /** A part that fails, and an ArrayIndexOutOfBoundsException for it. */
    @Test
    void ofNothingThereIsNoPageAndOneLineSaysSo(@TempDir Path folder) throws Exception {
        Path page = Files.writeString(folder.resolve("BENCHMARKS.md"), "of another run");
        results.add(Result.text("run", "date", "2026-11-28"));
        results.write(Files.createDirectories(folder.resolve("benchmarks/target")).resolve("results.json"));
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        try {
            System.setErr(new PrintStream(said, true));
            assertThat(new CommandLine(new Bench()).execute("--report", "--root", folder.toString())).isEqualTo(1);
        } finally {
            System.setErr(before);
        }
        assertThat(said.toString().lines()).containsExactly("nothing was measured, so there is no report");
        assertThat(page).hasContent("of another run");
    }

    @Test
    void contextsStandBesideWhatTheProposalSaysOfThem() {
        measured();
        results.add(Result.spread(Contexts.CASE, Case.EVENT_IN_NO_CONTEXT.label(), 17, 50, 49, 52, "ns", 0));
        results.add(Result.spread(Contexts.CASE, Case.EVENT_IN_THREE_ENTRIES.label(), 17, 51, 50, 53, "ns", 0));
        results.add(Result.spread(Contexts.CASE, Case.CONTEXT_OF_TWO_ENTRIES.label(), 17, 250, 240, 260, "ns", 200));
        results.add(Result.figure(Contexts.JOIN, "opened", 17, 3e6, "events/s"));

        assertThat(new Report(results).text()).contains(
                "| event in three entries | 17 | 51.0 (50.0 to 53.0) | 0.00 |  |",
                "| context of two entries | 17 | 250 (240 to 260) | 200 | 237 |",
                "| contexts read | 17 | opened | 3,000,000 | events/s |",
                "| an event in a context of three entries: at most 1.15 x one in none | 1.02 x | yes |  |",
                "| context of two entries, recorded, once: at most the 237 ns the JDK's proposal takes on every event "
                        + "| 250 ns | **no** |  |");
    }

    @Test
    void percentilesLieBetweenTheClosestRanks() {
        assertThat(Samples.percentile(List.of(4.0, 1.0, 3.0, 2.0), 50)).isEqualTo(2.5);
        assertThat(Samples.percentile(List.of(7.0), 75)).isEqualTo(7);
    }

    @Test
    void whatJmhDividedByNothingIsANumberToo() {
        JsonNode written = JsonMapper.shared().readTree("[1.5, \"+INF\", \"NaN\"]");
        assertThat(CallCosts.number(written.get(0))).isEqualTo(1.5);
        assertThat(100 / CallCosts.number(written.get(1))).isZero();
        assertThat(CallCosts.number(written.get(2))).isNaN();
    }

    @Test
    void everySystemHasANameOfItsOwn() {
        assertThat(Subjects.all()).extracting(Subject::name).doesNotHaveDuplicates().contains(Subjects.BARE,
                Subjects.NANO_FLOOR, Subjects.CPU_FLOOR, Subjects.BEANS, Subjects.WEAVER, Subjects.WALL, Subjects.ALL,
                Subjects.KEPT, Subjects.PLAIN_DISABLED, Subjects.KIEKER_DROPPED, Subjects.KIEKER_FILE, Subjects.OTEL,
                Subjects.MICROMETER);
        assertThat(Subjects.all().get(0).name()).isEqualTo(Subjects.BARE);
    }

    private void measured() {
        results.addCosts(samples().results(10));
    }

    private static Samples samples() {
        Samples samples = new Samples();
        add(samples, Subjects.BARE, 1, 20, 0);
        add(samples, Subjects.NANO_FLOOR, 1, 520, 0);
        add(samples, Subjects.WALL, 1, 620, 5);
        add(samples, PEER, 1, 3_020, 5_000);
        add(samples, PEER, 2, 3_020, 5_000);
        return samples;
    }

    /** Five iterations of two forks around a median. */
    private static void add(Samples samples, String system, int threads, double nanos, double bytes) {
        double step = system.equals(Subjects.BARE) ? 0 : 10;
        Samples.Key key = new Samples.Key("empty", system, 17, threads);
        double cpu = nanos / 2;
        samples.add(key, List.of(nanos + step, nanos - step, nanos), List.of(cpu, cpu, cpu),
                List.of(bytes, bytes, bytes),
                List.of(2 * bytes, 2 * bytes, 2 * bytes));
        samples.add(key, List.of(nanos - 2 * step, nanos + 2 * step), List.of(cpu, cpu), List.of(bytes, bytes),
                List.of(2 * bytes, 2 * bytes));
    }
}
