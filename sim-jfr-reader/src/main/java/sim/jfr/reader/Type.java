package sim.jfr.reader;

import java.util.ArrayList;
import java.util.List;
import sim.model.jfr.EventNames;

/** A type of a chunk's metadata: the type of events, or of values. */
final class Type {
    /** How a value is laid out. */
    enum Layout {
        NUMBER,
        BYTE,
        FLOAT,
        DOUBLE,
        TEXT,
        FIELDS
    }

    /** A field of a type. */
    static final class Field {
        final String name;
        final String label;
        final Type type;
        final boolean constant;
        final boolean array;
        final boolean contextual;

        Field(String name, String label, Type type, boolean constant, boolean array, boolean contextual) {
            this.name = name;
            this.label = label;
            this.type = type;
            this.constant = constant;
            this.array = array;
            this.contextual = contextual;
        }
    }

    final long id;
    final String name;
    final boolean event;
    final Layout layout;
    final List<Field> fields = new ArrayList<>();
    /** For event types: the indexes of the fields that tell the thread and the allocated amount; -1 for none. */
    int threadField = -1;
    int amountField = -1;
    boolean hasDuration;
    /** Whether events of this type are scopes. */
    boolean contextual;
    /** Whether it is one of SIM's own types. */
    final boolean own;

    Type(long id, String name, boolean event) {
        this.id = id;
        this.name = name;
        this.event = event;
        this.own = event && EventNames.isOwn(name);
        this.layout = switch (name) {
            case "int", "long", "short", "char" -> Layout.NUMBER;
            case "boolean", "byte" -> Layout.BYTE;
            case "float" -> Layout.FLOAT;
            case "double" -> Layout.DOUBLE;
            case "java.lang.String" -> Layout.TEXT;
            default -> Layout.FIELDS;
        };
    }

    /** Finds the fields for thread and amount, once all fields are known. */
    void settle() {
        if (!event) {
            return;
        }
        if (fields.isEmpty() || !isNumber(fields.get(0), "startTime")) {
            throw new Damaged("events of type " + name + " have no start");
        }
        hasDuration = fields.size() > 1 && isNumber(fields.get(1), "duration");
        int sampled = -1;
        contextual = name.equals(EventNames.CONTEXT);
        for (int i = 1; i < fields.size(); i++) {
            Field field = fields.get(i);
            contextual |= field.contextual && hasDuration;
            if (field.name.equals("duration") && (i != 1 || !hasDuration)) {
                throw new Damaged("the duration of events of type " + name + " is not where it belongs");
            }
            if (field.constant && !field.array && field.type.name.equals("java.lang.Thread")) {
                if (field.name.equals("eventThread")) {
                    threadField = i;
                } else if (field.name.equals("sampledThread")) {
                    sampled = i;
                }
            }
            if (isNumber(field, "weight") || isNumber(field, "tlabSize")
                    || isNumber(field, "allocationSize") && amountField < 0) {
                amountField = i;
            }
        }
        // The thread that writes a sample is not the one of which it was taken. The sample belongs to the latter.
        threadField = sampled >= 0 ? sampled : threadField;
    }

    /** The key of an entry. For SIM's contexts it is the field's label or name; for others it is type and field, as the JDK shows it. */
    String entryName(Field field) {
        if (own) {
            return field.label == null ? field.name : field.label;
        }
        return name.substring(name.lastIndexOf('.') + 1) + "." + field.name;
    }

    private static boolean isNumber(Field field, String name) {
        return field.name.equals(name) && !field.array && !field.constant && field.type.layout == Layout.NUMBER;
    }
}
