package sim.realworld;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * {@code ./sim realworld --tests [LIBRARY...]}: runs the tests that libraries publish on Maven Central bare, twice, and with everything
 * woven: library, tests and all they need but JUnit. A test that passes both times bare and not woven is told, and run woven once more.
 */
final class LibraryTests {
    private static final String PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath";
    private static final String JUNIT = "org.junit.platform:junit-platform-console-standalone:1.14.4:jar";
    private static final String JUNIT4 = "junit:junit:4.13.2:jar";
    /** What Surefire takes for test classes. */
    private static final String NAMES = "^([^$]*\\.)?(Test[^.$]*|[^.$]*Tests?|[^.$]*TestCase)$";
    /** It runs the tests and is none of what they try; weaving it takes longer than weaving most libraries. */
    private static final List<String> RUNNER = List.of("org.junit..*", "junit..*");
    private static final long MOST_MINUTES = 90;

    private final Path root;
    private final Path java;
    private final Server server;

    LibraryTests(Path root, Path java, Server server) {
        this.root = root;
        this.java = java;
        this.server = server;
    }

    /** Prints the table; false when a test did otherwise than bare and nothing explains it. */
    boolean print(List<String> names) throws IOException, InterruptedException {
        List<Library> all = Library.all(root.resolve("realworld/tests.txt"));
        List<String> known = all.stream().map(Library::name).toList();
        if (!known.containsAll(names)) {
            throw new IllegalArgumentException("there are the tests of " + known + ", not of all of " + names);
        }
        System.out.println("Java " + Runtime.version() + ", " + Runtime.getRuntime().availableProcessors()
                + " processors");
        System.out.println();
        System.out.println(
                "| library | tests | pass bare, twice | of these woven | explained | differ | classes woven | CPU bare | woven |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        boolean same = true;
        for (Library library : all) {
            if (names.isEmpty() || names.contains(library.name())) {
                try {
                    same &= compare(library);
                } catch (IOException e) {
                    System.err.println("realworld: " + library.name() + ": " + e.getMessage());
                    same = false;
                }
            }
        }
        return same;
    }

    private boolean compare(Library library) throws IOException, InterruptedException {
        Path folder = root.resolve("target/library-tests").resolve(library.name());
        List<String> path = classPath(library, folder);
        Ran bare = run(library, folder, path, "bare", List.of());
        if (bare.outcomes().byTest().isEmpty()) {
            throw new IOException("its tests do not run bare, see " + folder.resolve("bare/out"));
        }
        Ran twice = run(library, folder, path, "bare-2", List.of());
        List<String> passed = bare.outcomes().passedInBoth(twice.outcomes());
        Path aop = Scratch.everythingBut(RUNNER);
        Path cache = Files.createTempDirectory("woven-" + library.name());
        Ran woven;
        Map<String, String> failed;
        try {
            List<String> agent = List.of("-javaagent:" + root.resolve("sim-agent/target/sim-agent.jar")
                    + "=application=" + library.name() + ",server=127.0.0.1:" + server.port() + ",weave.cache="
                    + cache + ",aop=" + aop);
            woven = run(library, folder, path, "woven", agent);
            failed = woven.outcomes().notPassed(passed);
            if (!failed.isEmpty()) {
                Ran again = run(library, folder, path, "woven-2", agent);
                Map<String, String> still = again.outcomes().notPassed(passed);
                failed.forEach((test, how) -> say(library, test,
                        (still.containsKey(test) ? "" : "once of two times, ") + "woven: " + how));
            }
        } finally {
            Files.delete(aop);
            Scratch.remove(cache);
        }
        woven.outcomes().beyond(bare.outcomes()).stream()
                .filter(test -> twice.outcomes().beyond(bare.outcomes()).isEmpty())
                .forEach(test -> say(library, test, "run woven only"));
        Map<String, String> open = new TreeMap<>(failed);
        open.keySet().removeIf(test -> library.explained().keySet().stream().anyMatch(test::contains));
        System.out.println(String.format(Locale.ROOT, "| %s %s | %,d | %,d | %,d | %d | %d | %s | %.0f s | %.0f s |",
                library.name(), library.version(), bare.outcomes().byTest().size(), passed.size(),
                passed.size() - failed.size(), failed.size() - open.size(), open.size(), wovenClasses(library),
                bare.cpu().toMillis() / 1000.0, woven.cpu().toMillis() / 1000.0));
        return open.isEmpty();
    }

    private static void say(Library library, String test, String what) {
        String reason = library.explained().entrySet().stream().filter(known -> test.contains(known.getKey()))
                .map(known -> " (" + known.getValue() + ")").findFirst().orElse("");
        System.err.println("realworld: " + library.name() + ": " + test + ": " + what + reason);
    }

    /** As the agent server has it; a question mark when a busy machine's does not answer in time. */
    private String wovenClasses(Library library) throws IOException, InterruptedException {
        try {
            return String.format(Locale.ROOT, "%,d", server.counter(library.name(), "weaving.woven"));
        } catch (IllegalStateException notAnswered) {
            return "?";
        }
    }

    private record Ran(TestOutcomes outcomes, Duration cpu) {}

    private Ran run(Library library, Path folder, List<String> path, String way, List<String> agent)
            throws IOException, InterruptedException {
        Path work = folder.resolve(way);
        if (Files.exists(work)) {
            Scratch.remove(work);
        }
        Path classes = work.resolve("target/test-classes");
        unpack(Path.of(path.get(1)), classes);
        // Some tests read their files where the library's own build has them.
        Files.createDirectories(work.resolve("src/test"));
        Files.createSymbolicLink(work.resolve("src/test/resources"), classes);
        List<String> classPath = new ArrayList<>(path);
        classPath.set(1, classes.toString());
        List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx1g", "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1", "-Dbasedir=" + work));
        command.addAll(library.jvm());
        command.addAll(agent);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath),
                "org.junit.platform.console.ConsoleLauncher", "execute", "--disable-banner", "--details=none",
                "--scan-class-path=" + classes, "--include-classname=" + NAMES,
                "--reports-dir=" + work.resolve("reports")));
        library.without().forEach(name -> command.add("--exclude-classname=" + name));
        Process process = Started.start(new ProcessBuilder(command).directory(work.toFile()).redirectErrorStream(true)
                .redirectOutput(work.resolve("out").toFile()).redirectInput(new File("/dev/null")));
        Duration cpu = Run.watch(process, MOST_MINUTES).cpu();
        if (!Files.exists(work.resolve("reports"))) {
            System.err.println("realworld: " + library.name() + ": no report, see " + work.resolve("out"));
            return new Ran(new TestOutcomes(Map.of()), cpu);
        }
        return new Ran(TestOutcomes.read(work.resolve("reports")), cpu);
    }

    private static void unpack(Path jar, Path folder) throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(jar))) {
            for (ZipEntry entry; (entry = in.getNextEntry()) != null;) {
                Path to = folder.resolve(entry.getName()).normalize();
                if (entry.isDirectory() || !to.startsWith(folder)) {
                    continue;
                }
                Files.createDirectories(to.getParent());
                Files.copy(in, to, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** The library's jar, that of its tests, JUnit, and what the library's own POM says its tests need. */
    private static List<String> classPath(Library library, Path folder) throws IOException, InterruptedException {
        Path list = folder.resolve("classpath");
        String wanted = library.toString();
        Path asked = folder.resolve("asked");
        if (Files.exists(list) && Files.exists(asked) && Files.readString(asked).equals(wanted)) {
            return Files.readAllLines(list);
        }
        String coordinates = library.group() + ":" + library.artifact() + ":" + library.version() + ":jar";
        List<String> path = resolved(folder.resolve("published"), true,
                List.of(coordinates, coordinates + ":" + library.classifier(), JUNIT));
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.copy(Path.of(path.get(0).replaceFirst("\\.jar$", ".pom")), project.resolve("pom.xml"),
                StandardCopyOption.REPLACE_EXISTING);
        List<String> needed = maven(project, false);
        needed.removeIf(jar -> jar.matches(".*/org/junit/(jupiter|platform|vintage)/.*"));
        List<String> add = new ArrayList<>(library.add());
        if (needed.stream().noneMatch(jar -> jar.matches(".*/junit/junit/4.*"))) {
            add.add(JUNIT4);
        }
        if (!add.isEmpty()) {
            needed = withAdded(needed, resolved(folder.resolve("added"), false, add));
        }
        path.addAll(needed);
        Files.write(list, path);
        Files.writeString(asked, wanted);
        return path;
    }

    /** The jars with those added behind them. Another version of one that is added is left out: the JVM would take its classes. */
    static List<String> withAdded(List<String> jars, List<String> added) {
        Set<Path> artifacts = added.stream().map(LibraryTests::artifact).collect(Collectors.toSet());
        List<String> all = new ArrayList<>(jars);
        all.removeIf(jar -> artifacts.contains(artifact(jar)));
        all.addAll(added);
        return all;
    }

    /** The folder of all its versions in Maven's repository. */
    private static Path artifact(String jar) {
        return Path.of(jar).getParent().getParent();
    }

    private static List<String> resolved(Path folder, boolean alone, List<String> coordinates)
            throws IOException, InterruptedException {
        StringBuilder pom = new StringBuilder("<project><modelVersion>4.0.0</modelVersion><groupId>sim</groupId>"
                + "<artifactId>library-tests</artifactId><version>1</version><packaging>pom</packaging><dependencies>");
        for (String one : coordinates) {
            String[] parts = one.split(":");
            pom.append("<dependency><groupId>").append(parts[0]).append("</groupId><artifactId>").append(parts[1])
                    .append("</artifactId><version>").append(parts[2]).append("</version><type>")
                    .append(parts.length > 3 ? parts[3] : "jar").append("</type>");
            if (parts.length > 4) {
                pom.append("<classifier>").append(parts[4]).append("</classifier>");
            }
            pom.append("</dependency>");
        }
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("pom.xml"), pom.append("</dependencies></project>"));
        return maven(folder, alone);
    }

    private static List<String> maven(Path folder, boolean alone) throws IOException, InterruptedException {
        Path to = folder.resolve("classpath");
        Path log = folder.resolve("maven.log");
        List<String> command = new ArrayList<>(List.of("mvn", "-q", "-B", PLUGIN, "-Dmdep.outputFile=" + to,
                "-Dmdep.pathSeparator=\n", "-DincludeScope=test"));
        if (alone) {
            command.add("-DexcludeTransitive=true");
        }
        Process process = Started.start(new ProcessBuilder(command).directory(folder.toFile())
                .redirectErrorStream(true).redirectOutput(log.toFile()));
        if (process.waitFor() != 0) {
            throw new IOException("Maven does not find what " + folder + "/pom.xml names; see " + log);
        }
        return new ArrayList<>(Files.readAllLines(to).stream().filter(line -> !line.isBlank()).toList());
    }
}
