package sim.server.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import sim.jfr.reader.ContextRecording;
import sim.jfr.reader.RecordingException;
import sim.jfr.reader.Selection;
import sim.jfr.reader.Selection.Condition;

/** What every {@code sim jfr} command is told: which recording, and which of its events. */
final class JfrFile {
    @Parameters(index = "0", paramLabel = "FILE", description = "a recording of JDK 17 or newer")
    private Path file;

    @Option(names = "--context", paramLabel = "KEY[=VALUE]", description = "only events in a context with this entry; may be given several times, all must hold")
    private List<String> contexts = List.of();

    @Option(names = "--no-context", description = "only events in no context")
    private boolean noContext;

    @Option(names = "--events", paramLabel = "A,B", split = ",", description = "only these types, such as jdk.ThreadSleep, ThreadSleep or jdk.Thread*; without it all but SIM's own")
    private List<String> events = List.of();

    @Option(names = "--unfiltered", description = "also what a context filter in force while it was recorded refused")
    private boolean unfiltered;

    /** The recording, and its name checked against the types asked for. */
    ContextRecording open() throws RecordingException {
        if (noContext && !contexts.isEmpty()) {
            throw new IllegalArgumentException("--no-context and --context exclude each other; give one");
        }
        ContextRecording recording = ContextRecording.open(file);
        for (String type : events) {
            if (!recording.hasType(type)) {
                recording.close();
                throw new IllegalArgumentException("--events " + type + ": " + file
                        + " has no such event type; sim jfr summary lists those it has events of");
            }
        }
        return recording;
    }

    Selection selection() {
        List<Condition> conditions = new ArrayList<>();
        if (noContext) {
            conditions.add(Condition.NONE);
        }
        contexts.forEach(context -> conditions.add(Condition.parse(context)));
        return new Selection(events, conditions, !unfiltered);
    }

    Path path() {
        return file;
    }

    /** Said on standard error, so that what is printed stays what was asked for. */
    void sayRefused(ContextRecording recording) {
        if (recording.refused() > 0) {
            System.err.println("sim: " + recording.refused()
                    + " events were left out by the context filter in the recording; --unfiltered shows them");
        }
    }
}
