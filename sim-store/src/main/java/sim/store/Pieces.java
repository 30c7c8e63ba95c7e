package sim.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The SQL that puts a table's rows together from the head and the segments of a {@link Manifest}. Any thread. */
final class Pieces {
    private final Manifest manifest;
    private final Path folder;

    /** @param folder where segments are */
    Pieces(Manifest manifest, Path folder) {
        this.manifest = manifest;
        this.folder = folder.toAbsolutePath();
    }

    Path folder() {
        return folder;
    }

    /** All rows of a table, each by its finest level: what a reader sees who asks by the table's name. */
    String all(Table<?> table) {
        List<String> parts = new ArrayList<>();
        if (!table.isRolled()) {
            parts.addAll(instances(table, 0, List.of(Interval.ALL), Whose.ANY));
        } else {
            List<List<Interval>> levels = manifest.finest(Scope.INSTANCE);
            for (int level = 0; level < levels.size(); level++) {
                parts.addAll(instances(table, level, levels.get(level), Whose.ANY));
            }
        }
        return union(table, parts);
    }

    /** The rows of a span, of all instances. */
    String ofInstances(Table<?> table, Interval span, int coarsest) {
        return instances(table, span, coarsest, Whose.ANY);
    }

    /**
     * The rows of a span, of an application's instances.
     *
     * @param instance one of them, or null for all
     */
    String ofInstances(Table<?> table, Interval span, int coarsest, String application, String instance) {
        return instances(table, span, coarsest, Whose.of(application, instance));
    }

    private String instances(Table<?> table, Interval span, int coarsest, Whose whose) {
        List<String> parts = new ArrayList<>();
        List<List<Interval>> levels = manifest.cover(table, Scope.INSTANCE, span, coarsest);
        for (int level = 0; level < levels.size(); level++) {
            parts.addAll(instances(table, level, levels.get(level), whose));
        }
        return union(table, parts);
    }

    /**
     * The rows that the policy keeps of a table that is not rolled up.
     *
     * @param floor rows after this time are kept
     * @param notableFloor rows of notable contexts are kept after this time
     * @param notable selects the notable contexts up to {@code floor}; null for none
     */
    String kept(Table<?> table, long floor, long notableFloor, String notable) {
        List<String> parts = new ArrayList<>();
        String select = "SELECT " + table.names() + " FROM ";
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
            parts.add(select + table.rowsIn(slot) + (notable == null ? " WHERE " + table.time() + " > " + floor : ""));
        }
        return union(table, parts);
    }

    /** What reads the records of contexts up to a time; null for none. Those in the head are younger. */
    String recordsUpTo(long floor) {
        Table<?> records = ContextTables.ALL.get(0);
        String files = files(manifest.segments.stream().filter(each -> each.is(records, Scope.INSTANCE)
                && each.level() == 0 && each.from() <= floor).toList());
        return files == null
                ? null
                : "(SELECT * FROM " + files + " WHERE " + records.time() + " <= " + floor + ")";
    }

    /** The rows of a span, added up over an application's instances; their instance is the empty text. */
    String ofApplication(Table<?> table, Interval span, int coarsest, String application) {
        List<String> parts = new ArrayList<>();
        List<List<Interval>> levels = manifest.cover(table, Scope.APPLICATION, span, coarsest);
        String select = "SELECT ''" + " AS instance" + table.names().substring("instance".length()) + " FROM ";
        for (int at = 0; at < levels.size(); at++) {
            List<Interval> spans = levels.get(at);
            int level = at;
            if (spans.isEmpty()) {
                continue;
            }
            String condition = " WHERE application = " + text(application) + " AND " + on(table, spans);
            Scope scope = level == 0 ? Scope.INSTANCE : Scope.APPLICATION;
            String files = files(manifest.segments.stream()
                    .filter(segment -> segment.is(table, scope) && counts(segment, level)
                            && (level == 0 || segment.mayHave(application)) && spans.stream().anyMatch(segment::meets))
                    .toList());
            if (files != null) {
                parts.add(select + (level == 0 ? table.ofApplications(files) : files) + condition);
            }
            for (long slot : manifest.slots) {
                parts.add(select + table.ofApplications(table.rowsIn(slot)) + condition);
            }
        }
        return union(table, parts);
    }

    private List<String> instances(Table<?> table, int level, List<Interval> spans, Whose whose) {
        List<String> parts = new ArrayList<>();
        if (spans.isEmpty()) {
            return parts;
        }
        String condition = " WHERE " + (spans.equals(List.of(Interval.ALL)) ? "true" : on(table, spans))
                + (table.has("instance") ? " AND " + whose.condition : "");
        String files = files(manifest.segments.stream().filter(segment -> segment.is(table, Scope.INSTANCE)
                && counts(segment, level) && segment.mayHave(whose.only) && spans.stream().anyMatch(segment::meets))
                .toList());
        if (files != null) {
            parts.add("SELECT " + table.names() + " FROM " + files + condition);
        }
        for (long slot : manifest.slots) {
            parts.add("SELECT " + table.names() + " FROM " + table.rowsIn(slot) + condition);
        }
        return parts;
    }

    /**
     * Whose rows are read.
     *
     * @param condition on the instance
     * @param only the instance, if it is a single one; else null
     */
    private record Whose(String condition, String only) {
        static final Whose ANY = new Whose("true", null);

        /** An application's instances, or one of them. */
        static Whose of(String application, String instance) {
            return instance == null
                    ? new Whose("instance IN (SELECT instance FROM instances WHERE application = " + text(application)
                            + ")", null)
                    : new Whose("instance = " + text(instance), instance);
        }
    }

    /** Whether a segment has rows that count at a level. What is not rolled up counts, whatever its own level is. */
    private static boolean counts(Segment segment, int level) {
        return !segment.table().isRolled() || segment.level() == level
                || segment.level() < level && !segment.isRolled();
    }

    private static String on(Table<?> table, List<Interval> spans) {
        return spans.stream().map(span -> span.on(table.time())).collect(Collectors.joining(" OR ", "(", ")"));
    }

    private String union(Table<?> table, List<String> parts) {
        if (parts.isEmpty()) {
            return "SELECT " + table.names() + " FROM " + table.rowsIn(manifest.slots.get(0)) + " WHERE false";
        }
        return String.join(" UNION ALL ", parts);
    }

    /** What reads segments, null for none. */
    private String files(Collection<Segment> segments) {
        return segments.isEmpty() ? null : files(folder, segments.stream().map(Segment::file).toList());
    }

    static String files(Path folder, Collection<String> files) {
        return files.stream().map(file -> text(literal(folder.resolve(file).toString())))
                .collect(Collectors.joining(", ", "read_parquet([", "])"));
    }

    /** A path without what the library takes for a pattern. */
    private static String literal(String path) {
        return path.replaceAll("[\\[*?]", "[$0]");
    }

    /** A text as a literal. The library's parser ends at a character 0. */
    static String text(String value) {
        String literal = "'" + value.replace("'", "''") + "'";
        return value.indexOf(0) < 0 ? literal : "(" + literal.replace("\0", "' || chr(0) || '") + ")";
    }
}
