package sim.metrics.interceptor;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jinspired.probes.Probes;
import sim.metrics.extension.NamedMeters;

/** A line of the log: {@code time, thread, name, meter=delta ...}, separated by tabs. */
record LogEntry(long endMicros, String thread, Probes.Name name, NamedMeters meters, long[] deltas) {
    String line() {
        StringBuilder line = new StringBuilder(200).append(Instant.EPOCH.plus(endMicros, ChronoUnit.MICROS))
                .append('\t');
        escape(thread, line);
        line.append('\t');
        escape(name.toString(), line);
        for (int i = 0; i < deltas.length; i++) {
            line.append(i == 0 ? '\t' : ' ').append(meters.label(i)).append('=').append(deltas[i]);
        }
        return line.append('\n').toString();
    }

    /** A thread may be called anything: a line stays one line, and a field one field. */
    private static void escape(String text, StringBuilder line) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? '?' : c);
        }
    }
}
