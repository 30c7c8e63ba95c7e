package sim.realworld;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a program takes that runs for long: the same work again and again in one JVM, a minute of it not counted, a minute counted;
 * bare and woven whole, in turns. The woven ones find what an earlier start wove, and what it switched off,
 * so their first round is a second start.
 */
final class Steady {
    static final List<String> PROGRAMS = List.of("lucene", "h2", "jetty", "checkstyle");
    private static final Map<String, String> WORK = Map.of("lucene", "5000", "h2", "20000", "jetty", "5000",
            "checkstyle", "50", "grpc", "2000", "drools", "1000");
    private static final String MARK = "figure ";

    private final Path root;
    private final Path java;
    private final Server server;
    private final int turns;
    private final int seconds;

    /**
     * @param turns   of a bare and a woven JVM each
     * @param seconds that do not count in each JVM, and as many that do
     */
    Steady(Path root, Path java, Server server, int turns, int seconds) {
        this.root = root;
        this.java = java;
        this.server = server;
        this.turns = turns;
        this.seconds = seconds;
    }

    /** Prints rows as the JVMs end; returns whether all of them did the same. */
    boolean print(List<String> programs, String options) throws IOException, InterruptedException {
        boolean same = true;
        System.out.println("| program | CPU a round bare | woven | ratio | elapsed bare | woven | ratio "
                + "| second start CPU bare | woven | ratio | elapsed ratio | speed at 5 s bare | woven |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        if (!WORK.keySet().containsAll(programs)) {
            throw new IllegalArgumentException("there are " + WORK.keySet() + ", not all of " + programs);
        }
        for (String program : programs) {
            same &= print(program, options);
        }
        return same;
    }

    private boolean print(String program, String options) throws IOException, InterruptedException {
        Path cache = Files.createTempDirectory("steady-" + program);
        Path aop = Scratch.everything();
        try {
            List<String> agent = List.of("-javaagent:" + root.resolve("sim-agent/target/sim-agent.jar")
                    + "=application=steady-" + program + ",server=127.0.0.1:" + server.port() + ",weave.cache=" + cache
                    + ",aop=" + aop
                    + (options.isEmpty() ? "" : "," + options));
            run(program, seconds, agent); // weaves, and learns what is not worth its cost
            List<Run> bare = new ArrayList<>();
            List<Run> woven = new ArrayList<>();
            for (int turn = 0; turn < turns; turn++) {
                bare.add(run(program, seconds, List.of()));
                woven.add(run(program, seconds, agent));
            }
            System.out.println(row(program, bare, woven));
            Set<String> said = Stream.concat(bare.stream(), woven.stream()).map(Steady::said)
                    .collect(Collectors.toSet());
            if (said.size() > 1) {
                System.err.println("realworld: " + program + " does not do the same: " + said);
            }
            return said.size() == 1;
        } finally {
            Files.delete(aop);
            Scratch.remove(cache);
        }
    }

    private Run run(String program, int each, List<String> jvm) throws IOException, InterruptedException {
        List<String> options = new ArrayList<>(jvm);
        options.add("-Djava.io.tmpdir=.");
        return Run.of(new Program(program, program, List.of(List.of("-cp",
                "@/target/classes:@/target/lib/*:@/../tried/target/classes", "steady.Repeated", String.valueOf(each),
                String.valueOf(each), "program.Main", WORK.get(program)))), root.resolve("realworld"), java, options);
    }

    private static String row(String program, List<Run> bare, List<Run> woven) {
        double[] cpu = {median(bare, "steady.cpu.ms"), median(woven, "steady.cpu.ms")};
        double[] elapsed = {median(bare, "steady.ms"), median(woven, "steady.ms")};
        double[] first = {median(bare, "first.cpu.ms"), median(woven, "first.cpu.ms")};
        return String.format(Locale.ROOT,
                "| %s | %.0f ms | %.0f ms | %.2f | %.0f ms | %.0f ms | %.2f | %.0f ms | %.0f ms | %.2f | %.2f | %.0f %% | %.0f %% |",
                program,
                cpu[0], cpu[1], cpu[1] / cpu[0], elapsed[0], elapsed[1], elapsed[1] / elapsed[0], first[0], first[1],
                first[1] / first[0], median(woven, "first.ms") / median(bare, "first.ms"), speed(bare), speed(woven));
    }

    /** In percent of what it is in the end. */
    private static double speed(List<Run> runs) {
        return 100 * median(runs, "steady.ms") / median(runs, "early.ms");
    }

    private static double median(List<Run> runs, String figure) {
        List<Double> sorted = runs.stream().map(run -> figures(run).getOrDefault(figure, Double.NaN)).sorted().toList();
        return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
    }

    private static Map<String, Double> figures(Run run) {
        Map<String, Double> figures = new HashMap<>();
        run.out().lines().filter(line -> line.startsWith(MARK)).map(line -> line.split(" "))
                .forEach(words -> figures.put(words[1], Double.parseDouble(words[2])));
        if (figures.isEmpty()) {
            throw new IllegalStateException("it ended with " + run.exits() + ": " + run.err());
        }
        return figures;
    }

    /** What it printed, however often. */
    private static String said(Run run) {
        return run.out().lines().filter(line -> !line.startsWith(MARK)).distinct().sorted()
                .collect(Collectors.joining(" | "));
    }
}
