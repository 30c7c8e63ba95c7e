package sim.wire;

import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.dataformat.cbor.CBORFactory;

/** A frame's parts as CBOR: an array of its type, its integers, its strings, its scalars. */
final class Cbor {
    /** Heap overhead of one decoded string, in bytes. */
    private static final int TEXT_OVERHEAD = 60;
    /** All strings of a frame together may use at most this multiple of the frame's length. */
    private static final int MOST_OF_TEXTS = 16;

    private static final CBORFactory CBOR = new CBORFactory();

    /** A frame's type and its parts. */
    record Message(int type, Parts parts) {}

    private Cbor() {}

    /** Reads a frame that takes exactly the first {@code length} bytes. */
    static Message read(byte[] bytes, int length) throws WireException {
        try (JsonParser parser = CBOR.createParser(ObjectReadContext.empty(), bytes, 0, length)) {
            expect(parser.nextToken() == JsonToken.START_ARRAY);
            expect(parser.nextToken() == JsonToken.VALUE_NUMBER_INT);
            int type = parser.getIntValue();
            Parts in = parts(parser, (long) length * MOST_OF_TEXTS);
            expect(parser.nextToken() == JsonToken.END_ARRAY);
            return new Message(type, in);
        } catch (JacksonException | IllegalArgumentException malformed) {
            throw new WireException("not CBOR: " + firstLine(malformed.getMessage()));
        }
    }

    private static void writeIntegers(JsonGenerator generator, Parts parts) {
        List<Long> integers = new ArrayList<>();
        try {
            while (parts.hasNext()) {
                integers.add(parts.next());
            }
        } catch (WireException impossible) {
            throw new IllegalStateException(impossible);
        }
        generator.writeStartArray(null, integers.size());
        integers.forEach(generator::writeNumber);
        generator.writeEndArray();
    }

    /**
     * @param packed whether the integers are one byte string. Otherwise each is a number, which peers of any version can read
     */
    static void write(int type, Parts parts, boolean packed, OutputStream bytes) {
        try (JsonGenerator generator = CBOR.createGenerator(ObjectWriteContext.empty(), bytes)) {
            generator.writeStartArray(null, 4);
            generator.writeNumber(type);
            if (packed) {
                generator.writeBinary(parts.integers());
            } else {
                writeIntegers(generator, parts);
            }
            generator.writeStartArray(null, parts.strings().size());
            for (String text : parts.strings()) {
                generator.writeString(text);
            }
            generator.writeEndArray();
            generator.writeStartArray(null, parts.scalars().size());
            for (Object scalar : parts.scalars()) {
                writeScalar(generator, scalar);
            }
            generator.writeEndArray();
            generator.writeEndArray();
        }
    }

    private static void writeScalar(JsonGenerator generator, Object scalar) {
        if (scalar instanceof Long number) {
            generator.writeNumber(number);
        } else if (scalar instanceof Double number) {
            generator.writeNumber(number);
        } else if (scalar instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else {
            generator.writeString(String.valueOf(scalar));
        }
    }

    private static Parts parts(JsonParser parser, long room) throws WireException {
        Parts parts = integers(parser);
        expect(parser.nextToken() == JsonToken.START_ARRAY);
        while (parser.nextToken() == JsonToken.VALUE_STRING) {
            String text = parser.getString();
            room -= TEXT_OVERHEAD + text.length();
            expectRoom(room);
            parts.strings().add(text);
        }
        expect(parser.currentToken() == JsonToken.END_ARRAY);
        expect(parser.nextToken() == JsonToken.START_ARRAY);
        for (JsonToken token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            Object value = scalar(parser, token);
            room -= value instanceof String text ? TEXT_OVERHEAD + text.length() : 0;
            expectRoom(room);
            parts.scalars().add(value);
        }
        return parts;
    }

    /** Reads the integers: packed in a batch, plain elsewhere, so that peers of all versions can tell each other which one they speak. */
    private static Parts integers(JsonParser parser) throws WireException {
        JsonToken first = parser.nextToken();
        if (first == JsonToken.VALUE_EMBEDDED_OBJECT) {
            byte[] packed = parser.getBinaryValue();
            expect(packed != null);
            return new Parts(packed);
        }
        expect(first == JsonToken.START_ARRAY);
        Parts parts = new Parts();
        while (parser.nextToken() == JsonToken.VALUE_NUMBER_INT) {
            parts.add(parser.getLongValue());
        }
        expect(parser.currentToken() == JsonToken.END_ARRAY);
        return parts;
    }

    private static Object scalar(JsonParser parser, JsonToken token) throws WireException {
        expect(token != null);
        switch (token) {
            case VALUE_NUMBER_INT :
                return parser.getLongValue();
            case VALUE_NUMBER_FLOAT :
                return parser.getDoubleValue();
            case VALUE_TRUE :
                return Boolean.TRUE;
            case VALUE_FALSE :
                return Boolean.FALSE;
            case VALUE_STRING :
                return parser.getString();
            default :
                throw new WireException("a value is neither string, number nor boolean");
        }
    }

    private static void expect(boolean holds) throws WireException {
        if (!holds) {
            throw new WireException("not a frame");
        }
    }

    private static void expectRoom(long room) throws WireException {
        if (room < 0) {
            throw new WireException("a frame of texts far shorter than any program's");
        }
    }

    private static String firstLine(String text) {
        return text == null ? "" : OneLine.of(text.lines().findFirst().orElse(""), 160);
    }
}
