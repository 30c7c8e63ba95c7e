package sim.realworld;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code ./sim realworld --agents[=STARTS] [AGENT...]}: a program with SIM's agent and each of the others in one command line, in either order, so
 * many starts each, of which the first weaves and the others have its cache. The program's configuration is on its class path, where AspectJ's own
 * agent finds it too.
 */
final class Agents {
    private static final int USUAL_STARTS = 20;
    /** A start that takes so many times a bare one is looked at. */
    private static final int TOO_LONG = 10;
    private static final String PROGRAM = "jetty";
    private static final String MAIN = "program.Main";
    private static final String REQUESTS = "500";

    private final Path root;
    private final Path java;
    private final Server server;
    private final Path scratch;
    private Duration limit;

    Agents(Path root, Path java, Server server, Path scratch) {
        this.root = root;
        this.java = java;
        this.server = server;
        this.scratch = scratch;
    }

    /** Prints the matrix; false if a start did otherwise than one with the other agent alone. */
    boolean print(String starts, List<String> names) throws IOException, InterruptedException {
        int each = starts.isEmpty() ? USUAL_STARTS : Integer.parseInt(starts);
        List<OtherAgent> agents = names.isEmpty()
                ? OtherAgent.all()
                : names.stream().map(OtherAgent::named).toList();
        Files.createDirectories(scratch.resolve("META-INF"));
        Path aop = Scratch.everything();
        Files.move(aop, scratch.resolve("META-INF/aop.xml"));
        Files.writeString(scratch.resolve("rule.btm"), """
                RULE counted
                CLASS %s
                METHOD main
                AT ENTRY
                IF true
                DO traceln("byteman was there")
                ENDRULE
                """.formatted(MAIN));
        limit = Duration.ofMinutes(5);
        Run bare = run(List.of(), "bare");
        limit = bare.wall().multipliedBy(TOO_LONG);
        System.out.println("Java " + Runtime.version() + ", " + Runtime.getRuntime().availableProcessors()
                + " processors; bare: " + seconds(bare.wall()));
        System.out.println();
        System.out.println("| agent | SIM is | starts | did the same | were ended | counted each call once "
                + "| SIM's lines, most | elapsed: the agent alone | with SIM, first | the others, longest |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        boolean same = true;
        for (OtherAgent agent : agents) {
            Run alone = agent.name().equals(OtherAgent.SIM) ? bare : run(flags(agent), agent.name() + "-alone");
            for (boolean first : new boolean[]{true, false}) {
                same &= cell(agent, alone, first, each);
            }
        }
        return same;
    }

    private boolean cell(OtherAgent agent, Run alone, boolean first, int starts)
            throws IOException, InterruptedException {
        String cell = agent.name() + (first ? "-behind" : "-before");
        Path cache = Files.createDirectories(scratch.resolve("cache-" + cell));
        List<String> sim = List.of("-javaagent:" + root.resolve("sim-agent/target/sim-agent.jar") + "=application="
                + cell + ",server=127.0.0.1:" + server.port() + ",exit.flush=30s,weave.cache=" + cache);
        List<String> other = agent.name().equals(OtherAgent.SIM) ? sim : flags(agent);
        List<String> options = Stream.of(first ? sim : other, first ? other : sim).flatMap(List::stream).toList();
        List<Run> runs = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int ended = 0;
        for (int start = 0; start < starts; start++) {
            String name = cell + "-" + start;
            Watchdog watchdog = new Watchdog(limit, dump(name));
            Run run = run(options, watchdog);
            runs.add(run);
            ended += watchdog.hasEnded() ? 1 : 0;
            if (!run.exits().equals(alone.exits())
                    || !agent.withoutOwn(run.out()).equals(agent.withoutOwn(alone.out()))) {
                wrong.add(name + ": ended with " + run.exits() + ", printed '" + run.out() + "' instead of '"
                        + alone.out() + "'; " + last(run.err()));
            }
        }
        long mains = server.calls(cell, MAIN, "main");
        SimLines most = runs.stream().map(run -> SimLines.of(run.err()))
                .max((one, more) -> one.lines().size() - more.lines().size()).orElseThrow();
        System.out
                .println(String.format(Locale.ROOT, "| %s | %s | %d | %d | %d | %s | %d | %s | %s | %s |", agent.name(),
                        first ? "first" : "last", starts, starts - wrong.size(), ended,
                        mains == starts ? "yes" : "**" + mains + " of " + starts + "**", most.lines().size(),
                        seconds(alone.wall()), seconds(runs.get(0).wall()), runs.stream().skip(1).map(Run::wall)
                                .max(Duration::compareTo).map(Agents::seconds).orElse("")));
        wrong.forEach(line -> System.err.println("realworld: " + line));
        most.lines().forEach(line -> System.err.println("realworld: " + cell + ": " + line));
        return wrong.isEmpty() && mains == starts && runs.stream().allMatch(run -> SimLines.of(run.err())
                .tooMuch() == null);
    }

    private List<String> flags(OtherAgent agent) {
        String argument = agent.argument().replace("@", scratch.toString());
        return Stream.concat(agent.properties().stream(), Stream.of("-javaagent:"
                + root.resolve("realworld/agents/target/agents").resolve(agent.name() + ".jar")
                + (argument.isEmpty() ? "" : "=" + argument))).toList();
    }

    private Run run(List<String> options, String name) throws IOException, InterruptedException {
        return run(options, new Watchdog(limit, dump(name)));
    }

    private Run run(List<String> options, Watchdog watchdog) throws IOException, InterruptedException {
        Program program = new Program(PROGRAM, PROGRAM, List.of(List.of("-cp",
                "@/target/classes:@/target/lib/*:" + scratch, MAIN, REQUESTS)));
        return Run.of(program, root.resolve("realworld"), java, options, watchdog::guard);
    }

    private Path dump(String name) {
        return root.resolve("target/realworld-dumps").resolve(name + ".txt");
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }

    private static String last(List<String> lines) {
        return lines.subList(Math.max(0, lines.size() - 5), lines.size()).stream().collect(Collectors.joining(" | "));
    }
}
