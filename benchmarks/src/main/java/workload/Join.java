package workload;

import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import sim.jfr.RecordingContext;
import sim.jfr.RecordingContextKey;
import sim.jfr.reader.ContextRecording;
import sim.jfr.reader.Selection;

/**
 * How fast a recording is read with its contexts: {@code FILE EVENTS} makes one with a context for every ten events, reads
 * it twice, and prints the second reading's events a second.
 */
public final class Join {
    private static final RecordingContextKey REQUEST = RecordingContextKey.forName("request");
    private static final int EVENTS_A_REQUEST = 10;

    @Name("bench.Step")
    @StackTrace(false)
    static final class Step extends Event {
        long number;
        String text;
    }

    private Join() {}

    public static void main(String[] arguments) throws Exception {
        Path file = Path.of(arguments[0]);
        record(file, Integer.parseInt(arguments[1]));
        read(file, false);
        read(file, true);
        Files.delete(file);
    }

    private static void record(Path file, int events) throws Exception {
        try (Recording recording = new Recording()) {
            recording.start();
            for (int i = 0; i < events / EVENTS_A_REQUEST; i++) {
                try (var request = RecordingContext.where(REQUEST, i % 1_000).build()) {
                    for (int n = 0; n < EVENTS_A_REQUEST; n++) {
                        Step step = new Step();
                        step.number = n;
                        step.text = "a text as events have it, of some length";
                        step.commit();
                    }
                }
            }
            recording.stop();
            recording.dump(file);
        }
    }

    private static void read(Path file, boolean counts) throws Exception {
        long begin = System.nanoTime();
        try (ContextRecording recording = ContextRecording.open(file)) {
            double events = recording.events();
            long opened = System.nanoTime();
            long summed = recording.summary(Selection.ALL, REQUEST.name()).rows().values().stream()
                    .mapToLong(row -> row.events()).sum();
            long summary = System.nanoTime();
            long[] joined = {0};
            recording.forEach(Selection.ALL, each -> joined[0] += each.context().size());
            long end = System.nanoTime();
            if (summed != joined[0]) {
                throw new IllegalStateException(summed + " events summed up, " + joined[0] + " read one by one");
            }
            if (counts) {
                Figures.print("events", events);
                Figures.print("opened", events / (opened - begin) * 1e9);
                Figures.print("summed", events / (summary - opened) * 1e9);
                Figures.print("joined", events / (end - summary) * 1e9);
            }
        }
    }
}
