package sim.export.profile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Collapsed stacks: {@code caller;method value}, a line for each node that has a value. */
final class CollapsedStacks {
    private CollapsedStacks() {}

    static void write(Profile profile, Profile.Measure measure, OutputStream to) throws IOException {
        List<byte[]> frames = profile.frames().stream().map(CollapsedStacks::frame).toList();
        // not closed: the answer goes on after it
        BufferedOutputStream out = new BufferedOutputStream(to, 1 << 16);
        for (int node = 0; node < profile.size(); node++) {
            long value = profile.value(node, measure);
            if (value == 0) {
                continue;
            }
            boolean first = true;
            for (int frame : profile.stack(node)) {
                if (!first) {
                    out.write(';');
                }
                out.write(frames.get(frame));
                first = false;
            }
            out.write((" " + value + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        out.flush();
    }

    /** A semicolon parts frames and a line end parts stacks: a name that has one, such as a statement's text, gets another character. */
    private static byte[] frame(String name) {
        return name.replace(';', ',').replaceAll("[\\r\\n\\t]+", " ").getBytes(StandardCharsets.UTF_8);
    }
}
