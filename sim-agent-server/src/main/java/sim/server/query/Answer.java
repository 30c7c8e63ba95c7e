package sim.server.query;

import java.io.OutputStream;
import java.util.Map;
import sim.server.store.Slice;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** An answer that leaves as JSON row by row, while its rows are read. One thread. */
public final class Answer {
    private final JsonGenerator json;
    private Slice slice;

    public Answer(OutputStream out) {
        this.json = JsonMapper.shared().createGenerator(out);
    }

    /** Says of what step the figures are, and what is missing. */
    Answer of(Slice read) {
        slice = read;
        return this;
    }

    /** The whole answer at once; for small ones. */
    public void whole(Object answer) {
        json.writePOJO(answer);
    }

    /** An answer that is nothing but its rows. */
    void rows(Body rows) {
        json.writeStartArray();
        rows.write();
        json.writeEndArray();
    }

    /** Whose figures of when, then the rows under a name. */
    void rows(Range range, String name, Body rows) {
        rows(range, name, rows, Map.of());
    }

    /** The same, with what is known when the rows were written at the end. */
    void rows(Range range, String name, Body rows, Map<String, Object> after) {
        json.writeStartObject();
        json.writeStringProperty("application", range.application());
        json.writeNumberProperty("from", range.fromMicros() / 1000);
        json.writeNumberProperty("to", range.toMicros() / 1000);
        if (slice != null) {
            json.writeStringProperty("resolution", slice.resolution());
            if (!slice.missing().isEmpty()) {
                json.writeName("missing");
                json.writePOJO(slice.missing());
            }
        }
        json.writeName(name);
        rows(rows);
        after.forEach((key, value) -> {
            json.writeName(key);
            json.writePOJO(value);
        });
        json.writeEndObject();
    }

    /** One row. */
    void row(Object row) {
        json.writePOJO(row);
    }

    /** The answer is complete. One that failed is not: closing what is open would make it look whole. */
    public void finish() {
        json.close();
    }

    /** Writes rows, each with {@link Answer#row}. */
    interface Body {
        void write();
    }
}
