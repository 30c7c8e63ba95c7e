package sim.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * What the JVM's flight recorder saw on top of the stacks, once a millisecond: of each stack the frames of the program, innermost
 * first, to where a class was being loaded or initialised.
 */
final class Stacks {
    /** Stands at the end of a stack whose work was a class being loaded or initialised for the first time. */
    static final String LOADING = "[class loading]";
    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final String SETTINGS = """
            <configuration version="2.0"><event name="jdk.ExecutionSample"><setting name="enabled">true</setting>
            <setting name="period">1 ms</setting></event></configuration>
            """;

    private final List<List<String>> all;

    Stacks(List<List<String>> all) {
        this.all = all;
    }

    /** Options of a JVM that writes a recording to a file when it ends. */
    static List<String> options(Path scratch, Path recording) throws IOException {
        Path settings = Files.writeString(scratch.resolve("stacks.jfc"), SETTINGS);
        return List.of("-XX:StartFlightRecording:filename=" + recording + ",settings=" + settings,
                "-XX:FlightRecorderOptions:stackdepth=512", "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+DebugNonSafepoints");
    }

    /**
     * The stacks of a recording.
     *
     * @param program how the names of its classes begin; empty for all classes, those of the JDK included
     * @param from    when those that count begin
     */
    static Stacks read(Path recording, String program, Instant from) throws IOException {
        List<List<String>> all = new ArrayList<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals(SAMPLE) && event.getStackTrace() != null
                        && !event.getStartTime().isBefore(from)) {
                    all.add(frames(event.getStackTrace().getFrames(), program));
                }
            }
        }
        return new Stacks(all);
    }

    private static List<String> frames(List<RecordedFrame> stack, String program) {
        List<String> frames = new ArrayList<>();
        for (RecordedFrame each : stack) {
            String type = each.getMethod().getType().getName();
            String method = each.getMethod().getName();
            boolean ofProgram = type.startsWith(program);
            if (method.equals("loadClass") && type.endsWith("ClassLoader") || ofProgram && method.equals("<clinit>")) {
                frames.add(LOADING);
                return frames;
            }
            if (ofProgram) {
                frames.add((type + "." + method).intern());
            }
        }
        return frames;
    }

    /**
     * How often each of these methods was the innermost of them: what it does with all that is not among them is its own.
     *
     * @param every one stack in so many
     */
    Map<String, Double> own(Set<String> methods, int every) {
        Map<String, Double> own = new HashMap<>();
        for (int i = 0; i < all.size(); i += every) {
            for (String frame : all.get(i)) {
                if (methods.contains(frame)) {
                    own.merge(frame, 1.0, Double::sum);
                    break;
                }
            }
        }
        return own;
    }
}
