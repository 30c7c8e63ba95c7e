package sim.collector.wire;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import sim.metrics.snapshot.Control;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.dataformat.cbor.CBORFactory;

/** Frames to bytes and back, without their length. Any thread. */
public final class FrameCodec {
    private static final int HELLO = 1;
    private static final int WELCOME = 2;
    private static final int REFUSAL = 3;
    private static final int BATCH = 4;
    private static final int ACK = 5;

    /** Memory a text takes beside its characters, and what all texts of a frame may take, in times of its length. */
    private static final int TEXT_OVERHEAD = 60;
    private static final int MOST_OF_TEXTS = 16;

    private static final CBORFactory CBOR = new CBORFactory();

    private FrameCodec() {}

    /** The frame as CBOR. */
    public static byte[] encode(Frame frame) {
        Parts out = new Parts();
        int type;
        if (frame instanceof Batch batch) {
            type = BATCH;
            BatchParts.write(batch, out);
        } else if (frame instanceof Ack ack) {
            type = ACK;
            out.add(ack.sequence());
            out.add(ack.controls().size());
            for (Control control : ack.controls()) {
                out.add(control.action().ordinal());
                out.add(control.owner());
                out.add(control.member());
                out.add(control.threshold());
                out.add(control.inherent());
            }
        } else if (frame instanceof Hello hello) {
            type = HELLO;
            out.add(Wire.MAGIC);
            out.add(hello.version());
            out.add(hello.application());
            out.add(hello.instance());
            out.add(hello.host());
            out.add(hello.pid());
            out.add(hello.jvm());
            out.add(hello.startMicros());
            out.add(hello.showsDisabled() ? 1 : 0);
            out.add(hello.extraMeters().size());
            hello.extraMeters().forEach(out::add);
        } else if (frame instanceof Welcome welcome) {
            type = WELCOME;
            out.add(welcome.version());
            out.add(welcome.lastSequence());
            out.add(welcome.lastName());
            out.add(welcome.lastNode());
        } else {
            type = REFUSAL;
            out.add(((Refusal) frame).reason());
        }
        return bytes(type, out);
    }

    /** The frame in these bytes. Takes at most some 48 times their size in memory, whatever they say: rows of zeros do. */
    public static Frame decode(byte[] bytes) throws WireException {
        try (JsonParser parser = CBOR.createParser(ObjectReadContext.empty(), bytes)) {
            expect(parser.nextToken() == JsonToken.START_ARRAY);
            expect(parser.nextToken() == JsonToken.VALUE_NUMBER_INT);
            int type = parser.getIntValue();
            Parts in = parts(parser, (long) bytes.length * MOST_OF_TEXTS);
            expect(parser.nextToken() == JsonToken.END_ARRAY);
            return frame(type, in);
        } catch (JacksonException | IllegalArgumentException malformed) {
            throw new WireException("not CBOR: " + firstLine(malformed.getMessage()));
        }
    }

    private static Frame frame(int type, Parts in) throws WireException {
        switch (type) {
            case HELLO :
                if (!Wire.MAGIC.equals(in.nextText())) {
                    throw new WireException("the hello does not begin with SIM");
                }
                return new Hello(in.nextInt(), in.requireText(), in.requireText(), in.requireText(), in.next(),
                        in.requireText(), in.next(), in.next() != 0, readTexts(in));
            case WELCOME :
                return new Welcome(in.nextInt(), in.next(), in.nextInt(), in.nextInt());
            case REFUSAL :
                return new Refusal(in.requireText());
            case BATCH :
                return BatchParts.read(in);
            case ACK :
                return new Ack(in.next(), readControls(in));
            default :
                throw new WireException("unknown frame type " + type);
        }
    }

    private static List<String> readTexts(Parts in) throws WireException {
        List<String> texts = new ArrayList<>();
        for (int left = in.nextCount(); left > 0; left--) {
            texts.add(in.requireText());
        }
        return texts;
    }

    private static List<Control> readControls(Parts in) throws WireException {
        List<Control> controls = new ArrayList<>();
        for (int left = in.nextCount(); left > 0; left--) {
            controls.add(new Control(in.nextOf(Control.Action.values()), in.requireText(), in.requireText(), in.next(),
                    in.next()));
        }
        return controls;
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

    private static byte[] bytes(int type, Parts parts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(parts.size() + 256);
        try (JsonGenerator generator = CBOR.createGenerator(ObjectWriteContext.empty(), bytes)) {
            generator.writeStartArray(null, 4);
            generator.writeNumber(type);
            if (type == BATCH) {
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
        return bytes.toByteArray();
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

    /** Packed in a batch, plain elsewhere: so a peer of any version can be told, and tell, which one it speaks. */
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
        String line = text == null ? "" : text.lines().findFirst().orElse("");
        return line.length() > 160 ? line.substring(0, 160) : line;
    }
}
