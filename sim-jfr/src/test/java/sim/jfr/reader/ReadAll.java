package sim.jfr.reader;

import java.nio.file.Path;
import java.util.List;

/**
 * Reads a recording of {@code sim.jfr.Large} and checks each event's context: {@code java sim.jfr.reader.ReadAll FILE}.
 */
final class ReadAll {
    private ReadAll() {}

    public static void main(String[] args) throws Exception {
        long begin = System.nanoTime();
        try (ContextRecording recording = ContextRecording.open(Path.of(args[0]))) {
            report("surveyed", recording.events(), begin);
            begin = System.nanoTime();
            long[] counts = new long[2];
            recording.forEach(new Selection(List.of("test.Request"), List.of(), true), joined -> {
                counts[0]++;
                if (Long.valueOf(joined.event().getLong("request")).equals(joined.context().get("request"))
                        && "large".equals(joined.context().get("run"))) {
                    counts[1]++;
                }
            });
            System.out.println(counts[1] + " of " + counts[0] + " in their context");
            report("joined", recording.events(), begin);
            begin = System.nanoTime();
            recording.summary(Selection.ALL, "step");
            report("summed up", recording.events(), begin);
        }
    }

    private static void report(String what, long events, long begin) {
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf(java.util.Locale.ROOT, "%s %,d events in %.2f s, %,.0f events/s%n", what, events, seconds,
                events / seconds);
    }
}
