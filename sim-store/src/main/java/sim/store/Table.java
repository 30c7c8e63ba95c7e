package sim.store;

import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import sim.store.Column.Role;
import sim.wire.Section;

/**
 * One kind of rows, declared once: columns, what of a batch they are made of, how they age and how they are rolled up. Schema,
 * writer, roll-up and ageing know a table by this alone; {@link Tables} has all of them.
 *
 * @param name the table's name, as questions know it
 * @param ages how its rows age
 * @param ofApplication whether the rows of an application's instances are also added up
 * @param columns in the order in which rows are written
 * @param parts what of a batch becomes rows; null where a writer of its own does it
 * @param row writes the rows of one part
 * @param checks what a batch must fulfil for its rows to be stored
 * @param isPacked whether {@code row} writes {@link PackedBuckets}, which the head has instead of the columns
 */
record Table<T>(String name, Ages ages, boolean ofApplication, List<Column> columns,
        Function<IncomingBatch, ? extends Collection<T>> parts, GroupWriter.Row<T> row,
        List<BatchCheck.Part<?>> checks, boolean isPacked) {
    enum Ages {
        /** Never by itself: it goes with its instance. */
        STATE,
        /** Rows are kept as they came, and go. */
        KEPT,
        /** Rows are rolled up from step to step: see {@link Ladder}. */
        ROLLED
    }

    /** Columns of which a dictionary says what is told apart. */
    private static final List<String> TOLD_APART = List.of("text", "telemetry", "line", "name", "tag");

    static <T> Table<T> state(String name, String columns, Function<IncomingBatch, ? extends Collection<T>> parts,
            GroupWriter.Row<T> row) {
        return new Table<>(name, Ages.STATE, false, Column.of(columns), parts, row, List.of(), false);
    }

    static <T> Table<T> kept(String name, String columns, Function<IncomingBatch, ? extends Collection<T>> parts,
            GroupWriter.Row<T> row) {
        return new Table<>(name, Ages.KEPT, false, Column.of(columns), parts, row, List.of(), false);
    }

    static <T> Table<T> rolled(String name, String columns, Function<IncomingBatch, ? extends Collection<T>> parts,
            GroupWriter.Row<T> row) {
        return new Table<>(name, Ages.ROLLED, false, Column.of(columns), parts, row, List.of(), false);
    }

    /** The same, added up over an application's instances too. */
    Table<T> andOfApplication() {
        return new Table<>(name, ages, true, columns, parts, row, checks, isPacked);
    }

    /** The same; its rows are packed in the head. */
    Table<T> packed() {
        return new Table<>(name, ages, ofApplication, columns, parts, row, checks, true);
    }

    /** The same. A batch with an element of the section that fails the check is refused by name and kept aside. */
    <E> Table<T> checking(Section<E> section, BiConsumer<E, BatchCheck> check) {
        return new Table<>(name, ages, ofApplication, columns, parts, row,
                List.of(new BatchCheck.Part<>(section, check)), isPacked);
    }

    boolean isRolled() {
        return ages == Ages.ROLLED;
    }

    /** The name of its native table in a slot of the head, which rows are written to. */
    String in(long slot) {
        return name + "_" + slot;
    }

    /** What its rows are read from in a slot of the head, with all columns: a table or a subquery. */
    String rowsIn(long slot) {
        return isPacked ? PackedBuckets.rows(in(slot)) : in(slot);
    }

    String create(String as) {
        return "CREATE TABLE " + as + "(" + layout() + ")";
    }

    /** Its columns in the database with their types, with commas between two: what a store must have to be of this layout. */
    String layout() {
        return isPacked
                ? PackedBuckets.LAYOUT
                : columns.stream().map(column -> column.name() + " " + column.type()).collect(Collectors.joining(", "));
    }

    /** Its column of the time; null for a table that is {@link Ages#STATE}. */
    String time() {
        return columns.stream().filter(column -> column.role() == Role.TIME).map(Column::name).findFirst()
                .orElse(null);
    }

    boolean has(String column) {
        return columns.stream().anyMatch(each -> each.name().equals(column));
    }

    /**
     * Rows of instances as rows of their applications: places instead of nodes, meters and payload probes by their labels, the
     * descriptions, lines and names that are told apart, and no recordings.
     *
     * @param from a table or a subquery
     */
    String ofApplications(String from) {
        List<String> all = columns.stream().map(Column::name).toList();
        return "(SELECT " + all.stream().map(this::ofApplication).collect(Collectors.joining(", "))
                + joined(from, all) + ")";
    }

    /**
     * Rows of instances as rows of one of their applications, whose instance is the empty text.
     *
     * @param wanted the columns that are selected
     * @param spans of which times; null for any
     */
    String ofApplication(String application, String from, List<String> wanted, List<Interval> spans) {
        return "SELECT " + wanted.stream().map(column -> column.equals("instance")
                ? "'' AS instance"
                : ofApplication(
                        column))
                .collect(Collectors.joining(", ")) + joined(from, wanted) + " WHERE i.application = "
                + Literals.text(application) + (spans == null ? "" : " AND " + during("t." + time(), spans));
    }

    private String ofApplication(String column) {
        return switch (column) {
            case "instance" -> "i.application";
            case "node" -> "coalesce(n.place, 0) AS node";
            case "meter" -> "coalesce(e.number, t.meter) AS meter";
            case "probe" -> "coalesce(p.number, 0) AS probe";
            case "text", "telemetry", "line" -> "CASE WHEN d.text IS NULL THEN '" + Places.OTHER + "' ELSE t." + column
                    + " END AS " + column;
            case "name" -> "CASE WHEN d.text IS NULL" + (has("tag") ? "" : " AND NOT " + SummedNames.IS_PLATFORMS)
                    + " THEN '" + Places.OTHER + "' ELSE t.name END AS name";
            case "tag" -> "CASE WHEN d.text IS NULL THEN '' ELSE t.tag END AS tag";
            case "recording" -> "CAST(0 AS BIGINT) AS recording";
            default -> "t." + column;
        };
    }

    /** The rows and what these columns need beside them. */
    private String joined(String from, List<String> wanted) {
        boolean isToldApart = TOLD_APART.stream().anyMatch(wanted::contains);
        return " FROM " + from + " t JOIN instances i ON i.instance = t.instance"
                + (wanted.contains("node") ? " LEFT JOIN nodes n ON n.instance = t.instance AND n.node = t.node" : "")
                + (wanted.contains("meter")
                        ? " LEFT JOIN extra_meters e ON e.instance = t.instance AND e.meter = t.meter"
                        : "")
                + (wanted.contains("probe") || isToldApart && has("probe")
                        ? " LEFT JOIN (SELECT instance, probe, max(number) AS number FROM payload_probes GROUP BY ALL) p "
                                + "ON p.instance = t.instance AND p.probe = t.probe"
                        : "")
                + (isToldApart ? toldApart() : "");
    }

    /** A condition on a column of times. */
    static String during(String column, List<Interval> spans) {
        return spans.stream().map(span -> span.on(column)).collect(Collectors.joining(" OR ", "(", ")"));
    }

    /** The dictionary of what is told apart, if there is one. */
    private String toldApart() {
        if (has("text")) {
            return toldApart(PayloadTexts.TABLE, "coalesce(p.number, 0)", "t.text");
        }
        if (has("telemetry")) {
            return toldApart(PayloadTexts.LINES, "coalesce(p.number, 0)",
                    "t.telemetry || " + PayloadTexts.BETWEEN + " || t.line");
        }
        if (has("tag")) {
            return toldApart(SummedNames.KINDS, String.valueOf(Texts.NO_PROBE),
                    "t.name || " + PayloadTexts.BETWEEN + " || t.tag");
        }
        return has("name") ? toldApart(SummedNames.TELEMETRIES, String.valueOf(Texts.NO_PROBE), "t.name") : "";
    }

    private static String toldApart(String dictionary, String probe, String text) {
        return " LEFT JOIN " + dictionary + " d ON d.application = i.application AND d.probe = " + probe
                + " AND d.text = " + text;
    }

    /**
     * Adds up rows by step.
     *
     * @param of the column of who: {@code instance} or {@code application}
     * @param from the rows: a table or a subquery
     * @param step microseconds
     */
    String rollUp(String of, String from, long step) {
        String time = time();
        String end = "(" + time + " + " + (step - 1) + ") // " + step;
        boolean isLast = columns.stream().anyMatch(column -> column.role() == Role.LAST);
        String selected = columns.stream().map(column -> column.role() == Role.TIME
                ? (isLast ? "max(" + time + ")" : end + " * " + step) + " AS " + time
                : column.name().equals("instance") ? of : column.rolled(time)).collect(Collectors.joining(", "));
        String keys = columns.stream().filter(column -> column.role() == Role.KEY)
                .map(column -> column.name().equals("instance") ? of : column.name())
                .collect(Collectors.joining(", "));
        return "SELECT " + selected + " FROM " + from + " GROUP BY " + keys + ", " + end;
    }

    /** The order of rows in a segment: a question asks for an instance or a place, and reads what lies together. */
    String order(String of) {
        return " ORDER BY " + (has("instance") ? of + ", " : "") + (has("node") ? "node, " : "") + time();
    }
}
