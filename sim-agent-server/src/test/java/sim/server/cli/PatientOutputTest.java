package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PatientOutputTest {
    private static final byte[] LINE = "0123456789\n".getBytes(StandardCharsets.UTF_8);

    @Test
    void writesAllInOrderBeforeItCloses() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PatientOutput patient = new PatientOutput(out)) {
            for (int i = 0; i < 1_000; i++) {
                patient.write(("line " + i + "\n").getBytes(StandardCharsets.UTF_8));
            }
        } catch (java.io.IOException never) {
            throw new AssertionError(never);
        }
        assertThat(out.toString(StandardCharsets.UTF_8).lines()).hasSize(1_000).startsWith("line 0", "line 1")
                .endsWith("line 999");
    }

    /** Two megabytes into a pipe nobody reads: the writer would stand still for ever. */
    @Test
    void nobodyWaitsForAReaderAndWhatIsLeftOutIsSaid() throws Exception {
        PipedInputStream reader = new PipedInputStream(1_024);
        int lines = (2 << 20) / LINE.length;
        try (PatientOutput patient = new PatientOutput(new PipedOutputStream(reader))) {
            for (int i = 0; i < lines; i++) {
                patient.write(LINE);
            }
            long kept = 0;
            StringBuilder line = new StringBuilder();
            while (line.indexOf(" bytes of this log were left out") < 0) { // a line at a time: it is a megabyte
                kept += line.length();
                line.setLength(0);
                for (int c = reader.read(); c != '\n'; c = reader.read()) {
                    line.append((char) c);
                }
                line.append('\n');
            }
            kept -= 1; // the message begins a line of its own
            long leftOut = Long.parseLong(line.substring(0, line.indexOf(" ")));
            assertThat(leftOut % LINE.length).isZero();
            assertThat(kept + leftOut).isEqualTo((long) lines * LINE.length);
        }
    }
}
