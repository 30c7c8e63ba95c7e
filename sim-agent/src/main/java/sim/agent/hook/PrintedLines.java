package sim.agent.hook;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What the weaver prints by hand, cut into lines. */
final class PrintedLines extends OutputStream {
    /** A longer line is cut here, in bytes. */
    private static final int LONGEST = 4_096;

    static final PrintStream STREAM = new PrintStream(new PrintedLines(), true, StandardCharsets.UTF_8);

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public synchronized void write(int octet) {
        if (octet == '\n') {
            String text = line.toString(StandardCharsets.UTF_8).strip();
            line.reset();
            if (!text.isEmpty()) {
                WeaverMessages.printed(text);
            }
        } else if (line.size() < LONGEST) {
            line.write(octet);
        }
    }
}
