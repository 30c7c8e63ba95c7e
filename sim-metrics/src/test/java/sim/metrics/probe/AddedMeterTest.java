package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        Method run = new AddedFirst(added).loadClass(AddedMeterRun.class.getName()).getDeclaredMethod("calls",
                String.class,
                String.class, int.class);
        run.setAccessible(true);
        try {
            return (long[]) run.invoke(null, options, level, CALLS);
        } catch (InvocationTargetException failed) {
            throw new AssertionError(options, failed.getCause());
        }
    }

    private static Path compiled(String isSeldom, String group, String fill, String filled, String read, String reading)
            throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources" + isSeldom));
        Path classes = Files.createDirectories(folder.resolve("classes" + isSeldom));
        String meter = Files.readString(METER);
        Path meters = Files.writeString(sources.resolve("Meter.java"), meter.replaceFirst("(?m)^(    [A-Z]+\\(.*\\));$",
                "$1,\n    /** Added. */\n    ADDED(\"added.count\", \"count\", " + group + ", " + isSeldom + ");"));
        String readings = Files.readString(THREAD_METERS);
        String changed = behind(
                behind(behind(readings, "private long processSum;", "    private long added;"), fill, filled), read,
                reading)
                .replace("processSum = processCpu +", "processSum = added + processCpu +");
        Path threads = Files.writeString(sources.resolve("ThreadMeters.java"), changed);
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", classes.toString(), "-cp",
                System.getProperty("java.class.path"), meters.toString(), threads.toString()));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])))
                .isZero();
        return classes;
    }

    /** The text with a line behind the one that ends so. */
    private static String behind(String text, String line, String added) {
        assertThat(text).as("the line behind which the meter goes").containsOnlyOnce(line);
        return text.replace(line, line + "\n" + added);
    }

    /** Loads SIM's classes anew, and the changed ones in place of those they were. */
    private static final class AddedFirst extends ClassLoader {
        private final Path added;

        AddedFirst(Path added) {
            super(AddedMeterTest.class.getClassLoader());
            this.added = added;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("sim.") && !name.startsWith("org.jinspired.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            String file = name.replace('.', '/') + ".class";
            Path changed = added.resolve(file.replace('/', File.separatorChar));
            try (InputStream in = Files.isRegularFile(changed)
                    ? Files.newInputStream(changed)
                    : getParent().getResourceAsStream(file)) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }
}
