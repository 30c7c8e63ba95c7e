package sim.realworld;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program's bare run beside woven ones.
 *
 * @param woven the first start: no class of it was woven before
 * @param again the second: what was woven is taken from the cache that the first filled
 */
record Comparison(Program program, Run bare, Run woven, Run again) {

    /**
     * Runs it bare, then woven whole, twice.
     *
     * @param server where the woven runs report to
     */
    static Comparison ofAll(Program program, Path root, Path java, Server server)
            throws IOException, InterruptedException {
        Path aop = Scratch.everything();
        try {
            return of(program, root, java, server, ",aop=" + aop);
        } finally {
            Files.delete(aop);
        }
    }

    /** The same with the program's annotations alone woven. */
    static Comparison ofAnnotated(Program program, Path root, Path java, Server server)
            throws IOException, InterruptedException {
        return of(program, root, java, server, "");
    }

    private static Comparison of(Program program, Path root, Path java, Server server, String options)
            throws IOException, InterruptedException {
        Path realworld = root.resolve("realworld");
        Path cache = Files.createTempDirectory("woven-" + program.module());
        try {
            List<String> agent = List.of("-javaagent:" + root.resolve("sim-agent/target/sim-agent.jar")
                    + "=application=" + program.module() + ",server=127.0.0.1:" + server.port() + ",weave.cache="
                    + cache
                    + options);
            Run bare = Run.of(program, realworld, java, List.of());
            Run woven = Run.of(program, realworld, java, agent);
            Run again = Run.of(program, realworld, java, agent);
            return new Comparison(program, bare, woven, again);
        } finally {
            Scratch.remove(cache);
        }
    }

    /** What the woven runs do otherwise than the bare one, a line each; none is what SIM promises. */
    List<String> differences() {
        List<String> differences = new ArrayList<>();
        for (Run run : List.of(woven, again)) {
            if (!run.exits().equals(bare.exits())) {
                differences.add("exit codes " + run.exits() + " instead of " + bare.exits() + "; " + last(run.err()));
            }
            if (!run.out().equals(bare.out())) {
                differences.add("printed '" + run.out() + "' instead of '" + bare.out() + "'; " + last(run.err()));
            }
            if (!run.left().equals(bare.left())) {
                differences.add("left files " + run.left() + " instead of " + bare.left());
            }
            long said = run.err().size() - bare.err().size();
            long ours = run.err().stream().filter(line -> line.startsWith("sim: ")).count();
            String tooMuch = SimLines.of(run.err()).tooMuch();
            if (tooMuch != null) {
                differences.add(tooMuch);
            }
            if (said > ours) {
                differences.add((said - ours) + " lines on standard error that are neither the program's nor SIM's: "
                        + last(run.err()));
            }
        }
        return differences;
    }

    private static String last(List<String> lines) {
        return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
    }
}
