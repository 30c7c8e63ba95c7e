package sim.server.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import sim.export.totals.Place;
import sim.model.snapshot.Standing;
import sim.store.Columns;
import sim.wire.PlatformSample;

/** The questions as DuckDB is asked them; answers leave row by row. One thread. */
final class Queries implements Questions {
    private static final int POINTS = 600;
    private static final int INSTANCE_BYTES = 100;
    private final Question question;

    Queries(Question question) {
        this.question = question;
    }

    @Override
    public long nowMillis() {
        return question.nowMicros() / 1_000;
    }

    @Override
    public void applications(Set<String> connected, int limit, Position behind, Answer answer) {
        InstanceList list = new InstanceList(question, connected, limit, answer);
        if (behind == null) {
            list.latest();
        } else {
            list.page(behind);
        }
    }

    @Override
    public List<String> applicationNames(int most) {
        List<String> names = new ArrayList<>();
        question.each(
                "SELECT application FROM (SELECT application, max(last_seen_micros) AS seen FROM instances GROUP BY "
                        + "application UNION ALL " + InstanceList.GONE + ") ORDER BY seen DESC, application LIMIT "
                        + most,
                row -> names.add(row.getString(1)));
        return names;
    }

    @Override
    public boolean isApplication(String name) {
        boolean[] is = new boolean[1];
        question.each(
                "SELECT 1 FROM (SELECT application FROM instances UNION ALL SELECT application FROM applications) WHERE "
                        + "application = ? LIMIT 1",
                row -> is[0] = true, name);
        return is[0];
    }

    @Override
    public List<String> instances(String application, String instance) {
        List<String> instances = new ArrayList<>();
        question.each("SELECT instance FROM instances WHERE application = ? AND (? = '' OR instance = ?)",
                row -> {
                    question.reserve(INSTANCE_BYTES + Question.bytes(row.getString(1)));
                    instances.add(row.getString(1));
                }, application, instance, instance);
        return instances;
    }

    /** Contexts are those of instances, so what is narrowed to them is too. */
    private Range narrow(Range asked, ContextFilter context, Answer answer) {
        Range range = context == null ? question.total(asked) : question.ofInstances(asked);
        answer.of(question.slice());
        return range;
    }

    /** Says what is missing of single rows in a range. */
    private void kept(Range range, Answer answer) {
        answer.missing(question.kept().missing(range.fromMicros(), range.toMicros()));
    }

    @Override
    public void places(String instance, Consumer<Place> each) {
        question.each("SELECT n.node, n.parent, n.name, m.owner, m.member FROM nodes n JOIN names m ON m.instance = "
                + "n.instance AND m.name = n.name WHERE n.instance = ? ORDER BY n.node",
                row -> each.accept(new Place(row.getInt(1), row.getInt(2), row.getInt(3), row.getString(4),
                        row.getString(5))),
                instance);
    }

    @Override
    public void methods(Range asked, TreePart part, Sort sort, String search, Page page, Answer answer) {
        Range range = narrow(asked, part.context(), answer);
        Inside.find(question, part, range, answer);
        Forest forest = Forest.read(question, range, part);
        PlaceSums places = PlaceSums.read(question, forest, forest.byMethod(), forest.methods.size(), range, part);
        NameLevels names = NameLevels.read(question, range);
        MethodRows rows = new MethodRows(question, forest, places, names, search).markSynchronized(range);
        if (!part.isOfContexts()) { // there a place without figures may as well be one that was not kept
            rows.add(NotEnded.find(question, forest, places));
        }
        Map<String, Object> said = said(range, part, forest, places, names, Narrowed.of(question, range, part));
        Map<String, Object> after = new LinkedHashMap<>();
        answer.of(page).rows(range, "methods", () -> {
            rows.describe(sort, page, answer, after);
            after.putAll(said);
        }, after);
    }

    @Override
    public void methodSeries(Range asked, String owner, String member, Answer answer) {
        Range range = MethodSeries.range(question, asked);
        answer.of(question.slice());
        MethodSeries.read(question, range, new Sort.Method(owner, member), answer);
    }

    @Override
    public void placeSeries(Range asked, int place, Answer answer) {
        Range range = MethodSeries.range(question, asked);
        answer.of(question.slice());
        MethodSeries.read(question, range, place, answer);
    }

    @Override
    public void callTree(Range asked, TreePart part, boolean fold, int limit, Answer answer) {
        Range range = narrow(asked, part.context(), answer);
        Inside.find(question, part, range, answer);
        Forest forest = Forest.read(question, range, part);
        int beside = part.beside() ? 0 : Beside.leaveOut(question, forest);
        MergedTree merged = new MergedTree(question, forest, fold);
        int[] groups = merged.groups();
        PlaceSums places = PlaceSums.read(question, forest, groups, merged.size(), range, part);
        NameLevels names = NameLevels.read(question, range);
        OffFold tree = new OffFold(merged, forest, places);
        TreeTotals.add(question, tree, forest, places, tree.nodes(groups));
        // of instances each has its own numbers, and the work in contexts has no series
        int[] numbers = !part.isOfContexts() && (question.isOfApplication() || range.instance() != null)
                ? forest.numbers(tree.nodes(groups), places)
                : new int[0];
        Map<Integer, Map<String, PayloadSums>> badges = !part.isOfContexts()
                ? PayloadBadges.read(question, forest, tree.nodes(merged.nodes()), range)
                : Map.of();
        Map<String, Object> narrowed = Narrowed.of(question, range, part);
        if (!part.beside()) {
            narrowed.put("beside", beside);
        }
        Map<String, Object> said = said(range, part, forest, places, names, narrowed);
        MeteringMarks marks = new MeteringMarks(range, tree, narrowed, part.context() != null);
        Map<String, Object> after = new LinkedHashMap<>();
        answer.rows(range, "nodes", () -> {
            new TreeRows(tree, names, badges, numbers, marks).describe(limit, answer, after);
            after.putAll(said);
        }, after);
    }

    /** What stands behind the rows of methods and places. It is asked before the first row leaves: what takes too long is then refused, and not cut. */
    private Map<String, Object> said(Range range, TreePart part, Forest forest, PlaceSums places, NameLevels names,
            Map<String, Object> narrowed) {
        Map<String, Object> said = new LinkedHashMap<>();
        Explained.describe(question, range, part, forest, places, names, Narrowed.restNanos(narrowed), said);
        if (part.context() != null) {
            narrowed.put("totals", Totals.of(question, forest, places, Narrowed.restNanos(narrowed)));
        }
        Narrowed.describe(narrowed, said);
        return said;
    }

    @Override
    public void contexts(Range range, ContextQuery query, Set<String> connected, Page page, Answer answer) {
        kept(range, answer);
        Inside.find(question, query.filter(), range, answer);
        answer.of(page).rows(range, "contexts", () -> query.read(question, range, connected, page, answer));
    }

    @Override
    public void kinds(Range asked, KindOrder order, boolean percentiles, boolean statements, int points, Page page,
            Answer answer) {
        Range range = points == 0 ? question.total(asked) : question.chartOfTotal(asked, points);
        answer.of(question.slice());
        Map<String, Object> after = new LinkedHashMap<>();
        answer.of(page).rows(range, "kinds", () -> new KindRows(question, range, page, order).describe(percentiles,
                statements, points, answer, after), after);
    }

    @Override
    public void entryPoints(Range asked, int points, Page page, Answer answer) {
        Range range = points == 0 ? question.total(asked) : question.chartOfTotal(asked, points);
        answer.of(question.slice());
        Map<String, Object> after = new LinkedHashMap<>();
        answer.of(page).rows(range, "entries",
                () -> new EntryPoints(question, range, page).describe(points, answer, after), after);
    }

    @Override
    public void kindSeries(Range asked, KindFilter kind, boolean buckets, Answer answer) {
        Range range = MethodSeries.range(question, asked);
        answer.of(question.slice());
        KindSeries.read(question, range, kind, buckets, answer);
    }

    @Override
    public void errors(Range asked, ContextFilter filter, String search, int limit, Answer answer) {
        Range range = question.chart(asked, ErrorQuery.STEPS);
        kept(range, answer);
        Inside.find(question, filter, range, answer);
        Map<String, Object> after = new LinkedHashMap<>();
        answer.rows(range, "errors", () -> new ErrorQuery(question, range, filter, search).read(limit, answer, after),
                after);
    }

    @Override
    public void errorSeries(Range asked, ErrorRow row, ContextFilter filter, String search, Answer answer) {
        Range range = question.chart(asked, MethodSeries.points(asked));
        answer.of(question.slice());
        Inside.find(question, filter, range, answer);
        ErrorSeries.read(question, range, row, filter, search, answer);
    }

    @Override
    public void stacks(Range asked, StackFilter filter, int limit, Answer answer) {
        Range range = question.ofInstances(asked);
        kept(range, answer);
        Inside.find(question, filter.context(), range, answer);
        Map<String, Object> behind = new LinkedHashMap<>();
        answer.rows(range, "stacks", () -> new StackQuery(question, range, filter).read(limit, answer, behind), behind);
    }

    @Override
    public void compare(ComparedPart part, ComparedPart other, ComparisonOrder order, int limit, Answer answer) {
        new Comparison(question, order).read(part, other, limit, answer);
    }

    @Override
    public void compareTrees(ComparedPart part, ComparedPart other, ComparisonOrder order, int limit, Answer answer) {
        new TreeComparison(question, order).read(part, other, limit, answer);
    }

    @Override
    public void compareStatements(ComparedPart part, ComparedPart other, ComparisonOrder order, int limit,
            Answer answer) {
        new StatementComparison(question, order).read(part, other, limit, answer);
    }

    @Override
    public void invocations(Range range, InvocationFilter filter, Page page, Answer answer) {
        kept(range, answer);
        Inside.find(question, filter.context(), range, answer);
        Map<String, Object> after = new LinkedHashMap<>();
        answer.of(page).rows(range, "invocations", () -> {
            filter.read(question, range, page, answer);
            filter.count(question, range, after);
        }, after);
    }

    @Override
    public void payloadProbes(Range range, Set<String> connected, Answer answer) {
        answer.rows(range, "probes", () -> PayloadProbes.read(question, range, connected, answer));
    }

    @Override
    public KnownNames names(Range range) {
        return new KnownNames(question, range);
    }

    @Override
    public List<ToldProbe> toldProbes(String application, String instance) {
        List<ToldProbe> told = new ArrayList<>();
        question.each("SELECT instance, type, name FROM payload_probes WHERE instance IN "
                + "(SELECT instance FROM instances WHERE application = ? AND (? = '' OR instance = ?)) "
                + "QUALIFY row_number() OVER (PARTITION BY instance, probe ORDER BY batch DESC) = 1", row -> {
                    ToldProbe probe = new ToldProbe(row.getString(1), row.getString(2), row.getString(3));
                    question.reserve(INSTANCE_BYTES + Question.bytes(probe.instance()) + Question.bytes(probe.type())
                            + Question.bytes(probe.name()));
                    told.add(probe);
                }, application, instance, instance);
        if (instance.isEmpty()) { // sums outlive the instances
            question.each("SELECT DISTINCT l.label FROM (SELECT probe FROM payload_texts WHERE application = ? UNION "
                    + "SELECT probe FROM payload_lines WHERE application = ?) r JOIN probe_labels l ON l.number = r.probe",
                    row -> {
                        String type = row.getString(1);
                        if (told.stream().noneMatch(each -> each.type().equals(type))) {
                            question.reserve(INSTANCE_BYTES + Question.bytes(type));
                            told.add(new ToldProbe("", type, type));
                        }
                    }, application, application);
        }
        return told;
    }

    @Override
    public PayloadQuery payloads(Range asked, PayloadFilter filter, Answer answer) {
        return new PayloadQuery(question, asked, filter, answer);
    }

    @Override
    public void events(Range range, ContextFilter filter, Page page, Answer answer) {
        kept(range, answer);
        Inside.find(question, filter, range, answer);
        answer.of(page).rows(range, "events", () -> EventQuery.read(question, range, filter, page, answer));
    }

    @Override
    public void platform(Range asked, Answer answer) {
        Range range = question.chart(asked, POINTS);
        answer.of(question.slice());
        // steps begin at multiples, so the range may have a part of one at each end
        long step = (range.toMicros() - range.fromMicros()) / (POINTS - 2) + 1;
        Map<String, Object> series = new LinkedHashMap<>();
        List<Object> points = new ArrayList<>();
        List<String> current = new ArrayList<>();
        answer.rows(range, "series", () -> {
            question.each(
                    "SELECT instance, name, max(time_micros) AS time_micros, arg_max(value, time_micros) AS value "
                            + "FROM platform WHERE instance IN " + Range.INSTANCES
                            + " AND NOT starts_with(name, '" + Columns.COUNTER + "') AND time_micros > ? "
                            + "AND time_micros <= ? AND isfinite(value) GROUP BY instance, name, "
                            + "time_micros // ? "
                            + "ORDER BY name, instance, time_micros",
                    row -> {
                        List<String> of = List.of(row.getString("name"), row.getString("instance"));
                        if (!of.equals(current)) {
                            if (!series.isEmpty()) {
                                answer.row(series);
                            }
                            points.clear();
                            current.clear();
                            current.addAll(of);
                            begin(series, of.get(0), of.get(1), points);
                        }
                        points.add(List.of(row.getLong("time_micros") / 1000, row.getDouble("value")));
                    }, range.with(range.fromMicros(), range.toMicros(), step));
            if (!series.isEmpty()) {
                answer.row(series);
            }
        });
    }

    @Override
    public void platformSums(Range asked, Answer answer) {
        Range range = question.chartOfTotal(asked, POINTS);
        answer.of(question.slice());
        PlatformSums.read(question, range, answer);
    }

    @Override
    public void losses(Range range, Answer answer) {
        kept(range, answer);
        answer.rows(range, "losses", () -> Losses.read(question, range, answer));
    }

    @Override
    public void marks(Range range, Set<String> connected, int limit, Answer answer) {
        kept(range, answer);
        Map<String, Object> after = new LinkedHashMap<>();
        answer.rows(range, "marks",
                () -> after.put("leftOut", new Marks(question, range, connected).read(limit, answer)), after);
    }

    @Override
    public void hotspots(Range range, Standing standing, String search, Page page, Answer answer) {
        kept(range, answer);
        answer.of(page).rows(range, "names",
                () -> HotspotQuery.scores(question, range, standing, search, page, answer));
    }

    @Override
    public void verdicts(Range range, String search, Page page, Answer answer) {
        kept(range, answer);
        answer.of(page).rows(range, "verdicts",
                () -> HotspotQuery.verdicts(question, range, search, page, answer));
    }

    private static void begin(Map<String, Object> series, String label, String instance, List<Object> points) {
        series.put("name", PlatformSample.name(label));
        series.put("unit", PlatformSample.unit(label));
        series.put("instance", instance);
        series.put("points", points);
    }
}
