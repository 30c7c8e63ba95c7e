package sim.jfr.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes the layout of a chunk's events and constants. Immutable once read. */
final class Metadata {
    private static final int MAX_DEPTH = 16;
    private static final long MAX_SIZE = 64 << 20;

    final long id;
    private final Map<Long, Type> types = new HashMap<>();

    private Metadata(long id) {
        this.id = id;
    }

    /** Reads a chunk's metadata. Returns those of the chunk before if they are the same, as they mostly are. */
    static Metadata read(Input input, Chunk chunk, Metadata former) {
        input.range(chunk.metadata(), chunk.end());
        long size = input.readNumber();
        if (size <= 0 || size > Math.min(MAX_SIZE, chunk.end() - chunk.metadata())) {
            throw new Damaged("its metadata has an impossible size of " + size);
        }
        long behind = input.position();
        input.range(behind, chunk.metadata() + size);
        if (input.readNumber() != 0) {
            throw new Damaged("there is no metadata where it should be, at " + chunk.metadata());
        }
        input.readNumber();
        input.readNumber();
        long id = input.readNumber();
        if (former != null && former.id == id) {
            return former;
        }
        Metadata metadata = new Metadata(id);
        String[] texts = new String[input.readCount()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = input.readText(input.readByte());
        }
        metadata.declare(Element.read(input, texts, 0));
        return metadata;
    }

    /** The type of a number; null if it is not defined. */
    Type type(long id) {
        return types.get(id);
    }

    Iterable<Type> types() {
        return types.values();
    }

    private void declare(Element root) {
        // JDK 17 was seen to define a type twice. The JDK's reader then takes the last definition, with the fields of the one that has
        // fields.
        Map<Long, Element> declared = new LinkedHashMap<>();
        Map<Long, Element> laidOut = new LinkedHashMap<>();
        for (Element metadata : root.children("metadata")) {
            for (Element element : metadata.children("class")) {
                declared.put(element.number("id"), element);
                if (!element.children("field").isEmpty()) {
                    laidOut.put(element.number("id"), element);
                }
            }
        }
        declared.forEach((id, element) -> types.put(id,
                new Type(id, element.required("name"), "jdk.jfr.Event".equals(element.text("superType")))));
        for (Element element : laidOut.values()) {
            Type type = types.get(element.number("id"));
            for (Element field : element.children("field")) {
                Type of = types.get(field.number("class"));
                if (of == null) {
                    throw new Damaged("its metadata uses type " + field.text("class") + " without defining it");
                }
                type.fields.add(new Type.Field(field.required("name"), label(field), of,
                        field.text("constantPool") != null, field.number("dimension", 0) > 0,
                        annotation(field, "jdk.jfr.Contextual") != null));
            }
        }
        types.values().forEach(Type::settle);
    }

    private String label(Element field) {
        Element annotation = annotation(field, "jdk.jfr.Label");
        return annotation == null ? null : annotation.text("value");
    }

    private Element annotation(Element field, String name) {
        for (Element annotation : field.children("annotation")) {
            Type type = types.get(annotation.number("class"));
            if (type != null && type.name.equals(name)) {
                return annotation;
            }
        }
        return null;
    }

    /** A node of the metadata's tree. */
    private record Element(String name, Map<String, String> attributes, List<Element> children) {
        static Element read(Input input, String[] texts, int depth) {
            if (depth > MAX_DEPTH) {
                throw new Damaged("its metadata is nested deeper than " + MAX_DEPTH);
            }
            String name = string(input, texts);
            Map<String, String> attributes = new HashMap<>();
            for (int count = input.readCount(); count > 0; count--) {
                attributes.put(string(input, texts), string(input, texts));
            }
            List<Element> children = new ArrayList<>();
            for (int count = input.readCount(); count > 0; count--) {
                children.add(read(input, texts, depth + 1));
            }
            return new Element(name, attributes, children);
        }

        List<Element> children(String wanted) {
            return children.stream().filter(child -> wanted.equals(child.name)).toList();
        }

        String text(String attribute) {
            return attributes.get(attribute);
        }

        long number(String attribute, long otherwise) {
            return attributes.containsKey(attribute) ? number(attribute) : otherwise;
        }

        String required(String attribute) {
            String text = attributes.get(attribute);
            if (text == null) {
                throw new Damaged("its metadata has a " + name + " without " + attribute);
            }
            return text;
        }

        long number(String attribute) {
            String text = required(attribute);
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException notOne) {
                throw new Damaged("its metadata has a " + name + " whose " + attribute + " is " + text);
            }
        }

        private static String string(Input input, String[] texts) {
            long at = input.readNumber();
            if (at < 0 || at >= texts.length) {
                throw new Damaged("its metadata refers to text " + at + " of " + texts.length);
            }
            return texts[(int) at];
        }
    }
}
