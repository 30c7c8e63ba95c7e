package sim.server.query;

import java.io.OutputStream;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

/** An answer that leaves as JSON row by row, while its rows are read. One thread. */
public final class Answer {
    private final JsonGenerator json;
    private final Predicate<String> seen;

    public Answer(OutputStream out) {
        this(out, any -> true);
    }

    /** @param seen which applications whoever asks may see; rows of others are left out */
    public Answer(OutputStream out, Predicate<String> seen) {
        this.json = JsonMapper.shared().createGenerator(out);
        this.seen = seen;
    }

    /** Whether whoever asks may see an application. */
    boolean shows(String application) {
        return seen.test(application);
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
        json.writeName(name);
        rows(rows);
        after.forEach((key, value) -> {
            json.writeName(key);
            json.writePOJO(value);
        });
        json.writeEndObject();
    }

    /** One row; none if it is another application's that whoever asks may not see. */
    void row(Object row) {
        if (row instanceof Map<?, ?> fields && fields.get("application") instanceof String name && !shows(name)) {
            return;
        }
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
