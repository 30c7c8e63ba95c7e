package sim.jfr;

import java.nio.file.Path;
import java.util.List;
import sim.jfr.reader.ContextRecording;
import sim.jfr.reader.Selection;

/** {@code java sim.jfr.Filter FILE TARGET CONDITION} writes a smaller recording. */
public final class Filter {
    private Filter() {}

    public static void main(String[] args) throws Exception {
        try (ContextRecording recording = ContextRecording.open(Path.of(args[0]))) {
            recording.write(new Selection(List.of(), List.of(Selection.Condition.parse(args[2])), true),
                    Path.of(args[1]));
        }
    }
}
