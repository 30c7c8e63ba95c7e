package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.agent.start.StartClassesTest;

/**
 * The agent takes no more than {@code footprint.txt} says: bytes of its jar, and classes that a short program loads with it. More is a change
 * that somebody meant: {@code -Dsim.footprint=accept} writes the file anew, and the commit shows by how much.
 */
class FootprintLimitsIT {
    private static final Path ACCEPTED = Path.of("src/test/resources/footprint.txt");
    /** Compilers and compressors differ by less. */
    private static final long STEP = 20_000;
    /** Threads that start side by side do not load the same classes in each run. */
    private static final double MARGIN = 1.02;

    @TempDir
    Path folder;

    @Test
    void theJarHasNoMoreBytes() throws IOException {
        noMoreThanAccepted(Map.of("jar.bytes", (Files.size(ChildJvm.AGENT) + STEP - 1) / STEP * STEP), 1);
    }

    /** The JDK's own classes are others in each release. */
    @Test
    void aShortProgramLoadsNoMoreClasses() throws IOException {
        assumeTrue(Runtime.version().feature() == 17, "the numbers are those of JDK 17");
        Path aop = Files.writeString(folder.resolve("aop.xml"),
                """
                        <aspectj>
                          <aspects>
                            <concrete-aspect name="woven.All" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                              <pointcut name="methodsToInstrument" expression="execution(* woven.Plain.*(..))"/>
                            </concrete-aspect>
                          </aspects>
                          <weaver><include within="woven.Plain"/></weaver>
                        </aspectj>
                        """);
        String argument = "aop=" + aop + ",weave.cache=" + folder.resolve("cache");
        int bare = loaded("bare", new ChildJvm().usual()).size();
        Map<String, Long> now = new TreeMap<>();
        for (String start : List.of("first", "second")) {
            List<String> classes = loaded(start, new ChildJvm().usual().agent(argument));
            now.put(start + ".start.classes.of.the.jar",
                    classes.stream().filter(line -> line.endsWith(ChildJvm.AGENT.getFileName().toString())).count());
            now.put(start + ".start.classes.beyond.bare", (long) classes.size() - bare);
        }
        assertThat(now.get("second.start.classes.of.the.jar")).as("the cache spares the weaver's classes")
                .isPositive().isLessThan(now.get("first.start.classes.of.the.jar"));
        noMoreThanAccepted(now, MARGIN);
    }

    private List<String> loaded(String start, ChildJvm jvm) throws IOException {
        Path log = folder.resolve(start + ".log");
        ChildJvm.Result run = jvm.flag("-Xlog:class+load:file=" + log).run(ChildJvm.CLASSES.toString(),
                "woven.Plain");
        assertThat(run.out()).as(run.all()).contains("sum 42");
        // those that are loaded a second after the start, where it took so long, are no part of it
        Set<String> later = Set.copyOf(StartClassesTest.later());
        return Files.readAllLines(log).stream().filter(line -> !later.contains(type(line))).toList();
    }

    private static String type(String line) {
        return line.replaceFirst(" source: .*", "").replaceFirst(".* ", "");
    }

    private static void noMoreThanAccepted(Map<String, Long> now, double margin) throws IOException {
        Map<String, Long> accepted = read();
        if ("accept".equals(System.getProperty("sim.footprint"))) {
            accepted.putAll(now);
            write(accepted);
        }
        now.forEach((name, number) -> assertThat((double) number).as("%s, of which %s accepts %d. If it is meant: "
                + "./sim test sim-agent FootprintLimitsIT -Dsim.footprint=accept", name, ACCEPTED, accepted.get(name))
                .isLessThanOrEqualTo(accepted.getOrDefault(name, 0L) * margin));
    }

    private static Map<String, Long> read() throws IOException {
        Map<String, Long> numbers = new TreeMap<>();
        for (String line : Files.readAllLines(ACCEPTED)) {
            String[] parts = line.split(" ");
            numbers.put(parts[0], Long.parseLong(parts[1]));
        }
        return numbers;
    }

    private static void write(Map<String, Long> numbers) throws IOException {
        List<String> lines = new ArrayList<>();
        numbers.forEach((name, number) -> lines.add(name + " " + number));
        Files.write(ACCEPTED, lines);
    }
}
