package sim.agent;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import sim.testkit.Child;
import sim.testkit.Jdks;

/** Runs a program of the tests in a JVM of its own, with the agent or without. */
public final class ChildJvm extends Child {
    public static final Path AGENT = Path.of("target", "sim-agent.jar").toAbsolutePath();
    public static final Path CLASSES = Path.of("target", "test-classes").toAbsolutePath();

    private final Map<String, String> environment = new HashMap<>();
    private final List<String> flags = new ArrayList<>();
    private final List<Path> libraries = new ArrayList<>();
    private boolean isUsual;
    private Path directory;
    private Path home = Jdks.own();

    /**
     * With the compilers and the collector that the JVM chooses. For tests of what becomes of woven code once it is hot, of what it allocates, of a
     * stack or a heap that is full, and of how many classes a start loads. The others start programs that end soon: {@link Child#FRUGAL}.
     */
    public ChildJvm usual() {
        isUsual = true;
        return this;
    }

    /** Runs on another JDK than the tests do. */
    public ChildJvm on(Path jdk) {
        home = jdk;
        return this;
    }

    /**
     * With the agent; {@code argument} may be empty. Nothing switches itself off, for the tests count every call, and
     * nothing is shipped to an agent server somebody may run here.
     */
    public ChildJvm agent(String argument) {
        flag("-Dsim.server=127.0.0.1:1");
        flag("-Dsim.interval=1h"); // a slow run is not drained before it reports
        flag("-Dsim.hotspot.enabled=false");
        // the weaver is what is tested; -Dsim.test.cache=DIR, twice, tests all of it with what was kept
        flag("-Dsim.weave.cache=" + System.getProperty("sim.test.cache", "off"));
        return flag("-javaagent:" + AGENT + (argument.isEmpty() ? "" : "=" + argument));
    }

    /**
     * With AspectJ's own weaver and SIM's jars, without SIM's agent; {@code aop} is one more configuration, or null. The
     * libraries come before whatever the class path of the run names.
     */
    public ChildJvm plainWeaver(Path aop) {
        return plainWeaver(library("aspectjweaver"), aop);
    }

    /** The same with another weaver than the one on the tests' class path. */
    public ChildJvm plainWeaver(Path weaver, Path aop) {
        flag("-Dorg.aspectj.weaver.loadtime.configuration=META-INF/aop.xml" + (aop == null ? "" : ";" + aop.toUri()));
        return withoutAgent(weaver).flag("-javaagent:" + weaver);
    }

    /** With SIM's jars and no agent, for classes that are woven already. */
    public ChildJvm withoutAgent() {
        return withoutAgent(library("aspectjweaver"));
    }

    private ChildJvm withoutAgent(Path weaver) {
        flag("-Dsim.server=127.0.0.1:1");
        flag("-Dsim.interval=1h"); // a slow run is not drained before it reports
        flag("-Dsim.hotspot.enabled=false");
        for (String each : List.of("sim-annotations", "sim-model", "sim-base", "sim-context", "sim-metrics",
                "sim-payload",
                "sim-aspects")) {
            libraries.add(library(each));
        }
        libraries.add(weaver);
        return this;
    }

    /** A jar of the tests' class path by the beginning of its name. */
    public static Path library(String name) {
        return Pattern.compile(Pattern.quote(File.pathSeparator)).splitAsStream(System.getProperty("java.class.path"))
                .map(Path::of).filter(each -> each.getFileName().toString().matches(name + "-\\d.*\\.jar")).findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not on the tests' class path"));
    }

    /** Runs in another directory. */
    public ChildJvm in(Path folder) {
        directory = folder;
        return this;
    }

    public ChildJvm environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public ChildJvm flag(String flag) {
        flags.add(flag);
        return this;
    }

    public Result run(String classPath, String main, String... args) {
        return run(builder(classPath, main, args));
    }

    /** The same without waiting for its end; it writes its output into a file, what it says on standard error nowhere. */
    public Process begin(String classPath, String main, File out) throws IOException {
        return builder(classPath, main).redirectOutput(out).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    }

    private ProcessBuilder builder(String classPath, String main, String... args) {
        List<String> command = new ArrayList<>();
        command.add(home.resolve(Path.of("bin", "java")).toString());
        command.add("-Xshare:auto");
        if (!isUsual) {
            command.addAll(FRUGAL);
        }
        command.addAll(flags);
        String path = libraries.stream().map(each -> each + File.pathSeparator).collect(Collectors.joining())
                + classPath;
        command.addAll(List.of("-cp", path, main));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory == null ? null : directory.toFile());
        builder.environment().putAll(environment);
        return builder;
    }
}
