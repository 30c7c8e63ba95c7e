package sim.export.profile;

import java.io.OutputStream;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * The file format of speedscope in its <em>sampled</em> form: one profile for each measure. The evented form wants begins and
 * ends in their order, and a call tree has none.
 */
final class Speedscope {
    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";

    /** The answer goes on after what is written. */
    private static final JsonFactory JSON = JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private Speedscope() {}

    static void write(Profile profile, List<Profile.Measure> measures, OutputStream out) {
        JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), out);
        json.writeStartObject();
        json.writeStringProperty("$schema", SCHEMA);
        json.writeStringProperty("exporter", "SIM");
        json.writeStringProperty("name", profile.application());
        json.writeName("shared");
        json.writeStartObject();
        json.writeName("frames");
        json.writeStartArray();
        for (String frame : profile.frames()) {
            json.writeStartObject();
            json.writeStringProperty("name", frame);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeName("profiles");
        json.writeStartArray();
        measures.forEach(measure -> write(profile, measure, json));
        json.writeEndArray();
        json.writeEndObject();
        json.close();
    }

    private static void write(Profile profile, Profile.Measure measure, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("type", "sampled");
        json.writeStringProperty("name", profile.application() + " " + measure.name());
        json.writeStringProperty("unit", switch (measure.unit()) {
            case "ns" -> "nanoseconds";
            case "bytes" -> "bytes";
            default -> "none";
        });
        json.writeNumberProperty("startValue", 0);
        json.writeName("samples");
        json.writeStartArray();
        long sum = 0;
        for (int node = 0; node < profile.size(); node++) {
            long value = profile.value(node, measure);
            if (value > 0) {
                int[] stack = profile.stack(node);
                json.writeArray(stack, 0, stack.length);
                sum += value;
            }
        }
        json.writeEndArray();
        json.writeNumberProperty("endValue", sum);
        json.writeName("weights");
        json.writeStartArray();
        for (int node = 0; node < profile.size(); node++) {
            if (profile.value(node, measure) > 0) {
                json.writeNumber(profile.value(node, measure));
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
