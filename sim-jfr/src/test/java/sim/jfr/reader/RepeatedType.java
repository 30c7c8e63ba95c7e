package sim.jfr.reader;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Makes of a recording of one chunk another whose metadata defines a type twice. The metadata is written anew behind the
 * chunk's last event, where the header is told to look for it; what was there stays as an event nobody reads.
 */
final class RepeatedType {
    private static final int SIZE_AT = 8;
    private static final int METADATA_AT = 24;

    private final ByteBuffer bytes;
    private final List<String> texts = new ArrayList<>();

    private RepeatedType(byte[] recording) {
        this.bytes = ByteBuffer.wrap(recording);
    }

    /** @param again what the definition is followed by, made of it */
    static byte[] in(byte[] recording, String type, UnaryOperator<Element> again) {
        return new RepeatedType(recording).repeat(type, again);
    }

    private byte[] repeat(String type, UnaryOperator<Element> again) {
        if (bytes.getLong(SIZE_AT) != bytes.capacity()) {
            throw new IllegalStateException("more chunks than one");
        }
        bytes.position((int) bytes.getLong(METADATA_AT));
        number();
        int begin = bytes.position();
        for (int i = 0; i < 4; i++) {
            // event type 0, start, duration, number of the metadata
            number();
        }
        for (long count = number(); count > 0; count--) {
            texts.add(text());
        }
        int tree = bytes.position();
        Element root = element();
        int repeated = 0;
        for (Element metadata : root.children) {
            for (Element each : List.copyOf(metadata.children)) {
                if (type.equals(value(each, "name"))) {
                    metadata.children.add(metadata.children.indexOf(each) + 1, again.apply(each));
                    repeated++;
                }
            }
        }
        if (repeated != 1) {
            throw new IllegalStateException(type + " was defined " + repeated + " times");
        }
        ByteArrayOutputStream event = new ByteArrayOutputStream();
        event.write(bytes.array(), begin, tree - begin);
        write(root, event);
        long size = event.size() + 9;
        ByteBuffer result = ByteBuffer.allocate(bytes.capacity() + (int) size).put(bytes.array());
        // any number may take nine bytes
        for (int i = 0; i < 8; i++) {
            result.put((byte) (size >>> 7 * i & 0x7F | 0x80));
        }
        result.put((byte) 0).put(event.toByteArray());
        return result.putLong(SIZE_AT, result.capacity()).putLong(METADATA_AT, bytes.capacity()).array();
    }

    private String value(Element element, String attribute) {
        for (int i = 0; i < element.attributes.size(); i += 2) {
            if (texts.get(element.attributes.get(i)).equals(attribute)) {
                return texts.get(element.attributes.get(i + 1));
            }
        }
        return null;
    }

    private Element element() {
        Element element = new Element((int) number(), new ArrayList<>(), new ArrayList<>());
        for (long count = 2 * number(); count > 0; count--) {
            element.attributes.add((int) number());
        }
        for (long count = number(); count > 0; count--) {
            element.children.add(element());
        }
        return element;
    }

    private static void write(Element element, ByteArrayOutputStream to) {
        write(element.name, to);
        write(element.attributes.size() / 2, to);
        element.attributes.forEach(each -> write(each, to));
        write(element.children.size(), to);
        element.children.forEach(each -> write(each, to));
    }

    private static void write(int number, ByteArrayOutputStream to) {
        int left = number;
        while (left > 0x7F) {
            to.write(left & 0x7F | 0x80);
            left >>>= 7;
        }
        to.write(left);
    }

    private String text() {
        int encoding = bytes.get();
        if (encoding < 3) {
            return "";
        }
        int length = (int) number();
        if (encoding == 4) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < length; i++) {
                text.append((char) number());
            }
            return text.toString();
        }
        byte[] raw = new byte[length];
        bytes.get(raw);
        return new String(raw, encoding == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
    }

    private long number() {
        long value = 0;
        for (int shift = 0; shift < 56; shift += 7) {
            byte next = bytes.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        return value | (bytes.get() & 0xFFL) << 56;
    }

    /** A node of the metadata's tree, its texts by number. */
    record Element(int name, List<Integer> attributes, List<Element> children) {
        Element withoutChildren() {
            return new Element(name, attributes, new ArrayList<>());
        }
    }
}
