package sim.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The part of the store that a question with a range reads: the coarsest rows inside, finer ones at the ends. The range is
 * widened to the steps that are there. One thread.
 */
public final class Slice {
    /** A table of sums, or a text in quotes, which stays as it is whatever it says. */
    private static final Pattern TABLE = Pattern.compile("'[^']*'|\"[^\"]*\"|\\b(FROM|JOIN) (" + Tables.AGEING.stream()
            .filter(Table::isRolled).map(Table::name).collect(Collectors.joining("|")) + ")\\b");

    private final Pieces pieces;
    private final Manifest manifest;
    private final String application;
    private final String instance;
    private final Scope scope;
    private final Interval span;
    private final int coarsest;
    /** By table and columns. */
    private final Map<String, String> rows = new HashMap<>();

    /**
     * @param isOfApplication whether the sums over its instances are asked for
     * @param points of a chart at most so many; 0 where totals are asked for
     */
    Slice(Pieces pieces, Manifest manifest, String application, String instance, boolean isOfApplication, long from,
            long to, int points) {
        this.pieces = pieces;
        this.manifest = manifest;
        this.application = application;
        this.instance = instance;
        this.scope = isOfApplication ? Scope.APPLICATION : Scope.INSTANCE;
        this.coarsest = points > 0 ? manifest.ladder().levelOf((to - from) / points) : scope.top;
        this.span = manifest.widened(scope, new Interval(from, to));
    }

    /** After this, microseconds since the epoch. */
    public long fromMicros() {
        return span.from();
    }

    /** Up to this. */
    public long toMicros() {
        return span.to();
    }

    /** The step the range was widened to: {@code batch} where it was not, {@code 1m}, {@code 10m}, {@code 1h}, {@code 1d}. */
    public String resolution() {
        return manifest.ladder().name(Math.max(manifest.finest(scope, span.from()),
                manifest.finest(scope, span.to() - 1)));
    }

    /** The longest step of a row inside, microseconds: a chart whose points are multiples of it has as much in each. */
    public long stepMicros() {
        return manifest.ladder().step(Math.min(scope.top, Math.max(coarsest, manifest.finest(scope, span.from()))));
    }

    /** Whether rows of sums are those of the application: their instance is the empty text, their nodes are places. */
    public boolean isOfApplication() {
        return scope == Scope.APPLICATION;
    }

    /** What is missing of the range because its segment is damaged; empty as a rule. */
    public List<Map<String, Object>> missing() {
        return Kept.missing(manifest, span);
    }

    /** A statement that reads this part wherever it names a table of sums. */
    public String narrow(String sql) {
        Matcher table = TABLE.matcher(sql);
        Wanted wanted = Wanted.by(sql);
        return table.replaceAll(found -> Matcher.quoteReplacement(
                found.group(2) == null
                        ? found.group()
                        : found.group(1) + " (" + rows(Tables.named(found.group(2)), wanted) + ")"));
    }

    /** Whether there may be rows of a table of sums in this part: of many there are none, and nothing needs to be asked. */
    public boolean has(String table) {
        return !rows(Tables.named(table), new Wanted(Set.of())).endsWith(Pieces.NONE);
    }

    /**
     * The rows of each instance in this part, of a table of sums, also where sums are those of the application.
     *
     * @param columns those that are selected; none for all
     */
    public String ofInstances(String table, String... columns) {
        Table<?> of = Tables.named(table);
        return instances(of, columns.length == 0 ? Pieces.names(of) : List.of(columns));
    }

    private String instances(Table<?> table, List<String> wanted) {
        return pieces.ofInstances(table, wanted, manifest.widened(Scope.INSTANCE, span),
                Math.min(coarsest, Scope.INSTANCE.top), application, instance);
    }

    private String rows(Table<?> table, Wanted wanted) {
        List<String> columns = wanted.of(table);
        return rows.computeIfAbsent(table.name() + columns, added -> scope == Scope.APPLICATION && table.ofApplication()
                ? pieces.ofApplication(table, columns, span, coarsest, application)
                : instances(table, columns));
    }
}
