package sim.jfr.reader;

import java.util.LinkedHashMap;
import java.util.Map;

/** Decodes single events of a chunk, such as contexts: their numbers, booleans and texts. One thread. */
final class Fields {
    private final Input input;
    private final Chunk chunk;
    private final Metadata metadata;
    private final Numbers texts;

    /** @param texts the positions of the chunk's shared texts, by their key */
    Fields(Input input, Chunk chunk, Metadata metadata, Numbers texts) {
        this.input = input;
        this.chunk = chunk;
        this.metadata = metadata;
        this.texts = texts;
    }

    /** The values of the event at a position. */
    Values read(long position) {
        input.range(position, chunk.end());
        long size = input.readNumber();
        input.range(input.position(), position + size);
        Type type = metadata.type(input.readNumber());
        Map<String, Object> plain = new LinkedHashMap<>();
        Map<String, Object> entries = new LinkedHashMap<>();
        for (Type.Field field : type.fields) {
            if (field.array || !field.constant && field.type.layout == Type.Layout.FIELDS) {
                // SIM's events have no such field. Contexts of others may; what comes after it is left out.
                break;
            }
            Object value = value(field);
            if (field.contextual && !(type.own && field.name.equals("entries"))) {
                entries.put(type.entryName(field), value);
            } else {
                plain.put(field.name, value);
            }
        }
        return new Values(plain, entries);
    }

    /**
     * The values of an event.
     *
     * @param plain by the field's name; in a context of SIM with all entries as one text, that is {@code entries}
     * @param entries those of contextual fields, by the entry's key
     */
    record Values(Map<String, Object> plain, Map<String, Object> entries) {
        long number(String field) {
            return plain.get(field) instanceof Long number ? number : 0;
        }

        boolean is(String field) {
            return Boolean.TRUE.equals(plain.get(field));
        }

        String text(String field) {
            return plain.get(field) instanceof String text ? text : "";
        }
    }

    private Object value(Type.Field field) {
        if (field.constant) {
            return input.readNumber();
        }
        return switch (field.type.layout) {
            case NUMBER -> input.readNumber();
            case BYTE -> field.type.name.equals("boolean")
                    ? (Object) (input.readByte() != 0)
                    : (Object) (long) input.readByte();
            case FLOAT -> (double) Float.intBitsToFloat((int) input.readRaw(4));
            case DOUBLE -> Double.longBitsToDouble(input.readRaw(8));
            case TEXT -> text(input.readByte(), true);
            case FIELDS -> throw new AssertionError(field.name);
        };
    }

    private String text(int encoding, boolean mayBeShared) {
        if (encoding == Input.SHARED_TEXT) {
            return mayBeShared ? shared(input.readNumber()) : null;
        }
        return input.readText(encoding);
    }

    private String shared(long key) {
        long position = texts.get(key);
        if (position == Numbers.NONE) {
            return null;
        }
        long back = input.position();
        long limit = back + input.remaining();
        input.range(position, chunk.end());
        String text = text(input.readByte(), false);
        input.range(back, limit);
        return text;
    }
}
