package sim.realworld;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One run of a server: started by its script, asked until it answers, kept busy for a time, and ended as a service manager ends it. CPU time is
 * that of all threads of its JVM.
 *
 * @param start   CPU time until it answered for the first time
 * @param round   CPU time of one round of its requests, after the busy time
 * @param answers what the first rounds were answered, one after the other
 * @param asked   how often each path was answered 200
 * @param output  the lines of its console
 * @param exit    of its script; null where it had to be killed
 */
record ServerRun(Duration start, Duration round, List<String> answers, Map<String, Integer> asked,
        List<String> output, Integer exit) {
    private static final int COMPARED_ROUNDS = 5;
    private static final long MOST_MINUTES = 30;
    private static final Duration FOR_AN_ANSWER = Duration.ofMinutes(2);
    private static final long FOR_THE_END = TimeUnit.MINUTES.toSeconds(3);

    /** How often a busy time fits into the time in which a round is measured. */
    private static final int MEASURED_PART = 3;

    /**
     * Runs it once.
     *
     * @param options of its JVM
     * @param seconds of the busy time before a round is measured
     */
    static ServerRun of(ServerProgram program, Path folder, Path java, List<String> options, int seconds)
            throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("server-" + program.module());
        try {
            return new Running(program, folder, java, work).run(options, seconds);
        } finally {
            Scratch.remove(work);
        }
    }

    /** Readies an installation, without an agent. */
    static void once(ServerProgram program, Path folder, Path java) throws IOException, InterruptedException {
        Path done = folder.resolve("target/readied");
        if (!program.once().isEmpty() && !Files.exists(done)) {
            Path log = folder.resolve("target/once.log");
            Process process = Started.start(builder(program.once(), Map.of("@", folder.toString()), java)
                    .redirectOutput(log.toFile()));
            if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(program.once() + " failed, see " + log);
            }
            Files.createFile(done);
        }
    }

    private static ProcessBuilder builder(List<String> command, Map<String, String> texts, Path java) {
        ProcessBuilder builder = new ProcessBuilder(command.stream().map(word -> put(word, texts)).toList())
                .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", java.getParent().getParent().toString());
        return builder;
    }

    /** The longest name first: {@code @} alone is in each of them. */
    private static String put(String text, Map<String, String> texts) {
        String all = text;
        for (String name : texts.keySet().stream().sorted((one, other) -> other.length() - one.length()).toList()) {
            all = all.replace(name, texts.get(name));
        }
        return all;
    }

    /** What is needed while it runs. */
    private static final class Running {
        private final ServerProgram program;
        private final Path folder;
        private final Path java;
        private final Path work;
        private final int port = freePort();
        private final HttpClient client = HttpClient.newHttpClient();
        private final Map<String, Integer> asked = new HashMap<>();

        Running(ServerProgram program, Path folder, Path java, Path work) throws IOException {
            this.program = program;
            this.folder = folder;
            this.java = java;
            this.work = work;
        }

        ServerRun run(List<String> options, int seconds) throws IOException, InterruptedException {
            for (Map.Entry<String, String> each : program.copied().entrySet()) {
                copy(Path.of(put(each.getKey(), Map.of("@", folder.toString()))), work.resolve(each.getValue()));
            }
            Path log = Files.createTempFile("server", ".log");
            Process process = Started.start(begun(options).redirectOutput(log.toFile()));
            try {
                awaitAnswer(process, log);
                ProcessHandle jvm = jvm(process);
                Duration start = cpu(jvm);
                List<String> answers = new ArrayList<>();
                for (int i = 0; i < COMPARED_ROUNDS; i++) {
                    answers.addAll(round());
                }
                rounds(seconds);
                Duration before = cpu(jvm);
                int measured = rounds(Math.max(1, seconds / MEASURED_PART));
                Duration round = cpu(jvm).minus(before).dividedBy(measured);
                Integer exit = end(jvm, process);
                return new ServerRun(start, round, answers, asked, lines(log), exit);
            } finally {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                Files.delete(log);
            }
        }

        private ProcessBuilder begun(List<String> options) throws IOException {
            Map<String, String> texts = Map.of("@work", work.toString(), "@port", String.valueOf(port), "@spare",
                    String.valueOf(freePort()), "@options", String.join(" ", options), "@java", java.toString(), "@",
                    folder.toString());
            List<String> command = new ArrayList<>();
            for (String word : program.command()) {
                command.addAll(word.equals("@options") ? options : List.of(word));
            }
            ProcessBuilder builder = builder(command, texts, java).directory(work.toFile());
            program.environment().forEach((name, value) -> builder.environment().put(name, put(value, texts)));
            return builder;
        }

        private void awaitAnswer(Process process, Path log) throws IOException, InterruptedException {
            long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(MOST_MINUTES);
            while (!isAnswered()) {
                if (!process.isAlive() || System.nanoTime() > until) {
                    List<String> said = lines(log);
                    throw new IllegalStateException("it does not answer: "
                            + String.join(" | ", said.subList(Math.max(0, said.size() - 15), said.size())));
                }
                Thread.sleep(100);
            }
        }

        private boolean isAnswered() throws InterruptedException {
            try {
                return ask(program.requests().get(0)).startsWith("200 ");
            } catch (IOException notYet) {
                return false;
            }
        }

        /** How many rounds fit into a time. */
        private int rounds(int seconds) throws IOException, InterruptedException {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            int rounds = 0;
            do {
                round();
                rounds++;
            } while (System.nanoTime() < until);
            return rounds;
        }

        private List<String> round() throws IOException, InterruptedException {
            List<String> answers = new ArrayList<>();
            for (ServerProgram.Request each : program.requests()) {
                answers.add(ask(each));
            }
            return answers;
        }

        /** Status and text. Each run has another port. */
        private String ask(ServerProgram.Request request) throws IOException, InterruptedException {
            HttpRequest.Builder builder = HttpRequest
                    .newBuilder(URI.create("http://127.0.0.1:" + port + request.path())).timeout(FOR_AN_ANSWER);
            if (request.form() != null) {
                builder.header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(request.form()));
            }
            HttpResponse<String> answer = client.send(builder.build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 200) {
                asked.merge(request.path(), 1, Integer::sum);
            }
            return answer.statusCode() + " "
                    + (request.isSame() ? answer.body().replace(":" + port, ":PORT").strip() : "");
        }

        private static Integer end(ProcessHandle jvm, Process process) throws InterruptedException {
            jvm.destroy();
            return process.waitFor(FOR_THE_END, TimeUnit.SECONDS) ? process.exitValue() : null;
        }

        /** The script has become it, or waits for it. */
        private static ProcessHandle jvm(Process process) {
            return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .filter(each -> each.info().command().orElse("").endsWith("/java")).findFirst()
                    .orElseThrow(() -> new IllegalStateException("its script started no JVM"));
        }

        private static Duration cpu(ProcessHandle jvm) {
            return jvm.info().totalCpuDuration()
                    .orElseThrow(() -> new IllegalStateException("it ended while it was asked"));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static List<String> lines(Path log) throws IOException {
        return new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path each : files.toList()) {
                Path target = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent()); // what is copied has no order
                    Files.copy(each, target, StandardCopyOption.REPLACE_EXISTING,
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }
}
