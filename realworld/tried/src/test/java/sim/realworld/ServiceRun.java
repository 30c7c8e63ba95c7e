package sim.realworld;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program {@code service} under SIM, woven whole, from its start to its end. */
final class ServiceRun implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("service on (\\d+)");

    private final Path root;
    private final Path java;
    private final Path folder;
    private final Path log;
    private final Process program;

    /**
     * @param folder where it leaves its log
     * @param agent  the agent's options
     */
    ServiceRun(Path root, Path java, Path folder, String agent) throws IOException, InterruptedException {
        this.root = root;
        this.java = java;
        this.folder = folder;
        this.log = Files.createTempFile(folder, "service", ".log");
        Path aop = Files.createTempFile(folder, "everything", ".xml");
        Files.writeString(aop,
                Files.readString(root.resolve("realworld/tried/src/main/resources/sim/realworld/aop.xml")));
        program = start(log, "-Xmx512m",
                "-javaagent:" + root.resolve("sim-agent/target/sim-agent.jar") + "=aop=" + aop + "," + agent, "-cp",
                classPath(), "shop.Service");
    }

    private Process start(Path to, String... arguments) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of(java.toString()));
        command.addAll(List.of(arguments));
        return Started.start(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(to.toFile()));
    }

    private String classPath() {
        Path target = root.resolve("realworld/service/target");
        return target.resolve("classes") + ":" + target.resolve("lib") + "/*";
    }

    /** So many orders a second from outside, for so many seconds; returns what the customers say of the answers. */
    String serve(int rate, int seconds) throws IOException, InterruptedException {
        Path said = Files.createTempFile(folder, "customers", ".log");
        Process customers = start(said, "-Xmx128m", "-cp", classPath(), "outside.Customers", port(),
                String.valueOf(rate), String.valueOf(seconds));
        customers.waitFor();
        return Files.readString(said);
    }

    private String port() throws IOException, InterruptedException {
        Matcher said = PORT.matcher("");
        while (!said.reset(Files.readString(log)).find()) {
            if (!program.isAlive()) {
                throw new IOException("the service does not start: " + Files.readString(log));
            }
            Thread.sleep(100);
        }
        return said.group(1);
    }

    /** Ends it in good order: it ships what it has, and remembers what it switched off. */
    @Override
    public void close() throws InterruptedException {
        program.destroy();
        if (!program.waitFor(30, TimeUnit.SECONDS)) {
            program.destroyForcibly().waitFor();
        }
    }
}
