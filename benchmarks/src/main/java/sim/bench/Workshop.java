package sim.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where everything lies, and how a subject's command is put together. */
final class Workshop implements AutoCloseable {
    private static final List<String> ALWAYS = List.of("example-etl", "sim-annotations");
    /** The same memory for all; the collector is the JVM's choice. */
    private static final List<String> MEMORY = List.of("-Xms1g", "-Xmx1g");

    private final Path root;
    private final Path target;
    private final Path scratch;
    private final Listeners listeners;

    Workshop(Path root, Jdk jdk) throws IOException {
        this.root = root;
        this.target = root.resolve("benchmarks/target");
        this.scratch = Files.createTempDirectory("sim-bench");
        Files.createDirectories(logs());
        tidy();
        // whoever ends the run early ends what it started
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            delete(scratch);
        }));
        this.listeners = new Listeners(this, jdk);
    }

    Path root() {
        return root;
    }

    /** Thrown away in the end. */
    Path scratch() {
        return scratch;
    }

    /** Throws away what a measured process wrote to {@code {scratch}}: it may be gigabytes. */
    void tidy() throws IOException {
        delete(written());
        Files.createDirectories(written());
    }

    private Path written() {
        return scratch.resolve("written");
    }

    Path logs() {
        return target.resolve("logs");
    }

    /** A peer's jar by the beginning of its name. */
    String agent(String prefix) throws IOException {
        return jar(target.resolve("agents"), prefix);
    }

    /** A JVM with the subject in it, up to the main class; libraries more than the subject's own may be named. */
    List<String> command(Subject subject, Jdk jdk, String... moreLibraries) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.java()));
        command.addAll(arguments(subject));
        command.add("-cp");
        command.add(classPath(subject, moreLibraries));
        return command;
    }

    /** The JVM arguments that make the subject. */
    List<String> arguments(Subject subject) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(MEMORY);
        for (String each : subject.arguments()) {
            arguments.add(resolve(each));
        }
        return arguments;
    }

    String classPath(Subject subject, String... moreLibraries) throws IOException {
        List<String> path = new ArrayList<>(List.of(target.resolve("benchmarks.jar").toString()));
        for (List<String> names : List.of(ALWAYS, subject.libraries(), List.of(moreLibraries))) {
            for (String name : names) {
                path.add(jar(target.resolve("lib"), name));
            }
        }
        return path.stream().distinct().collect(Collectors.joining(File.pathSeparator));
    }

    /** A command as it is recorded: without the paths of this machine. */
    String readable(Subject subject) {
        return subject.environment().entrySet().stream().map(each -> each.getKey() + "='" + each.getValue() + "' ")
                .collect(Collectors.joining())
                + "java " + String.join(" ", MEMORY)
                + subject.arguments().stream().map(each -> " " + each.replace("{root}/", "")
                        .replaceAll("\\{(lib|agent):([^}]*)}", "$2.jar"))
                        .map(each -> each.matches(".*[;*].*") ? " '" + each.substring(1) + "'" : each)
                        .collect(Collectors.joining());
    }

    /** The peers' jars with their versions. */
    List<String> agents() throws IOException {
        try (Stream<Path> files = Files.list(target.resolve("agents"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private String resolve(String text) throws IOException, InterruptedException {
        String resolved = text.replace("{root}", root.toString()).replace("{scratch}", written().toString());
        for (int open = resolved.indexOf('{'); open >= 0; open = resolved.indexOf('{')) {
            int close = resolved.indexOf('}', open);
            resolved = resolved.substring(0, open) + value(resolved.substring(open + 1, close))
                    + resolved.substring(close + 1);
        }
        return resolved;
    }

    private String value(String name) throws IOException, InterruptedException {
        if (name.startsWith("lib:")) {
            return jar(target.resolve("lib"), name.substring(4));
        }
        if (name.startsWith("agent:")) {
            return agent(name.substring(6));
        }
        return switch (name) {
            case "cache" -> scratch.resolve("cache").toString();
            case "sim" -> listeners.sim();
            case "otlp" -> listeners.otlp();
            case "kieker" -> String.valueOf(listeners.kieker());
            default -> throw new IllegalArgumentException("{" + name + "} in a subject's argument is not known");
        };
    }

    /** The jar whose name goes on with a version after the prefix. */
    private static String jar(Path folder, String prefix) throws IOException {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder,
                file -> file.getFileName().toString().matches("\\Q" + prefix + "\\E(-\\d.*)?\\.jar"))) {
            for (Path each : found) {
                return each.toString();
            }
        }
        throw new IOException("there is no " + prefix + " in " + folder + "; run ./sim bench, which fetches it");
    }

    @Override
    public void close() throws IOException, InterruptedException {
        listeners.close();
        delete(scratch);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException gone) {
            // nothing is left to delete
        }
    }
}
