package sim.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The SQL that puts a table's rows together from the head and the segments of a {@link Manifest}. A statement costs by what it names before it
 * has read a row: so it names each segment once, and the parts of the head that have such rows. One thread.
 */
final class Pieces {
    /** The end of what selects no rows. */
    static final String NONE = " WHERE false";

    private final Manifest manifest;
    private final Path folder;
    /** What the head has, for a question that asks now; null where a statement is kept, and rows come later. */
    private final HeadRows head;
    private final Map<String, Segment> named = new LinkedHashMap<>();

    /** For statements that are kept. */
    Pieces(Manifest manifest, Path folder) {
        this(manifest, folder, null);
    }

    /** @param folder where segments are */
    Pieces(Manifest manifest, Path folder, HeadRows head) {
        this.manifest = manifest;
        this.folder = folder.toAbsolutePath();
        this.head = head;
    }

    Path folder() {
        return folder;
    }

    /** The segments that its statements read. */
    List<Segment> named() {
        return List.copyOf(named.values());
    }

    /** All rows of a table, each by its finest level: what a reader sees who asks by the table's name. */
    String all(Table<?> table) {
        return rows(table, Scope.INSTANCE,
                table.isRolled() ? manifest.finest(Scope.INSTANCE) : List.of(List.of(Interval.ALL)), names(table),
                Whose.ANY);
    }

    /** The rows of a span, of all instances. */
    String ofInstances(Table<?> table, Interval span, int coarsest) {
        return rows(table, Scope.INSTANCE, manifest.cover(table, Scope.INSTANCE, span, coarsest), names(table),
                Whose.ANY);
    }

    /**
     * The rows of a span, of an application's instances.
     *
     * @param wanted the columns that are selected
     * @param instance one of them, or null for all
     */
    String ofInstances(Table<?> table, List<String> wanted, Interval span, int coarsest, String application,
            String instance) {
        return rows(table, Scope.INSTANCE, manifest.cover(table, Scope.INSTANCE, span, coarsest), wanted,
                Whose.of(application, instance));
    }

    /** The rows of a span, added up over an application's instances; their instance is the empty text. */
    String ofApplication(Table<?> table, Interval span, int coarsest, String application) {
        return ofApplication(table, names(table), span, coarsest, application);
    }

    /** The same, of some columns. */
    String ofApplication(Table<?> table, List<String> wanted, Interval span, int coarsest, String application) {
        return rows(table, Scope.APPLICATION, manifest.cover(table, Scope.APPLICATION, span, coarsest), wanted,
                Whose.of(application, null));
    }

    /**
     * The rows that the policy keeps of a table that is not rolled up.
     *
     * @param wanted the columns that are selected
     * @param floor rows after this time are kept
     * @param notableFloor rows of notable contexts are kept after this time
     * @param notable selects the notable contexts up to {@code floor}; null for none
     */
    String kept(Table<?> table, List<String> wanted, long floor, long notableFloor, String notable) {
        List<String> parts = new ArrayList<>();
        String select = "SELECT " + String.join(", ", wanted) + " FROM ";
        List<Segment> all = manifest.segments.stream().filter(segment -> segment.is(table, Scope.INSTANCE)).toList();
        String whole = files(all.stream().filter(each -> each.level() == 0 && each.from() > floor).toList());
        if (whole != null) {
            parts.add(select + whole);
        }
        List<Segment> old = all.stream().filter(each -> each.level() == 0 && each.from() <= floor).toList();
        String partly = files(old.stream().filter(each -> notable != null || each.to() > floor).toList());
        if (partly != null) {
            parts.add(select + partly + " WHERE " + table.time() + " > " + floor
                    + (notable == null ? "" : " OR context IN (" + notable + ")"));
        }
        String longer = files(all.stream().filter(each -> each.level() == NotableContexts.LEVEL
                && each.to() > notableFloor).toList());
        if (longer != null) {
            parts.add(select + longer + " WHERE " + table.time() + " > " + notableFloor);
        }
        for (long slot : manifest.slots) {
            Interval there = head == null ? Interval.ALL : head.span(slot, table);
            if (there != null) {
                parts.add(select + table.rowsIn(slot)
                        + (notable == null && there.from() < floor ? " WHERE " + table.time() + " > " + floor : ""));
            }
        }
        return union(table, wanted, parts);
    }

    /** What reads the records of contexts up to a time; null for none. Those in the head are younger. */
    String recordsUpTo(long floor) {
        Table<?> records = ContextTables.RECORDS;
        String files = files(manifest.segments.stream().filter(each -> each.is(records, Scope.INSTANCE)
                && each.level() == 0 && each.from() <= floor).toList());
        return files == null
                ? null
                : "(" + select(records) + files + " WHERE " + records.time() + " <= " + floor + ")";
    }

    /** What reads the records of contexts that were picked before all of what is kept with them; null for none. */
    String pickedBeside(long floor) {
        return files(NotableContexts.pickedBeside(manifest,
                manifest.segments.stream().filter(each -> each.from() <= floor).toList()));
    }

    static List<String> names(Table<?> table) {
        return table.columns().stream().map(Column::name).toList();
    }

    /**
     * Selects rows of instances as they are, by the names of their columns: a file may have one more, which an earlier version made of the name of a
     * folder.
     */
    static String select(Table<?> table) {
        return "SELECT " + String.join(", ", names(table)) + " FROM ";
    }

    /** @param levels by level the spans for which its rows count; no two of them have a time in common */
    private String rows(Table<?> table, Scope scope, List<List<Interval>> levels, List<String> wanted, Whose whose) {
        List<String> parts = new ArrayList<>();
        segments(table, scope, levels, whose)
                .forEach((kind, segments) -> parts.add(
                        select(table, kind.isOfApplication ? Scope.APPLICATION : Scope.INSTANCE, scope, files(segments),
                                wanted, kind.spans, whose)));
        List<Interval> all = Interval.joined(levels.stream().flatMap(List::stream).toList());
        for (long slot : manifest.slots) { // its rows count at each level
            Interval there = head == null ? Interval.ALL : head.span(slot, table);
            if (there != null && all.stream().anyMatch(there::meets)) {
                boolean isWhole = all.stream().anyMatch(span -> span.has(there));
                parts.add(select(table, Scope.INSTANCE, scope, table.rowsIn(slot), wanted, isWhole ? null : all,
                        whose));
            }
        }
        return union(table, wanted, parts);
    }

    /** Segments that one statement reads: all that count whole, and those of the same spans. */
    private record Kind(boolean isOfApplication, List<Interval> spans) {}

    private Map<Kind, List<Segment>> segments(Table<?> table, Scope scope, List<List<Interval>> levels, Whose whose) {
        Map<Kind, List<Segment>> kinds = new LinkedHashMap<>();
        for (Segment each : manifest.segments) {
            // the finest rows of an application are those of its instances
            if (each.table() != table || each.scope() == Scope.INSTANCE && !each.mayHave(whose.instance)
                    || each.scope() == Scope.APPLICATION
                            && (scope == Scope.INSTANCE || !each.mayHave(whose.application))) {
                continue;
            }
            List<Interval> spans = new ArrayList<>();
            for (int level = 0; level < levels.size(); level++) {
                if (counts(each, level) && (scope == each.scope() || level == 0)) {
                    spans.addAll(levels.get(level));
                }
            }
            List<Interval> joined = Interval.joined(spans);
            if (joined.stream().anyMatch(each::meets)) {
                Interval own = new Interval(each.from() - 1, each.to());
                boolean isWhole = joined.stream().anyMatch(span -> span.has(own));
                kinds.computeIfAbsent(new Kind(each.scope() == Scope.APPLICATION, isWhole ? null : joined),
                        added -> new ArrayList<>()).add(each);
            }
        }
        return kinds;
    }

    /**
     * @param of whose rows are read
     * @param as whose rows are wanted
     * @param spans of which times; null for any
     */
    private static String select(Table<?> table, Scope of, Scope as, String from, List<String> wanted,
            List<Interval> spans, Whose whose) {
        if (of == Scope.INSTANCE && as == Scope.APPLICATION) {
            return table.ofApplication(whose.application, from, wanted, spans);
        }
        boolean isOfApplication = of == Scope.APPLICATION;
        List<String> conditions = new ArrayList<>();
        if (isOfApplication) {
            conditions.add("application = " + Literals.text(whose.application));
        } else if (whose.condition != null && table.has("instance")) {
            conditions.add(whose.condition);
        }
        if (spans != null && !spans.equals(List.of(Interval.ALL))) {
            conditions.add(Table.during(table.time(), spans));
        }
        return "SELECT " + wanted.stream().map(column -> isOfApplication && column.equals("instance")
                ? "'' AS instance"
                : column).collect(Collectors.joining(", ")) + " FROM " + from
                + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions));
    }

    /**
     * Whose rows are read.
     *
     * @param condition on the instance; null for any
     * @param application null for all
     * @param instance the instance, if it is a single one; else null
     */
    private record Whose(String condition, String application, String instance) {
        static final Whose ANY = new Whose(null, null, null);

        /** An application's instances, or one of them. */
        static Whose of(String application, String instance) {
            return new Whose(instance == null
                    ? "instance IN (SELECT instance FROM instances WHERE application = " + Literals.text(application)
                            + ")"
                    : "instance = " + Literals.text(instance), application, instance);
        }
    }

    /** Whether a segment has rows that count at a level. What is not rolled up counts, whatever its own level is. */
    private static boolean counts(Segment segment, int level) {
        return !segment.table().isRolled() || segment.level() == level
                || segment.level() < level && !segment.isRolled();
    }

    private static String union(Table<?> table, List<String> wanted, List<String> parts) {
        return parts.isEmpty()
                ? "SELECT " + table.columns().stream().filter(column -> wanted.contains(column.name()))
                        .map(column -> "CAST(NULL AS " + column.type() + ") AS " + column.name())
                        .collect(Collectors.joining(", ")) + NONE
                : String.join(" UNION ALL ", parts);
    }

    /** What reads segments, null for none. */
    private String files(Collection<Segment> segments) {
        segments.forEach(each -> named.put(each.file(), each));
        return segments.isEmpty() ? null : files(folder, segments.stream().map(Segment::file).toList());
    }

    /** A folder on the way to them may be called {@code instance=blue}: its name is no column of theirs, which the library would take it for. */
    static String files(Path folder, Collection<String> files) {
        return files.stream().map(file -> Literals.text(literal(folder.resolve(file).toString())))
                .collect(Collectors.joining(", ", "read_parquet([", "], hive_partitioning = false)"));
    }

    /** A path without what the library takes for a pattern. */
    private static String literal(String path) {
        return path.replaceAll("[\\[*?]", "[$0]");
    }
}
