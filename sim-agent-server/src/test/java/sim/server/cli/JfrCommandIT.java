package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.jfr.RecordingContext;
import sim.jfr.RecordingContextKey;
import sim.jfr.reader.ContextRecording;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim jfr} as users call it: in a JVM of its own, on a real recording. */
class JfrCommandIT {
    @TempDir
    static Path folder;

    private static Path recorded;

    /** Two sleeps of order 1, one of order 2, one of none. */
    @BeforeAll
    static void record() throws Exception {
        recorded = folder.resolve("orders.jfr");
        RecordingContextKey order = RecordingContextKey.forName("order");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ThreadSleep").withoutThreshold();
            recording.start();
            for (long number : new long[]{1, 1, 2}) {
                try (var context = RecordingContext.where(order, number).build()) {
                    Thread.sleep(3);
                }
            }
            Thread.sleep(3);
            recording.stop();
            recording.dump(recorded);
        }
    }

    @Test
    void printsEventsWithTheirContext() throws Exception {
        SimProcess all = sim("print", "--events", "ThreadSleep", recorded.toString());
        assertThat(all.exit()).isZero();
        assertThat(all.out().lines().filter(line -> line.equals("jdk.ThreadSleep {"))).hasSize(4);
        assertThat(all.out().lines().filter(line -> line.contains("order -> "))).extracting(String::strip)
                .containsExactly("order -> 1,", "order -> 1,", "order -> 2,");
        assertThat(all.err()).isEmpty();
    }

    @Test
    void saysNothingWhenNobodyReadsAnyMore() throws Exception {
        Path err = folder.resolve("closed.err");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "sim.server.Sim", "jfr", "print", recorded.toString())
                .redirectError(err.toFile()).start();
        process.getInputStream().close();
        assertThat(process.waitFor()).isZero();
        assertThat(err).isEmptyFile();
    }

    @Test
    void selectsByContextAndPrintsJson() throws Exception {
        SimProcess one = sim("print", "--json", "--events", "ThreadSleep", "--context", "order=1", recorded.toString());
        List<JsonNode> events = one.out().lines().map(line -> JsonMapper.shared().readTree(line)).toList();
        assertThat(events).hasSize(2).allSatisfy(event -> {
            assertThat(event.path("type").asString()).isEqualTo("jdk.ThreadSleep");
            assertThat(event.path("context").path("order").asLong()).isEqualTo(1);
            assertThat(event.path("values").path("time").asString()).isEqualTo("PT0.003S");
        });
        SimProcess none = sim("print", "--json", "--events", "ThreadSleep", "--no-context", recorded.toString());
        assertThat(none.out().lines()).hasSize(1);
    }

    @Test
    void sumsUpByKey() throws Exception {
        JsonNode summary = JsonMapper.shared()
                .readTree(sim("summary", "--json", "--by", "order", recorded.toString()).out());
        assertThat(summary.path("rows")).hasSize(2);
        JsonNode first = summary.path("rows").get(0);
        JsonNode second = summary.path("rows").get(1);
        assertThat(List.of(first.path("value").asString(), second.path("value").asString()))
                .containsExactlyInAnyOrder("1", "2");
        assertThat(first.path("asleepNanos").asLong() + second.path("asleepNanos").asLong())
                .isGreaterThanOrEqualTo(9_000_000);
        assertThat(summary.path("without").path("asleepNanos").asLong()).isGreaterThanOrEqualTo(3_000_000);
        assertThat(sim("summary", "--by", "order", recorded.toString()).out().lines().findFirst().orElse(""))
                .matches("order +events +samples +asleep +parked +blocked +waiting +allocated");
        assertThat(sim("summary", recorded.toString()).out()).containsPattern("jdk.ThreadSleep +4 +3");
    }

    /** Of a synchronized method: its class, the method itself, and the thread that had the monitor. */
    @Test
    void namesTheMonitorsThatWereWaitedForAndWhoHeldThem() throws Exception {
        Path contended = folder.resolve("contended.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JavaMonitorEnter").withoutThreshold();
            recording.start();
            Prices prices = new Prices();
            CountDownLatch held = new CountDownLatch(1);
            Thread holder = new Thread(() -> prices.hold(held), "price-feed");
            holder.start();
            held.await();
            prices.price();
            holder.join();
            recording.stop();
            recording.dump(contended);
        }
        SimProcess monitors = sim("monitors", contended.toString());
        assertThat(monitors.exit()).as(monitors.err()).isZero();
        assertThat(monitors.out().lines().findFirst().orElse(""))
                .matches("monitor of +waited in +held by +waits +total +max");
        assertThat(monitors.out()).containsPattern(Pattern.quote(Prices.class.getName()) + " +"
                + Pattern.quote(Prices.class.getName()) + "\\.price +price-feed +1 ");
        assertThat(sim("monitors", recorded.toString()).out().lines()).hasSize(1);
    }

    private static final class Prices {
        synchronized void price() {
            notifyAll();
        }

        synchronized void hold(CountDownLatch held) {
            held.countDown();
            try {
                Thread.sleep(200); // so long somebody waits for it
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Test
    void writesASmallerRecordingWhereTheJdkCan() throws Exception {
        Path smaller = folder.resolve("smaller.jfr");
        SimProcess run = sim("filter", "--context", "order=2", "--output", smaller.toString(), recorded.toString());
        if (ContextRecording.canWrite()) {
            assertThat(run.exit()).isZero();
            assertThat(Files.size(smaller)).isLessThan(Files.size(recorded));
            assertThat(sim("print", "--json", "--events", "ThreadSleep", smaller.toString()).out().lines()).hasSize(1);
        } else {
            assertRefused(run, "filter needs JDK 19 or newer, this is Java 17: set JAVA_HOME, or use sim jfr print, "
                    + "which filters here too");
            assertThat(smaller).doesNotExist();
        }
    }

    @Test
    void whatCannotBeDoneIsSaidInOneLine() throws Exception {
        Path text = Files.writeString(folder.resolve("notes.txt"),
                "these are notes and no recording of anything at all");
        byte[] whole = Files.readAllBytes(recorded);
        Path half = Files.write(folder.resolve("half.jfr"), Arrays.copyOf(whole, whole.length / 2));
        Path missing = folder.resolve("missing.jfr");
        assertRefused(sim("print", text.toString()), text.toString(), "is no flight recording");
        assertRefused(sim("print", half.toString()), half.toString(), "is cut off");
        assertRefused(sim("summary", missing.toString()), missing.toString(), "there is no such file");
        assertRefused(sim("print", "--events", "jdk.Sleeping", recorded.toString()),
                "--events jdk.Sleeping: " + recorded + " has no such event type");
        assertRefused(sim("print", "--context", "a", "--no-context", recorded.toString()),
                "--no-context and --context exclude each other; give one");
    }

    private static void assertRefused(SimProcess run, String... parts) {
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).startsWith("sim: ").contains(parts);
    }

    private static SimProcess sim(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("jfr"));
        command.addAll(List.of(args));
        return SimProcess.run(command);
    }
}
