package sim.server.query;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import sim.store.Slice;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.json.JsonMapper;

/** An answer that leaves as JSON row by row, while its rows are read. One thread. */
public final class Answer {
    private final OutputStream out;
    /** Null where rows are handed on. */
    private final JsonGenerator json;
    private final Reader reader;
    private final Predicate<String> seen;
    private final Runnable look;
    private Slice slice;
    private List<Map<String, Object>> missing = List.of();
    /** Null where there are no pages. */
    private Page page;
    /** Whether a row is half written. */
    private boolean writes;

    public Answer(OutputStream out) {
        this(out, any -> true, () -> {});
    }

    /**
     * @param seen which applications whoever asks may see; rows of others are left out
     * @param look throws when nobody waits for the answer any more
     */
    public Answer(OutputStream out, Predicate<String> seen, Runnable look) {
        this.out = out;
        this.json = JsonMapper.shared().createGenerator(out);
        this.reader = null;
        this.seen = seen;
        this.look = look;
    }

    private Answer(Reader reader, Predicate<String> seen, Runnable look) {
        this.out = null;
        this.json = null;
        this.reader = reader;
        this.seen = seen;
        this.look = look;
    }

    /** An answer to the same that hands its rows on instead of writing them, for what puts them into another format. */
    public Answer to(Reader another) {
        return new Answer(another, seen, look);
    }

    /** For what reads for long without the store, and without a row: throws when nobody waits for it any more. */
    public void look() {
        look.run();
    }

    /** Whether whoever asks may see an application. */
    boolean shows(String application) {
        return seen.test(application);
    }

    /** Says of what step the figures are, and what is missing. */
    Answer of(Slice read) {
        slice = read;
        return missing(read.missing());
    }

    /** Says where the next page begins. */
    Answer of(Page read) {
        page = read;
        return this;
    }

    /** Says what is missing. */
    Answer missing(List<Map<String, Object>> parts) {
        missing = parts;
        return this;
    }

    /** The whole answer at once; for small ones. */
    public void whole(Object answer) {
        json.writePOJO(answer);
    }

    /** The whole answer in another format than JSON. */
    public void bytes(Bytes bytes) throws IOException {
        bytes.write(out);
    }

    /** An answer that is nothing but its rows. */
    void rows(Body rows) {
        if (reader != null) {
            rows.write();
            return;
        }
        json.writeStartArray();
        rows.write();
        json.writeEndArray();
    }

    /** The rows under a name, and where the next page begins. */
    void rows(String name, Body rows, Supplier<String> next) {
        rows(name, Map.of(), rows, next);
    }

    /** The rows under a name, what stands beside them, and where the next page begins. */
    public void rows(String name, Map<String, Object> beside, Body rows, Supplier<String> next) {
        json.writeStartObject();
        beside.forEach((key, value) -> {
            json.writeName(key);
            json.writePOJO(value);
        });
        json.writeName(name);
        rows(rows);
        next(next.get());
        json.writeEndObject();
    }

    private void next(String cursor) {
        if (cursor != null) {
            json.writeStringProperty("next", cursor);
        }
    }

    /** Whose figures of when, then the rows under a name. */
    void rows(Range range, String name, Body rows) {
        rows(range, name, rows, Map.of());
    }

    /** The same, with what is known when the rows were written at the end. */
    void rows(Range range, String name, Body rows, Map<String, Object> after) {
        if (reader != null) {
            rows.write();
            reader.end(after);
            return;
        }
        json.writeStartObject();
        json.writeStringProperty("application", range.application());
        json.writeNumberProperty("from", range.fromMicros() / 1000);
        json.writeNumberProperty("to", range.toMicros() / 1000);
        if (slice != null) {
            json.writeStringProperty("resolution", slice.resolution());
        }
        if (!missing.isEmpty()) {
            json.writeName("missing");
            json.writePOJO(missing);
        }
        json.writeName(name);
        rows(rows);
        after.forEach((key, value) -> {
            json.writeName(key);
            json.writePOJO(value);
        });
        next(page == null ? null : page.next());
        json.writeEndObject();
    }

    /** One row; none if it is another application's that whoever asks may not see. */
    @SuppressWarnings("unchecked")
    public void row(Object row) {
        if (row instanceof Map<?, ?> fields && fields.get("application") instanceof String name && !shows(name)) {
            return;
        }
        if (reader != null) {
            reader.row((Map<String, Object>) row);
            return;
        }
        look.run(); // between rows: what breaks off here can still be ended well-formed
        writes = true;
        json.writePOJO(row);
        writes = false;
    }

    /**
     * Ends an answer that cannot go on and whose first rows have left: closes what is open, and says why behind the rows. False if it has no place
     * for that, and must be broken off.
     */
    public boolean cut(Map<String, Object> why) {
        if (json == null || writes) {
            return false;
        }
        TokenStreamContext open = json.streamWriteContext();
        while (open.getParent() != null && !open.getParent().inRoot()) {
            if (open.inArray()) {
                json.writeEndArray();
            } else {
                json.writeEndObject();
            }
            open = json.streamWriteContext();
        }
        if (!open.inObject()) {
            return false;
        }
        json.writeBooleanProperty("incomplete", true);
        why.forEach((key, value) -> {
            json.writeName(key);
            json.writePOJO(value);
        });
        json.writeEndObject();
        json.close();
        return true;
    }

    /** The answer is complete. One that failed is not: closing what is open would make it look whole. */
    public void finish() {
        json.close();
    }

    /** Is given the rows of an answer. */
    public interface Reader {
        /** A row as the HTTP interface describes it; it may be overwritten by the next. */
        void row(Map<String, Object> row);

        /** What stands behind the rows. */
        default void end(Map<String, Object> after) {}
    }

    /** Writes an answer. */
    public interface Bytes {
        void write(OutputStream out) throws IOException;
    }

    /** Writes rows, each with {@link Answer#row}. */
    public interface Body {
        void write();
    }
}
