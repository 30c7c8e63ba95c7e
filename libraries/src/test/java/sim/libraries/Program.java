package sim.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import sim.testkit.Child;

/** A program of the package {@code tried}, run in a JVM of its own with the jars it needs, bare or under SIM's agent. */
final class Program {
    static final Path AGENT = Path.of("..", "sim-agent", "target", "sim-agent.jar").toAbsolutePath();
    private static final Path VERSIONS = Path.of("target", "versions");
    /** Counters that are to be 0 whatever a program does. */
    static final List<String> NONE = List.of("payloads.unmatched", "payloads.lost", "payloads.cut",
            "payloads.handlers.failed", "payload.failures", "metering.failures", "weaving.failed", "contexts.healed",
            "contexts.unmatched");

    private final List<String> flags = new ArrayList<>();
    private final List<String> jars = new ArrayList<>();

    /** @param names jars by the beginnings of their names, with a version that was copied, or without one; or their paths */
    static Program with(String... names) throws IOException {
        Program program = new Program();
        program.jars.add(Path.of("target", "test-classes").toAbsolutePath().toString());
        for (String name : names) {
            program.jars.add(name.endsWith(".jar") ? name : jar(name).toString());
        }
        return program;
    }

    static Path jar(String name) throws IOException {
        if (Files.isDirectory(VERSIONS)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(VERSIONS, name + ".jar")) {
                for (Path each : found) {
                    return each.toAbsolutePath();
                }
            }
        }
        return Pattern.compile(Pattern.quote(File.pathSeparator)).splitAsStream(System.getProperty("java.class.path"))
                .map(Path::of).filter(each -> each.getFileName().toString().matches(name + "-\\d.*\\.jar")).findFirst()
                .orElseThrow(() -> new AssertionError(name + " is neither in target/versions nor on the class path"));
    }

    /** Everything on the tests' class path whose name has one of these words in it. */
    static String classPath(String words) {
        return String.join(File.pathSeparator,
                Pattern.compile(Pattern.quote(File.pathSeparator)).splitAsStream(System.getProperty("java.class.path"))
                        .filter(each -> Path.of(each).getFileName().toString().matches(".*(" + words + ").*\\.jar"))
                        .toList());
    }

    Program flag(String flag) {
        flags.add(flag);
        return this;
    }

    /** Under the agent: nothing is shipped, nothing switches itself off. */
    Program agent(String argument) {
        flag("-Dsim.server=127.0.0.1:1").flag("-Dsim.interval=1h").flag("-Dsim.hotspot.enabled=false");
        flag("-Dsim.weave.cache=off");
        return flag("-javaagent:" + AGENT + "=" + argument);
    }

    /** The same with a weaver configuration that names the program's own packages alone. */
    Program including(Path folder, String argument) throws IOException {
        Path aop = Files.writeString(folder.resolve("aop.xml"),
                "<aspectj><weaver><include within=\"tried..*\"/></weaver></aspectj>");
        return agent(argument + ",aop=" + aop);
    }

    /** What starts it. */
    List<String> command(String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
                .toString(), "-Xshare:auto"));
        command.addAll(Child.FRUGAL);
        command.addAll(flags);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, jars), main));
        command.addAll(List.of(arguments));
        return command;
    }

    Run run(String main, String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile("program", ".out");
        Path err = Files.createTempFile("program", ".err");
        Process process = new ProcessBuilder(command(main, arguments)).redirectOutput(out.toFile())
                .redirectError(err.toFile()).start();
        if (!process.waitFor(180, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        Run run = new Run(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
        Files.delete(out);
        Files.delete(err);
        return run;
    }

    record Run(int exit, List<String> out, List<String> err) {
        /** The rests of lines that begin so. */
        List<String> after(String beginning) {
            return out.stream().filter(line -> line.startsWith(beginning))
                    .map(line -> line.substring(beginning.length())).toList();
        }

        /** What the program itself does, which is to be the same with SIM and without. */
        List<String> does() {
            return after("does ");
        }

        /** It ended well, and SIM had nothing to heal or to complain of. */
        Run isWell() {
            assertThat(exit).as(all()).isZero();
            assertThat(err).as(all())
                    .noneMatch(line -> line.startsWith("sim:") && !line.contains("agent server")
                            && !line.contains("shipped"));
            for (String none : NONE) {
                assertThat(after("counter " + none + " ")).as(none + "\n" + all()).containsExactly("0");
            }
            return this;
        }

        String all() {
            return String.join("\n", out) + "\n--- stderr\n" + String.join("\n", err);
        }
    }
}
