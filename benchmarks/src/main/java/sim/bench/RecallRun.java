package sim.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** One JVM of a program with its customers; begun by {@link Recall}, which asks the agent server while it runs. */
final class RecallRun implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("service on (\\d+)");
    private static final int SECONDS_TO_START = 400;
    private static final int SECONDS_TO_END = 30;

    private final SimServer server;
    private final String application;
    private final Process program;
    private final Process customers;
    private final List<Thread> load = new ArrayList<>();
    private long from;
    private long to;
    private Duration cpu = Duration.ZERO;

    RecallRun(Workshop workshop, Jdk jdk, SimServer server, RecallProgram of, String application, Recall.Start how)
            throws IOException, InterruptedException {
        this.server = server;
        this.application = application;
        Path root = workshop.root();
        Path log = workshop.logs().resolve(application + ".log");
        List<String> command = new ArrayList<>(List.of(jdk.java(), "-Xmx512m", "-Djava.io.tmpdir=."));
        command.addAll(how.aop() == null
                ? Stacks.options(workshop.scratch(), how.keeps())
                : List.of("-javaagent:" + root.resolve("sim-agent/target/sim-agent.jar") + "=application="
                        + application + ",server=127.0.0.1:" + server.port() + ",weave.cache=" + how.keeps() + ",aop="
                        + how.aop() + (how.everything() ? ",hotspot.enabled=false" : "")));
        command.addAll(List.of("-cp", of.classPath(root)));
        command.addAll(of.main());
        program = start(command, workshop.scratch(), log);
        customers = of.rate() == 0
                ? null
                : start(List.of(jdk.java(), "-Xmx128m", "-cp", of.classPath(root), "outside.Customers", port(log),
                        String.valueOf(of.rate()), "86400"), workshop.scratch(),
                        workshop.logs().resolve(application + "-customers.log"));
        for (int i = 0; how.busy() && i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread thread = new Thread(RecallRun::work, "load");
            thread.setDaemon(true);
            thread.start();
            load.add(thread);
        }
    }

    private static Process start(List<String> command, Path folder, Path log) throws IOException {
        return new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true)
                .redirectOutput(log.toFile()).start();
    }

    private String port(Path log) throws IOException, InterruptedException {
        for (int tries = 0; tries < 10 * SECONDS_TO_START && program.isAlive(); tries++) {
            Matcher said = PORT.matcher(Files.readString(log));
            if (said.find()) {
                return said.group(1);
            }
            Thread.sleep(100);
        }
        program.destroyForcibly();
        throw new IOException("the program does not serve; its log is " + log);
    }

    private static void work() {
        long sum = 0;
        while (!Thread.interrupted()) {
            for (int i = 0; i < 1_000_000; i++) {
                sum += sum * 31 + i;
            }
        }
        if (sum == 42) {
            System.out.println("lest it be optimised away");
        }
    }

    /** Lets it run, and from then on answers for the last seconds. */
    void answersFor(int warm, int seconds) throws InterruptedException, IOException {
        TimeUnit.SECONDS.sleep(warm);
        Duration before = program.info().totalCpuDuration().orElse(Duration.ZERO);
        TimeUnit.SECONDS.sleep(seconds);
        cpu = program.info().totalCpuDuration().orElse(before).minus(before);
        to = System.currentTimeMillis();
        if (!program.isAlive()) {
            throw new IOException(application + " ended early, with " + program.exitValue());
        }
        from = to - seconds * 1_000L;
    }

    /** The end of these seconds, in milliseconds since the epoch. */
    long to() {
        return to;
    }

    /** CPU time of the whole process in these seconds. */
    Duration cpu() {
        return cpu;
    }

    /** The answer to {@code methods} or {@code calltree} for these seconds, as anybody would ask for it. */
    JsonNode get(String question, String parameters) throws IOException, InterruptedException {
        return server.get("/api/v1/" + question + "?application=" + application + "&from=" + from + "&to=" + to
                + parameters);
    }

    @Override
    public void close() throws InterruptedException {
        load.forEach(Thread::interrupt);
        if (customers != null) {
            customers.destroyForcibly().waitFor();
        }
        program.destroy();
        if (!program.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
            program.destroyForcibly().waitFor();
        }
    }
}
