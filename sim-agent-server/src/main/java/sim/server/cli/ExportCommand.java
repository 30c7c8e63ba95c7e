package sim.server.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sim export}: a call tree as a file that a profiler's viewer opens. */
@Command(name = "export", description = "Writes a call tree for a profiler's viewer.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class ExportCommand implements Callable<Integer> {
    @Mixin
    private AgentServer server;

    @Option(names = "--format", required = true, description = "pprof, speedscope or collapsed")
    private String format;

    @Option(names = "--measure", description = "one measure alone, such as work, wall, thread.cpu, alloc.bytes or count (default: all; of collapsed stacks work)")
    private String measure;

    @Option(names = "--application", description = "whose; needed if there are several")
    private String application;

    @Option(names = "--instance", description = "one process of it (default: all)")
    private String instance;

    @Option(names = "--context", description = "only the work in a context: its id, or key:value")
    private String context;

    @Option(names = "--last", defaultValue = "5m", description = "how far back (default: ${DEFAULT-VALUE})")
    private String last;

    @Option(names = "--fold", description = "fold recursion: a file of a deep one grows with the square of its depth")
    private boolean fold;

    @Option(names = {"-o", "--output"}, paramLabel = "FILE", description = "where to (default: standard output)")
    private Path file;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("format", format);
        query.put("measure", measure);
        query.put("application", application);
        query.put("instance", instance);
        query.put("context", context);
        query.put("last", last);
        query.put("fold", fold ? "true" : null);
        byte[] profile = server.bytes("calltree", query);
        if (file != null) {
            Files.write(file, profile);
            System.out.println("Wrote " + file + ", " + profile.length + " bytes.");
            return 0;
        }
        try (OutputStream out = new FileOutputStream(FileDescriptor.out)) { // System.out would go through an encoding
            out.write(profile);
        }
        return 0;
    }
}
