package sim.realworld;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One run of a program: what it printed, how it ended, what it took. Steps run one after the other; times add up, the memory
 * is the largest step's. CPU time is that of all threads, looked at 20 times a second: where other programs keep the machine
 * busy it is what can be compared.
 *
 * @param out     standard output of all steps
 * @param err     lines on standard error
 * @param exits   exit code of each step
 * @param wall    from the first start to the last end
 * @param cpu     CPU time in user mode and in the kernel
 * @param peakKiB the largest resident set, as the kernel counts it
 * @param left    files left in the working directory, by name
 */
record Run(String out, List<String> err, List<Integer> exits, Duration wall, Duration cpu, long peakKiB,
        List<String> left) {
    private static final long MOST_MINUTES = 30;

    static Run of(Program program, Path realworld, Path java, List<String> jvm)
            throws IOException, InterruptedException {
        return of(program, realworld, java, jvm, begun -> {});
    }

    /** @param begun told of each step's process */
    static Run of(Program program, Path realworld, Path java, List<String> jvm, Consumer<Process> begun)
            throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("realworld-" + program.module());
        try {
            return in(work, program, realworld, java, jvm, begun);
        } finally {
            Scratch.remove(work);
        }
    }

    private static Run in(Path work, Program program, Path realworld, Path java, List<String> jvm,
            Consumer<Process> begun) throws IOException, InterruptedException {
        Path folder = program.folder(realworld).toAbsolutePath().normalize();
        StringBuilder out = new StringBuilder();
        List<String> err = new ArrayList<>();
        List<Integer> exits = new ArrayList<>();
        long peak = 0;
        Duration cpu = Duration.ZERO;
        long start = System.nanoTime();
        for (List<String> step : program.steps()) {
            List<String> command = new ArrayList<>(List.of(java.toString(), "-Xmx512m"));
            command.addAll(jvm);
            if (!step.get(0).equals("-cp")) {
                command.addAll(
                        List.of("-cp", folder.resolve("target/classes") + ":" + folder.resolve("target/lib") + "/*:."));
            }
            step.forEach(argument -> command.add(argument.replace("@", folder.toString())));
            Path stepOut = Files.createTempFile("step", ".out");
            Path stepErr = Files.createTempFile("step", ".err");
            Process process = Started.start(new ProcessBuilder(command).directory(work.toFile())
                    .redirectOutput(stepOut.toFile()).redirectError(stepErr.toFile()));
            begun.accept(process);
            Watched watched = watch(process, MOST_MINUTES);
            peak = Math.max(peak, watched.peakKiB());
            cpu = cpu.plus(watched.cpu());
            exits.add(process.exitValue());
            out.append(Files.readString(stepOut, StandardCharsets.UTF_8));
            err.addAll(new String(Files.readAllBytes(stepErr), StandardCharsets.UTF_8).lines().toList());
            Files.delete(stepOut);
            Files.delete(stepErr);
        }
        Duration wall = Duration.ofNanos(System.nanoTime() - start);
        try (var files = Files.list(work)) {
            return new Run(out.toString(), err, exits, wall, cpu, peak,
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    record Watched(long peakKiB, Duration cpu) {}

    /** Waits for its end; the largest resident set seen on the way, in KiB, and the CPU time. */
    static Watched watch(Process process, long minutes) throws InterruptedException {
        long peak = 0;
        Duration cpu = Duration.ZERO;
        long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
        while (!process.waitFor(50, TimeUnit.MILLISECONDS)) {
            peak = Math.max(peak, resident(process.pid()));
            Duration now = process.info().totalCpuDuration().orElse(Duration.ZERO);
            cpu = now.compareTo(cpu) > 0 ? now : cpu;
            if (System.nanoTime() > until) {
                process.destroyForcibly().waitFor();
            }
        }
        return new Watched(peak, cpu);
    }

    private static long resident(long process) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/" + process + "/status"))) {
                if (line.startsWith("VmHWM:")) {
                    return Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        } catch (IOException ended) {
            // then it is measured no more
        }
        return 0;
    }
}
