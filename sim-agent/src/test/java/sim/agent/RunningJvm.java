package sim.agent;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import sim.testkit.Child;

/** {@code woven.Running} in a JVM of its own, which does what it is told line by line. */
final class RunningJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final PrintStream in;
    private final Path err = Files.createTempFile("running", ".err");

    RunningJvm(Path home, String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(home.resolve(Path.of("bin", "java")).toString()));
        command.addAll(Child.FRUGAL);
        command.addAll(List.of(flags));
        command.addAll(List.of("-Dsim.server=127.0.0.1:1", "-Dsim.hotspot.enabled=false", "-cp",
                ChildJvm.CLASSES + java.io.File.pathSeparator
                        + ChildJvm.library("sim-annotations") + java.io.File.pathSeparator + ChildJvm.library("asm"),
                "woven.Running"));
        process = new ProcessBuilder(command).redirectError(err.toFile()).start();
        out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        untilDone();
    }

    /** Has it load its own agent, so that it can look at its classes: a jar that has nothing but a manifest. */
    void look() throws IOException, AttachNotSupportedException, AgentLoadException, AgentInitializationException {
        Path jar = Files.createTempFile("looking", ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Agent-Class", "woven.Running");
        manifest.getMainAttributes().putValue("Can-Retransform-Classes", "true");
        manifest.getMainAttributes().putValue("Can-Redefine-Classes", "true");
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        VirtualMachine machine = VirtualMachine.attach(pid());
        machine.loadAgent(jar.toString());
        machine.detach();
    }

    String pid() {
        return Long.toString(process.pid());
    }

    /** What it prints for a line. */
    List<String> tell(String line) throws IOException {
        in.println(line);
        return untilDone();
    }

    private List<String> untilDone() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = out.readLine(); !"done".equals(line); line = out.readLine()) {
            if (line == null) {
                throw new IOException("it ended: " + lines + Files.readString(err));
            }
            lines.add(line);
        }
        return lines;
    }

    /** Lines on standard error so far, but for what the JVM says of agents that are loaded dynamically. */
    List<String> complaints() throws IOException {
        return Files.readAllLines(err).stream().filter(line -> !line.startsWith("WARNING: ")).toList();
    }

    /** Ends it in good order; its exit code. */
    int end() throws IOException, InterruptedException {
        in.println("end");
        return process.waitFor(30, TimeUnit.SECONDS) ? process.exitValue() : -1;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Runs the agent's jar as a person would; its exit code, then what it printed. */
    static Command command(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(Child.FRUGAL);
        command.addAll(List.of("-jar", ChildJvm.AGENT.toString()));
        command.addAll(List.of(arguments));
        Process client = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Command(client.waitFor(), printed.lines().toList());
    }

    record Command(int exit, List<String> lines) {}
}
