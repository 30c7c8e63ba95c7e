package sim.realworld;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code ./sim realworld --servers[=SECONDS[,CHOSEN]] [SERVER...]}: servers people run, bare, and at three starts with SIM, in this
 * order. {@code CHOSEN} is {@code all}, every method and constructor of the server and of what runs in it, or {@code own}, the packages of
 * what runs in it; both if it is left out.
 */
final class Servers {
    private static final int USUAL_SECONDS = 60;
    private static final String ALL = "all";
    static final String OWN = "own";
    /** The second has what the first one wove, the third leaves out what both of them switched off. */
    private static final List<String> STARTS = List.of("first", "second", "third");
    /** What a server complains of; numbers, times and threads differ from run to run. */
    private static final Pattern COMPLAINT = Pattern
            .compile("\\b(WARN(ING)?|ERROR|SEVERE|FATAL)\\b|Exception|\\w+Error\\b");

    private final Path root;
    private final Path java;
    private final Server server;

    Servers(Path root, Path java, Server server) {
        this.root = root;
        this.java = java;
        this.server = server;
    }

    /** Prints the table; false if a server did otherwise than bare, or SIM otherwise than it promises. */
    boolean print(String how, List<String> names) throws IOException, InterruptedException {
        String[] given = how.split(",");
        int seconds = given[0].isEmpty() ? USUAL_SECONDS : Integer.parseInt(given[0]);
        List<String> chosen = given.length > 1 ? List.of(given[1]) : List.of(ALL, OWN);
        if (!List.of(ALL, OWN).containsAll(chosen)) {
            throw new IllegalArgumentException("what is chosen is " + ALL + " or " + OWN + ", not " + chosen);
        }
        return print(seconds, chosen,
                names.isEmpty() ? ServerProgram.all() : names.stream().map(ServerProgram::named).toList());
    }

    /** @param seconds of a busy time */
    boolean print(int seconds, List<String> chosen, List<ServerProgram> programs)
            throws IOException, InterruptedException {
        System.out.println("Java " + Runtime.version() + ", " + Runtime.getRuntime().availableProcessors()
                + " processors");
        System.out.println();
        System.out.println("| server | woven | same | CPU until it answers, bare | first start | ratio | second start "
                + "| ratio | third start | ratio | classes woven | from the cache | given to the weaver | CPU a round after "
                + seconds
                + " s, bare | second start | ratio | methods found | SIM's lines |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        boolean same = true;
        for (ServerProgram program : programs) {
            Path folder = root.resolve("realworld").resolve(program.module());
            ServerRun.once(program, folder, java);
            ServerRun bare = ServerRun.of(program, folder, java, List.of(), seconds);
            for (String each : chosen) {
                same &= compare(program, folder, bare, each, seconds);
            }
        }
        return same;
    }

    private boolean compare(ServerProgram program, Path folder, ServerRun bare, String chosen, int seconds)
            throws IOException, InterruptedException {
        Path aop = Scratch.everything();
        Path cache = Files.createTempDirectory("woven-" + program.module());
        String application = program.module() + "-" + chosen;
        try {
            String agent = "-javaagent:" + root.resolve("sim-agent/target/sim-agent.jar") + "=server=127.0.0.1:"
                    + server.port() + ",weave.cache=" + cache
                    + (chosen.equals(ALL) ? ",aop=" + aop : ",packages=" + program.own()) + ",application="
                    + application;
            List<ServerRun> starts = new ArrayList<>();
            List<String> differences = new ArrayList<>();
            for (String each : STARTS) {
                ServerRun run = ServerRun.of(program, folder, java, List.of(agent), seconds);
                starts.add(run);
                say(application, String.format(Locale.ROOT, "%s start answered after %.1f s of CPU, bare %.1f s", each,
                        seconds(run.start()), seconds(bare.start())));
                differences(bare, run, each, differences);
            }
            List<String> missed = missed(program, starts, application);
            differences.addAll(missed);
            System.out.println(row(program, chosen, bare, starts, missed, differences.isEmpty()));
            differences.forEach(line -> say(application, line));
            complaints(bare, starts.get(1)).forEach(line -> say(application, "only with SIM: " + line));
            return differences.isEmpty();
        } finally {
            Files.delete(aop);
            Scratch.remove(cache);
        }
    }

    private static void say(String application, String line) {
        System.err.println("realworld: " + application + ": " + line);
    }

    private static void differences(ServerRun bare, ServerRun woven, String which, List<String> differences) {
        if (!woven.answers().equals(bare.answers())) {
            differences.add(which + ": answered " + woven.answers() + " instead of " + bare.answers());
        }
        if (woven.exit() == null || !woven.exit().equals(bare.exit())) {
            differences.add(which + ": ended with " + woven.exit() + " instead of " + bare.exit());
        }
        String tooMuch = SimLines.of(woven.output()).tooMuch();
        if (tooMuch != null) {
            differences.add(which + ": " + tooMuch);
        }
    }

    /** The methods whose calls are not as many as the requests that call them. */
    private List<String> missed(ServerProgram program, List<ServerRun> runs, String application)
            throws IOException, InterruptedException {
        List<String> missed = new ArrayList<>();
        for (ServerProgram.Method each : program.methods()) {
            long expected = runs.stream().map(ServerRun::asked).mapToLong(
                    asked -> each.paths().stream().mapToLong(path -> asked.getOrDefault(path, 0)).sum()).sum();
            long calls = server.calls(application, each.type(), each.name());
            if (calls != expected) {
                missed.add(each.type() + "." + each.name() + " has " + calls + " calls instead of " + expected);
            }
        }
        return missed;
    }

    private static Set<String> complaints(ServerRun bare, ServerRun woven) {
        Set<String> more = complaints(woven);
        more.removeAll(complaints(bare));
        return more;
    }

    private static Set<String> complaints(ServerRun run) {
        return run.output().stream().filter(line -> COMPLAINT.matcher(line).find() && !line.contains("sim: "))
                .map(line -> line.replaceAll("\\d+", "#")).collect(Collectors.toCollection(TreeSet::new));
    }

    private String row(ServerProgram program, String chosen, ServerRun bare, List<ServerRun> starts,
            List<String> missed, boolean same) throws IOException, InterruptedException {
        String application = program.module() + "-" + chosen;
        ServerRun second = starts.get(1);
        return String.format(Locale.ROOT,
                "| %s | %s | %s | %.1f s | %s | %,d | %,d | %,d | %.1f ms | %.1f ms | %.2f | %d of %d | %d |",
                program.what(), chosen.equals(ALL) ? ALL : program.own(), same ? "yes" : "**no**",
                seconds(bare.start()),
                starts.stream().map(each -> String.format(Locale.ROOT, "%.1f s | %.2f", seconds(each.start()),
                        ratio(each.start(), bare.start()))).collect(Collectors.joining(" | ")),
                server.counter(application, 1, "weaving.woven"), server.counter(application, 1, "weaving.kept"),
                server.counter(application, 1, "weaving.given"), bare.round().toNanos() / 1e6,
                second.round().toNanos() / 1e6, ratio(second.round(), bare.round()),
                program.methods().size() - missed.size(), program.methods().size(),
                starts.stream().mapToInt(each -> SimLines.of(each.output()).lines().size()).max().orElse(0));
    }

    private static double ratio(Duration one, Duration other) {
        return (double) one.toNanos() / other.toNanos();
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
