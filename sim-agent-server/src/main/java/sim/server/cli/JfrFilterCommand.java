package sim.server.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sim.jfr.reader.ContextRecording;

/** {@code sim jfr filter}: a smaller recording, of the events that are wanted and the contexts they are in. */
@Command(name = "filter", description = "Writes the selected events and their contexts into a recording of their own. Needs JDK 19 or newer.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class JfrFilterCommand implements Callable<Integer> {
    @Mixin
    private JfrFile file;

    @Option(names = "--output", paramLabel = "FILE", description = "the file to write, which must not exist (default: FILE-filtered.jfr beside FILE.jfr)")
    private Path output;

    @Override
    public Integer call() throws IOException {
        Path target = output != null ? output : besides(file.path());
        if (Files.exists(target)) {
            throw new IllegalArgumentException("--output " + target + " exists already; name another");
        }
        if (!ContextRecording.canWrite()) {
            throw new UnsupportedOperationException("filter needs JDK 19 or newer, this is Java "
                    + Runtime.version().feature() + ": set JAVA_HOME, or use sim jfr print, which filters here too");
        }
        try (ContextRecording recording = file.open()) {
            long events = recording.write(file.selection(), target);
            file.sayRefused(recording);
            System.out.println(target + ": " + Units.count(events) + " of " + Units.count(recording.events())
                    + " events, " + Units.bytes(Files.size(target)) + " of " + Units.bytes(Files.size(file.path())));
        }
        return 0;
    }

    private static Path besides(Path file) {
        String name = file.getFileName().toString();
        return file.resolveSibling(
                (name.endsWith(".jfr") ? name.substring(0, name.length() - 4) : name) + "-filtered.jfr");
    }
}
