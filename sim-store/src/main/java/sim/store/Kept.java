package sim.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the policy lets a question read, as the store is in its transaction: the same before and after the upkeep removes what is
 * older. One thread.
 */
public final class Kept {
    /** A table of rows that are kept as they came, a view of such, or a text in quotes, which stays as it is whatever it says. */
    private static final Pattern TABLE = Pattern.compile("'[^']*'|\"[^\"]*\"|\\b(FROM|JOIN) (" + Tables.AGEING.stream()
            .filter(table -> !table.isRolled()).map(Table::name).collect(Collectors.joining("|"))
            + "|contexts|invocations)\\b");

    private final Manifest manifest;
    private final Pieces pieces;
    private final long hour;
    /** By table and columns. */
    private final Map<String, String> rows = new HashMap<>();
    private final Finding finding;
    /** What selects the contexts before the floor that stay; null until they were looked for. */
    private String notable;

    Kept(Manifest manifest, Pieces pieces, Finding finding) {
        this.finding = finding;
        this.manifest = manifest;
        this.pieces = pieces;
        this.hour = manifest.ladder().step(3);
    }

    /**
     * The part that a question with a range reads of the tables of sums.
     *
     * @param isOfApplication whether the sums over an application's instances are asked for
     * @param instance one of them, or null for all
     * @param points of a chart at most so many; 0 where totals are asked for
     */
    public Slice slice(String application, String instance, boolean isOfApplication, long fromMicros, long toMicros,
            int points) {
        return new Slice(pieces, manifest, application, instance, isOfApplication, fromMicros, toMicros, points);
    }

    /** A statement that reads what is kept wherever it names a table of single rows. */
    public String narrow(String sql) throws SQLException {
        Matcher table = TABLE.matcher(sql);
        StringBuilder narrowed = new StringBuilder();
        Wanted wanted = Wanted.by(sql);
        while (table.find()) {
            table.appendReplacement(narrowed, Matcher.quoteReplacement(table.group(2) == null
                    ? table.group()
                    : table.group(1) + " (" + rows(table.group(2), wanted) + ")"));
        }
        return table.appendTail(narrowed).toString();
    }

    private String rows(String name, Wanted wanted) throws SQLException {
        return switch (name) {
            case "contexts" -> narrow(Schema.CONTEXTS.replace("r.*", wanted.of(ContextTables.RECORDS).stream()
                    .map(column -> "r." + column).collect(Collectors.joining(", "))));
            case "invocations" -> narrow(Schema.INVOCATIONS);
            default -> rows(Tables.named(name), wanted);
        };
    }

    private String rows(Table<?> table, Wanted wanted) throws SQLException {
        List<String> columns = wanted.of(table);
        String known = rows.get(table.name() + columns);
        if (known == null) {
            boolean isContext = ContextTables.ONE_BY_ONE.contains(table);
            long floor = isContext ? manifest.contextFloor() : manifest.detailFloor();
            known = pieces.kept(table, columns, floor, manifest.notableFloor(),
                    isContext && manifest.hasNotable() ? notable() : null);
            rows.put(table.name() + columns, known);
        }
        return known;
    }

    /** Looks for them once, and not before a statement wants contexts. */
    private String notable() throws SQLException {
        if (notable == null) {
            String records = pieces.recordsUpTo(manifest.contextFloor());
            if (records != null) {
                NotableContexts.find(finding, records, hour);
            }
            notable = NotableContexts.select(records != null, pieces.pickedBeside(manifest.contextFloor()));
        }
        return notable;
    }

    /** Runs a statement that changes temporary tables; returns the rows changed. */
    public interface Finding {
        long run(String sql) throws SQLException;
    }

    /** Contexts up to this are gone, but the notable ones; microseconds since the epoch. */
    public long contextsGoneMicros() {
        return Math.max(manifest.contextFloor(), manifest.contextsGone());
    }

    /** Sums of instances up to this are gone. */
    public long sumsGoneMicros() {
        return manifest.floor(Scope.INSTANCE, Scope.INSTANCE.top);
    }

    /** A failure of what was asked, with the segments that the statements read. */
    public SQLException failed(SQLException failure) {
        return new Unanswered(failure, pieces.named());
    }

    /** What is missing of a range because its segment is damaged; empty as a rule. */
    public List<Map<String, Object>> missing(long fromMicros, long toMicros) {
        return missing(manifest, new Interval(fromMicros, toMicros));
    }

    static List<Map<String, Object>> missing(Manifest manifest, Interval span) {
        List<Map<String, Object>> missing = new ArrayList<>();
        for (Segment each : manifest.damaged) {
            if (each.meets(span) && !manifest.hasFiner(each)) {
                Map<String, Object> part = new LinkedHashMap<>();
                part.put("segment", each.file());
                part.put("from", each.from() / 1000);
                part.put("to", each.to() / 1000);
                part.put("rows", each.rows());
                missing.add(part);
            }
        }
        return missing;
    }
}
