package sim.realworld;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * {@code ./sim realworld [PROGRAM...]}: runs the programs bare and woven whole, says what differs, and prints the table of
 * {@code docs/realworld.md}. Ends with 1 when a program does otherwise than it did bare. {@code --steady[=TURNS[,SECONDS[,OPTION=VALUE...]]]}
 * as the first argument: what programs take that run for long, see {@link Steady}. {@code --tests} as the first argument: the tests
 * of libraries, see {@link LibraryTests}; {@code --servers}: see {@link Servers}; {@code --agents}: see {@link Agents}.
 */
public final class RealWorld {
    private static final String STEADY = "--steady";
    private static final String TESTS = "--tests";
    private static final String SERVERS = "--servers";
    private static final String AGENTS = "--agents";

    private RealWorld() {}

    public static void main(String[] names) throws IOException, InterruptedException {
        Path root = Path.of(System.getProperty("sim.root", ".")).toAbsolutePath().normalize();
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        if (names.length > 0 && names[0].startsWith(STEADY)) {
            System.exit(steady(root, java, names) ? 0 : 1);
        }
        if (names.length > 0 && names[0].equals(TESTS)) {
            System.exit(tests(root, java, List.of(names).subList(1, names.length)) ? 0 : 1);
        }
        if (names.length > 0 && names[0].startsWith(SERVERS)) {
            System.exit(servers(root, java, names) ? 0 : 1);
        }
        if (names.length > 0 && names[0].startsWith(AGENTS)) {
            System.exit(agents(root, java, names) ? 0 : 1);
        }
        List<Program> named = names.length == 0
                ? Program.all()
                : List.of(names).stream().map(Program::named).toList();
        List<Program> programs = named.stream().filter(program -> program.java() <= Runtime.version().feature())
                .toList();
        named.stream().filter(program -> !programs.contains(program))
                .forEach(program -> System.err.println("realworld: " + program.module() + " needs Java "
                        + program.java() + "; set JAVA_HOME to such a JDK"));
        int different = 0;
        System.out.println(
                "Java " + Runtime.version() + ", " + Runtime.getRuntime().availableProcessors() + " processors");
        System.out.println();
        System.out.println(
                "| program | same | CPU bare | woven | again | ratio | kept | elapsed bare | again | memory bare | again | SIM's lines |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|");
        try (Server server = new Server(root, java)) {
            for (Program program : programs) {
                Comparison compared = Comparison.ofAll(program, root, java, server);
                List<String> differences = compared.differences();
                different += differences.isEmpty() ? 0 : 1;
                System.out.println(row(compared, differences.isEmpty(), String.format(Locale.ROOT, "%,d of %,d",
                        server.counter(program.module(), "weaving.kept"),
                        server.counter(program.module(), "weaving.woven"))));
                differences.forEach(line -> System.err.println("realworld: " + program.module() + ": " + line));
            }
        }
        System.exit(different == 0 ? 0 : 1);
    }

    private static boolean steady(Path root, Path java, String[] names) throws IOException, InterruptedException {
        String[] given = names[0].substring(STEADY.length()).replaceFirst("^=", "").split(",", 3);
        int turns = given[0].isEmpty() ? 2 : Integer.parseInt(given[0]);
        int seconds = given.length > 1 ? Integer.parseInt(given[1]) : 60;
        List<String> programs = names.length == 1 ? Steady.PROGRAMS : List.of(names).subList(1, names.length);
        try (Server server = new Server(root, java)) {
            return new Steady(root, java, server, turns, seconds).print(programs, given.length > 2 ? given[2] : "");
        }
    }

    private static boolean servers(Path root, Path java, String[] names) throws IOException, InterruptedException {
        try (Server server = new Server(root, java)) {
            return new Servers(root, java, server).print(value(names[0]), List.of(names).subList(1, names.length));
        }
    }

    private static boolean agents(Path root, Path java, String[] names) throws IOException, InterruptedException {
        Path scratch = Files.createTempDirectory("agents");
        try (Server server = new Server(root, java)) {
            return new Agents(root, java, server, scratch).print(value(names[0]),
                    List.of(names).subList(1, names.length));
        } finally {
            Scratch.remove(scratch);
        }
    }

    /** What is behind the equals sign; empty if there is none. */
    private static String value(String argument) {
        return argument.substring(argument.indexOf('=') < 0 ? argument.length() : argument.indexOf('=') + 1);
    }

    private static boolean tests(Path root, Path java, List<String> names) throws IOException, InterruptedException {
        try (Server server = new Server(root, java)) {
            return new LibraryTests(root, java, server).print(names);
        }
    }

    private static String row(Comparison compared, boolean same, String kept) {
        double bare = seconds(compared.bare().cpu());
        double again = seconds(compared.again().cpu());
        return String.format(Locale.ROOT,
                "| %s | %s | %.1f s | %.1f s | %.1f s | %.1f | %s | %.1f s | %.1f s | %d MB | %d MB | %d |",
                compared.program().what(), same ? "yes" : "**no**", bare, seconds(compared.woven().cpu()), again,
                again / bare, kept, seconds(compared.bare().wall()), seconds(compared.again().wall()),
                compared.bare().peakKiB() / 1024, compared.again().peakKiB() / 1024,
                SimLines.of(compared.again().err()).lines().size());
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
