package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The ready-made JDBC probe against H2, through HikariCP and without, in a real JVM. */
class JdbcIT {
    private static final String CLASS_PATH = String.join(File.pathSeparator, ChildJvm.CLASSES.toString(),
            ChildJvm.library("h2").toString(), ChildJvm.library("HikariCP").toString(),
            ChildJvm.library("slf4j-api").toString());

    @Test
    void countsAreWhatTheDatabaseCounted() {
        ChildJvm.Result run = run("libraries=jdbc");
        assertThat(run.exit()).as(run.all()).isZero();
        Map<String, Long> database = new TreeMap<>();
        Map<String, Long> ours = new TreeMap<>();
        long errors = 0;
        for (String line : run.out()) {
            if (line.startsWith("h2 ")) {
                int space = line.lastIndexOf(' ');
                database.put(line.substring(3, space), Long.valueOf(line.substring(space + 1)));
            } else if (line.startsWith("sim ")) {
                String[] parts = line.split(" (?=\\d+ \\d+$)| (?=\\d+$)");
                ours.put(parts[0].substring(4), Long.valueOf(parts[1]));
                errors += Long.parseLong(parts[2]);
            }
        }
        // What the driver asks its own database for when a connection is opened is no statement of the program's.
        assertThat(database.keySet()).contains("CALL READONLY()");
        database.keySet().removeIf(sql -> sql.equals("CALL READONLY()") || sql.startsWith("SET DB_CLOSE_DELAY"));
        assertThat(ours).as(run.all()).isEqualTo(database).hasSize(2);
        assertThat(errors).isEqualTo(40);
        long all = ours.values().stream().mapToLong(Long::longValue).sum() + errors;
        assertThat(run.after("of them ")).isEqualTo(String.valueOf(all));
        assertThat(run.after("kept ")).isEqualTo(String.valueOf(all));
        assertThat(Integer.parseInt(run.after("objects "))).as("the driver's connections, not the pool's")
                .isBetween(2, 4);
        assertThat(run.after("met ")).as("no check-out is one").isEqualTo(run.after("objects "));
        for (String none : new String[]{"payloads.unmatched", "payloads.lost", "payloads.cut",
                "payloads.handlers.failed",
                "payload.failures", "weaving.failed"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isEqualTo("0");
        }
    }

    /** In a JVM without escape analysis, so that what is allocated is what the code says. */
    @Test
    void aStatementThatIsKnownAllocatesNothingMoreThanItsField() {
        ChildJvm.Result bare = again(null);
        ChildJvm.Result off = again("libraries=jdbc");
        ChildJvm.Result sums = again("libraries=jdbc,payload.record=all");
        // past the first single events, which are kept: the others are added up
        ChildJvm.Result events = again(
                "libraries=jdbc,payload.record=all,payload.events=true,payload.events.buffer=100");
        assertThat(bare.after("field ")).isEqualTo("false");
        for (ChildJvm.Result run : new ChildJvm.Result[]{off, sums, events}) {
            assertThat(run.after("field ")).isEqualTo("true");
            assertThat(run.after("executed ")).as(run.all()).isEqualTo(bare.after("executed "));
            assertThat(Long.parseLong(run.after("prepared ")) - Long.parseLong(bare.after("prepared ")))
                    .as(run.all()).isBetween(0L, 8L);
        }
    }

    private static ChildJvm.Result again(String agent) {
        ChildJvm jvm = new ChildJvm();
        ChildJvm.Result run = (agent == null ? jvm : jvm.agent(agent)).run(CLASS_PATH, "woven.PreparedAgain");
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }

    @Test
    void theApplicationSeesTheFieldAndNothingElse() {
        ChildJvm.Result bare = seen("");
        ChildJvm.Result run = seen("libraries=jdbc,payload.record=all");
        assertThat(run.out()).filteredOn(line -> line.startsWith("sees ")).as(run.all())
                .isEqualTo(bare.out().stream().filter(line -> line.startsWith("sees ")).toList())
                .contains("sees proxy executeQuery", "sees proxy close").hasSizeGreaterThan(50);
        assertThat(bare.after("field ")).isNull();
        assertThat(run.after("field ")).isEqualTo("private transient java.lang.String org.h2.jdbc."
                + "JdbcPreparedStatement.sim$text");
        assertThat(run.out()).filteredOn(line -> line.contains("SELECT ?")).as(run.all()).isNotEmpty();
        for (String none : new String[]{"payload.failures", "metering.failures", "weaving.failed"}) {
            assertThat(run.after("counter " + none + " ")).as(none).isEqualTo("0");
        }
    }

    private static ChildJvm.Result seen(String agent) {
        ChildJvm.Result run = new ChildJvm().agent(agent).run(String.join(File.pathSeparator, CLASS_PATH,
                ChildJvm.library("mockito-core").toString(), ChildJvm.library("byte-buddy").toString(),
                ChildJvm.library("byte-buddy-agent").toString(), ChildJvm.library("objenesis").toString()),
                "woven.Seen");
        assertThat(run.exit()).as(run.all()).isZero();
        return run;
    }

    @Test
    void anUnknownLibraryIsSaidAndTheProgramRuns() {
        ChildJvm.Result run = run("libraries=jdbc+jdbd");
        assertThat(run.exit()).isZero();
        assertThat(run.err()).anyMatch(
                line -> line.contains("libraries=jdbd is not known; there are auto, apache-http, files, http, jdbc"));
    }

    private static ChildJvm.Result run(String libraries) {
        return new ChildJvm().agent("payload.record=all,payload.events=true," + libraries).run(CLASS_PATH,
                "woven.Statements");
    }
}
