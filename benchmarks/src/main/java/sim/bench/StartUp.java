package sim.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How long a whole program takes with a system attached, from start to end, and the memory it had resident. */
final class StartUp {
    static final String TOY = "start-up toy";
    static final String CHECKSTYLE = "start-up Checkstyle";

    private static final int LONGEST_SECONDS = 120;

    private final Workshop workshop;
    private final List<Subject> subjects;

    StartUp(Workshop workshop, List<Subject> subjects) {
        this.workshop = workshop;
        this.subjects = subjects;
    }

    void toy(Jdk jdk, int times, Results results, Progress progress) throws IOException, InterruptedException {
        measure(TOY, jdk, times, List.of("workload.Toy"), results, progress);
    }

    /** It checks SIM's own runtime by Google's rules, as lesson 2 does. */
    void checkstyle(Jdk jdk, int times, Results results, Progress progress) throws IOException, InterruptedException {
        Path root = workshop.root();
        measure(CHECKSTYLE, jdk, times, List.of("com.puppycrawl.tools.checkstyle.Main", "-c", "/google_checks.xml",
                "-o", workshop.scratch().resolve("checkstyle.txt").toString(),
                root.resolve("sim-base/src").toString(), root.resolve("sim-context/src").toString(),
                root.resolve("sim-metrics/src").toString(),
                root.resolve("sim-collector/src").toString()), results, progress);
    }

    private void measure(String kase, Jdk jdk, int times, List<String> program, Results results, Progress progress)
            throws IOException, InterruptedException {
        Map<Subject, List<Child>> children = new LinkedHashMap<>();
        for (Subject subject : subjects) {
            if (subject.name().equals(Subjects.SECOND) || subject.name().equals(Subjects.SECOND_ALL)) {
                run(kase, subject, jdk, program); // the first start, which keeps what the others find
            }
        }
        for (int round = 0; round < times; round++) {
            progress.say(kase + ", JDK " + jdk.feature() + ", round " + (round + 1) + " of " + times);
            for (Subject subject : subjects) {
                if (subject.since() <= jdk.feature()) {
                    children.computeIfAbsent(subject, first -> new ArrayList<>()).add(run(kase, subject, jdk, program));
                }
            }
        }
        children.forEach((subject, runs) -> {
            List<Child> good = runs.stream().filter(each -> each.exit() == 0).toList();
            if (good.isEmpty()) {
                results.add(Result.absent(kase, subject.name(), jdk.feature(), 1, runs.get(0).complaint()));
                return;
            }
            results.add(Result.figure(kase, subject.name(), jdk.feature(),
                    Samples.percentile(good.stream().map(Child::millis).toList(), 50), "ms"));
            add(kase + ", CPU", subject, jdk, good, "cpu", 1e6, "ms", results);
            add(kase + ", memory", subject, jdk, good, "resident", 1 << 20, "MB", results);
        });
    }

    private static void add(String kase, Subject subject, Jdk jdk, List<Child> runs, String figure, double scale,
            String unit, Results results) {
        List<Double> values = runs.stream().map(Child::figures).filter(each -> each.containsKey(figure))
                .map(each -> each.get(figure) / scale).toList();
        if (!values.isEmpty()) {
            results.add(Result.figure(kase, subject.name(), jdk.feature(), Samples.percentile(values, 50), unit));
        }
    }

    /** What is metered, woven before it starts, and what it calls: to be found before what it was made of. */
    private String woven(Jdk jdk) throws IOException, InterruptedException {
        Path root = workshop.root();
        String agent = root.resolve("sim-agent/target/sim-agent.jar").toString();
        StringBuilder path = new StringBuilder();
        for (Path jar : List.of(root.resolve("benchmarks/target/benchmarks.jar"), checkstyleJar())) {
            Path woven = workshop.scratch().resolve("woven-" + jar.getFileName());
            if (!Files.exists(woven)) {
                Child weaving = Child.run(List.of(jdk.java(), "-jar", agent, "weave", jar.toString(), "--aop",
                        root.resolve("benchmarks/src/main/aop/sim.xml").toString(), "--class-path", libraries(),
                        "-o", woven.toString()), Map.of(),
                        workshop.logs().resolve("weave.log"), LONGEST_SECONDS);
                if (weaving.exit() != 0) {
                    throw new IOException("weaving ahead of time failed: " + weaving.complaint());
                }
            }
            path.append(woven).append(File.pathSeparator);
        }
        return path + agent + File.pathSeparator;
    }

    private String libraries() throws IOException {
        return checkstyles().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private Path checkstyleJar() throws IOException {
        return checkstyles().stream().filter(each -> each.getFileName().toString().startsWith("checkstyle-"))
                .findFirst().orElseThrow(() -> new IOException("there is no Checkstyle; run ./sim bench"));
    }

    private List<Path> checkstyles() throws IOException {
        try (Stream<Path> jars = Files.list(workshop.root().resolve("examples/02-checkstyle/target/lib"))) {
            return jars.sorted().toList();
        }
    }

    private Child run(String kase, Subject subject, Jdk jdk, List<String> program)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.java()));
        // as programs are started: memory is the JVM's choice here
        command.addAll(workshop.arguments(subject).subList(2, workshop.arguments(subject).size()));
        String path = workshop.classPath(subject) + File.pathSeparator
                + workshop.root().resolve("examples/02-checkstyle/target/lib/*");
        command.addAll(List.of("-cp", subject.name().equals(Subjects.AHEAD) ? woven(jdk) + path : path,
                "workload.Resident"));
        command.addAll(program);
        workshop.tidy();
        Path log = workshop.logs()
                .resolve((kase + "-" + jdk.feature() + "-" + subject.name()).replaceAll("[^\\w]+", "-") + ".log");
        try {
            return Child.run(command, subject.environment(), log, LONGEST_SECONDS);
        } catch (IOException failure) {
            return new Child(-1, 0, List.of(failure.toString())); // that system's figure is missing, not everybody's
        }
    }
}
