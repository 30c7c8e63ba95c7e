package sim.export.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * pprof's {@code profile.proto}, packed with gzip. The numbers of the fields are those of its published schema; a location is a
 * method, for a call tree knows no lines.
 */
final class Pprof {
    private static final int SAMPLE_TYPE = 1;
    private static final int SAMPLE = 2;
    private static final int LOCATION = 4;
    private static final int FUNCTION = 5;
    private static final int STRING_TABLE = 6;
    private static final int TIME_NANOS = 9;
    private static final int DURATION_NANOS = 10;
    private static final int COMMENT = 13;
    private static final int DEFAULT_SAMPLE_TYPE = 14;

    private static final String NOTE = "self values of a SIM call tree; what metering took is in none of them";

    private final Map<String, Integer> strings = new LinkedHashMap<>();

    private Pprof() {
        string("");
    }

    static void write(Profile profile, List<Profile.Measure> measures, OutputStream to) throws IOException {
        GZIPOutputStream out = new GZIPOutputStream(to, 1 << 16);
        new Pprof().write(profile, measures, new Protobuf(out));
        out.finish(); // not closed: the answer goes on after it
    }

    private void write(Profile profile, List<Profile.Measure> measures, Protobuf out) throws IOException {
        for (Profile.Measure measure : measures) {
            out.message(SAMPLE_TYPE, type -> type.number(1, string(measure.name())).number(2,
                    string(measure.unit().equals("ns") ? "nanoseconds" : measure.unit())));
        }
        List<Long> own = new ArrayList<>();
        for (int node = 0; node < profile.size(); node++) {
            own.clear();
            for (Profile.Measure measure : measures) {
                own.add(profile.value(node, measure));
            }
            if (own.stream().anyMatch(value -> value != 0)) {
                int[] stack = profile.stack(node);
                out.message(SAMPLE, sample -> sample.packed(1, stack.length, i -> stack[stack.length - 1 - i] + 1)
                        .packed(2, own.size(), own::get));
            }
        }
        List<String> frames = profile.frames();
        for (int frame = 0; frame < frames.size(); frame++) {
            long id = frame + 1L;
            String name = frames.get(frame);
            out.message(LOCATION, location -> location.number(1, id).message(4, line -> line.number(1, id)));
            out.message(FUNCTION, function -> function.number(1, id).number(2, string(name)).number(3, string(name)));
        }
        out.number(TIME_NANOS, profile.fromMillis() * 1_000_000);
        out.number(DURATION_NANOS, (profile.toMillis() - profile.fromMillis()) * 1_000_000);
        out.number(COMMENT, string(NOTE));
        if (!measures.isEmpty()) {
            out.number(DEFAULT_SAMPLE_TYPE, string(measures.get(0).name()));
        }
        for (String each : strings.keySet()) {
            out.text(STRING_TABLE, each);
        }
    }

    private int string(String text) {
        return strings.computeIfAbsent(text, added -> strings.size());
    }
}
