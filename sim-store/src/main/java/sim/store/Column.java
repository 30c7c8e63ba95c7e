package sim.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sim.model.snapshot.Meter;

/**
 * A column of a {@link Table}, and what becomes of it when rows are rolled up.
 *
 * @param name its name, as SQL has it
 * @param type its type, as SQL has it
 * @param role what becomes of it
 */
record Column(String name, String type, Role role) {
    enum Role {
        /** Rows that agree in all keys become one. */
        KEY,
        /** The time of the row, in microseconds since the epoch. The row belongs to the first step that ends at this time or later. */
        TIME,
        SUM,
        MAX,
        MIN,
        /** The bits that any of them has. */
        BITS,
        /** The value of the latest row. */
        LAST
    }

    /** Columns as a text: {@code name TYPE} and the role, a key where none is named, with commas between two. */
    static List<Column> of(String text) {
        List<Column> columns = new ArrayList<>();
        for (String each : text.split(",")) {
            String[] words = each.trim().split(" ");
            columns.add(new Column(words[0], words[1],
                    words.length == 2 ? Role.KEY : Role.valueOf(words[2].toUpperCase(Locale.ROOT))));
        }
        return columns;
    }

    /**
     * What a table has of each meter, as {@link #of} reads it, with a comma ahead.
     *
     * @param parts {@code total}, {@code self} and {@code max}; none where there is one value
     */
    static String meters(String... parts) {
        StringBuilder columns = new StringBuilder();
        for (Meter meter : Meter.values()) {
            if (parts.length == 0) {
                columns.append(", ").append(Columns.of(meter)).append(" BIGINT");
            }
            for (String part : parts) {
                columns.append(", ").append(Columns.of(meter, part)).append(" BIGINT ")
                        .append(part.equals("max") ? "max" : "sum");
            }
        }
        return columns.toString();
    }

    /** The column of a rolled-up row, as SELECT wants it; {@code time} is the table's column of the time. */
    String rolled(String time) {
        return switch (role) {
            case SUM -> (type.equals("DOUBLE") ? "sum(" + name + ")" : saturated("sum(" + name + ")")) + " AS " + name;
            case BITS -> "bit_or(" + name + ") AS " + name;
            case MAX -> "max(" + name + ") AS " + name;
            case MIN -> "min(" + name + ") AS " + name;
            case LAST -> "arg_max(" + name + ", " + time + ") AS " + name;
            default -> name;
        };
    }

    /** The sum, or the largest BIGINT if the sum is larger, so that one bad row does not spoil the others. NULL if all values are. */
    private static String saturated(String sum) {
        return "CAST(CASE WHEN " + sum + " > " + Long.MAX_VALUE + " THEN " + Long.MAX_VALUE + " WHEN " + sum + " < -"
                + Long.MAX_VALUE + " THEN -" + Long.MAX_VALUE + " ELSE " + sum + " END AS BIGINT)";
    }
}
