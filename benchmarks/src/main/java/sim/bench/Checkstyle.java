package sim.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The program that is woven whole: Checkstyle, Google's rules, over the sources of SIM's modules. */
final class Checkstyle {
    /** What all its classes' names begin with. */
    static final String PACKAGE = "com.puppycrawl.";
    private static final int LONGEST_SECONDS = 900;

    private final Workshop workshop;
    private final Jdk jdk;

    Checkstyle(Workshop workshop, Jdk jdk) {
        this.workshop = workshop;
        this.jdk = jdk;
    }

    /** Every method and constructor of it metered, wall time alone; woven anew. */
    Child metered(SimServer server, String application, String options) throws IOException, InterruptedException {
        Path root = workshop.root();
        return run(application, List.of("-javaagent:" + root.resolve("sim-agent/target/sim-agent.jar") + "=application="
                + application + ",server=127.0.0.1:" + server.port() + ",weave.cache=off,meters=wall,aop="
                + root.resolve("benchmarks/src/main/aop/pruning.xml") + options));
    }

    /** Runs it to its end; what it found wrong is in no way looked at. */
    Child run(String name, List<String> options) throws IOException, InterruptedException {
        Path root = workshop.root();
        List<String> command = new ArrayList<>(List.of(jdk.java()));
        command.addAll(options);
        command.addAll(List.of("-cp", root.resolve("examples/02-checkstyle/target/lib/*").toString(),
                "com.puppycrawl.tools.checkstyle.Main", "-c", "/google_checks.xml", "-o",
                workshop.scratch().resolve("checkstyle.txt").toString()));
        try (Stream<Path> modules = Files.list(root)) {
            modules.map(each -> each.resolve("src")).filter(each -> each.getParent().getFileName().toString()
                    .startsWith("sim-") && Files.isDirectory(each)).sorted().map(Path::toString).forEach(command::add);
        }
        Child child = Child.run(command, Map.of(), workshop.logs().resolve("checkstyle-" + name + ".log"),
                LONGEST_SECONDS);
        if (child.exit() != 0) {
            throw new IOException("Checkstyle failed: " + child.complaint());
        }
        return child;
    }
}
