package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.ChangedSources;

/**
 * Adds a meter to SIM as docs/architecture.md says, to copies of the two files, and runs calls with it: at each end of a call it is one more.
 * Whatever else is read, and however calls are counted, its sums are right.
 */
class AddedMeterTest {
    private static final Path METER = Path.of("../sim-model/src/main/java/sim/model/snapshot/Meter.java");
    private static final Path THREAD_METERS = Path.of("../sim-base/src/main/java/sim/base/meter/ThreadMeters.java");
    private static final int CALLS = 1_000;

    @TempDir
    static Path folder;

    private static Path often;
    private static Path seldom;

    @BeforeAll
    static void add() throws IOException {
        often = compiled("false", "MeasureGroup.TIME", "fillAlways(long[] into) {",
                "        into[Meter.ADDED.ordinal()] = added;",
                "private void readAlways() {", "        added++;");
        seldom = compiled("true", "MeasureGroup.CPU", "public void fill(long[] into) {",
                "        into[Meter.ADDED.ordinal()] = added;",
                "private void look(long now) {",
                "        if ((meters & Meter.ADDED.bit()) != 0) {\n            added++;\n        }");
    }

    @Test
    void oneThatChangesAtEachBoundaryIsCountedInEachWay() throws Exception {
        for (String options : List.of("meters=all", "meters=wall+added.count", "meters=wall+thread.cpu+added.count",
                "meters=all,histograms=wall+alloc.bytes", "meters=all,histograms=added.count",
                "meters=all,events.slow=1ms", "meters=all,contention=exact")) {
            for (String level : List.of("all", "time")) {
                assertThat(calls(often, options, level)).as(options + ", read: " + level).containsExactly(CALLS, CALLS);
            }
            assertThat(calls(often, options, "none")).as(options + ", read: nothing").containsExactly(0, 0);
        }
    }

    /** Read together with CPU time, which is read where it may have changed: nothing is lost of it, and it is in one place. */
    @Test
    void oneThatSeldomChangesIsWhereItWasSeen() throws Exception {
        for (String options : List.of("meters=all,contention=exact", "meters=wall+added.count",
                "meters=all,histograms=added.count")) {
            long[] all = calls(seldom, options, "all");
            assertThat(all[0]).as(options).isPositive();
            assertThat(calls(seldom, options, "time")).as(options + ", read: time").containsExactly(0, 0);
        }
    }

    /** Total and self of the added meter at the place that was called. */
    private static long[] calls(Path added, String options, String level) throws Exception {
        Method run = ChangedSources.load(added).loadClass(AddedMeterRun.class.getName()).getDeclaredMethod("calls",
                String.class, String.class, int.class);
        run.setAccessible(true);
        try {
            return (long[]) run.invoke(null, options, level, CALLS);
        } catch (InvocationTargetException failed) {
            throw new AssertionError(options, failed.getCause());
        }
    }

    private static Path compiled(String isSeldom, String group, String fill, String filled, String read, String reading)
            throws IOException {
        return new ChangedSources(Files.createDirectory(folder.resolve("seldom." + isSeldom)))
                .change(METER, text -> text.replaceFirst("(?m)^(    [A-Z_]+\\(.*\\));$", "$1,\n    /** Added. */\n"
                        + "    ADDED(\"added.count\", \"count\", " + group + ", " + isSeldom + ");"))
                .change(THREAD_METERS, text -> ChangedSources.behind(ChangedSources.behind(ChangedSources.behind(text,
                        "private long processSum;", "    private long added;"), fill, filled), read, reading)
                        .replace("processSum = processCpu +", "processSum = added + processCpu +"))
                .compile();
    }
}
