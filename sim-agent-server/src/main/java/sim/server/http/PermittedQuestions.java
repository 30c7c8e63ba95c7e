package sim.server.http;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import sim.export.totals.Place;
import sim.model.snapshot.Standing;
import sim.server.identity.Applications;
import sim.server.query.Answer;
import sim.server.query.ComparedPart;
import sim.server.query.ComparisonOrder;
import sim.server.query.ContextFilter;
import sim.server.query.ContextQuery;
import sim.server.query.ErrorRow;
import sim.server.query.InvocationFilter;
import sim.server.query.KindFilter;
import sim.server.query.KindOrder;
import sim.server.query.KnownNames;
import sim.server.query.Page;
import sim.server.query.PayloadFilter;
import sim.server.query.PayloadQuery;
import sim.server.query.Position;
import sim.server.query.Questions;
import sim.server.query.Range;
import sim.server.query.Sort;
import sim.server.query.StackFilter;
import sim.server.query.ToldProbe;
import sim.server.query.TreePart;

/**
 * The questions of a caller who may see some applications. Another application is answered as one that does not exist: every other question
 * needs a {@link Range}, and its application is asked for here first. Rows of traces that go through several applications are left out by
 * {@link Answer#row}.
 */
final class PermittedQuestions implements Questions {
    /** Applications that are looked through for the names a caller may see. */
    private static final int LOOKED_THROUGH = 100_000;

    private final Questions all;
    private final Applications seen;

    PermittedQuestions(Questions all, Applications seen) {
        this.all = all;
        this.seen = seen;
    }

    @Override
    public long nowMillis() {
        return all.nowMillis();
    }

    @Override
    public void applications(Set<String> connected, int limit, Position behind, Answer answer) {
        all.applications(connected, limit, behind, answer); // it asks the answer what is seen
    }

    @Override
    public List<String> applicationNames(int most) {
        return all.applicationNames(LOOKED_THROUGH).stream().filter(seen::includes).limit(most).toList();
    }

    @Override
    public boolean isApplication(String name) {
        return seen.includes(name) && all.isApplication(name);
    }

    @Override
    public List<String> instances(String application, String instance) {
        return seen.includes(application) ? all.instances(application, instance) : List.of();
    }

    @Override
    public List<ToldProbe> toldProbes(String application, String instance) {
        return seen.includes(application) ? all.toldProbes(application, instance) : List.of();
    }

    @Override
    public KnownNames names(Range range) {
        return all.names(range);
    }

    /** Only the server itself asks for them, and for an instance of any application. */
    @Override
    public void places(String instance, Consumer<Place> each) {
        throw new IllegalStateException("no request asks for places");
    }

    @Override
    public void methods(Range range, TreePart part, Sort sort, String search, Page page, Answer answer) {
        all.methods(range, part, sort, search, page, answer);
    }

    @Override
    public void methodSeries(Range range, String owner, String member, Answer answer) {
        all.methodSeries(range, owner, member, answer);
    }

    @Override
    public void callTree(Range range, TreePart part, boolean fold, int limit, Answer answer) {
        all.callTree(range, part, fold, limit, answer);
    }

    @Override
    public void contexts(Range range, ContextQuery query, Set<String> connected, Page page, Answer answer) {
        all.contexts(range, query, connected, page, answer);
    }

    @Override
    public void placeSeries(Range range, int place, Answer answer) {
        all.placeSeries(range, place, answer);
    }

    @Override
    public void kinds(Range range, KindOrder order, boolean percentiles, boolean statements, int points, Page page,
            Answer answer) {
        all.kinds(range, order, percentiles, statements, points, page, answer);
    }

    @Override
    public void entryPoints(Range range, int points, Page page, Answer answer) {
        all.entryPoints(range, points, page, answer);
    }

    @Override
    public void kindSeries(Range range, KindFilter kind, boolean buckets, Answer answer) {
        all.kindSeries(range, kind, buckets, answer);
    }

    @Override
    public void errors(Range range, ContextFilter filter, String search, int limit, Answer answer) {
        all.errors(range, filter, search, limit, answer);
    }

    @Override
    public void errorSeries(Range range, ErrorRow row, ContextFilter filter, String search, Answer answer) {
        all.errorSeries(range, row, filter, search, answer);
    }

    @Override
    public void stacks(Range range, StackFilter filter, int limit, Answer answer) {
        all.stacks(range, filter, limit, answer);
    }

    @Override
    public void compare(ComparedPart part, ComparedPart other, ComparisonOrder order, int limit, Answer answer) {
        all.compare(part, other, order, limit, answer);
    }

    @Override
    public void compareTrees(ComparedPart part, ComparedPart other, ComparisonOrder order, int limit, Answer answer) {
        all.compareTrees(part, other, order, limit, answer);
    }

    @Override
    public void compareStatements(ComparedPart part, ComparedPart other, ComparisonOrder order, int limit,
            Answer answer) {
        all.compareStatements(part, other, order, limit, answer);
    }

    @Override
    public void invocations(Range range, InvocationFilter filter, Page page, Answer answer) {
        all.invocations(range, filter, page, answer);
    }

    @Override
    public void events(Range range, ContextFilter filter, Page page, Answer answer) {
        all.events(range, filter, page, answer);
    }

    @Override
    public void platform(Range range, Answer answer) {
        all.platform(range, answer);
    }

    @Override
    public void platformSums(Range range, Answer answer) {
        all.platformSums(range, answer);
    }

    @Override
    public void payloadProbes(Range range, Set<String> connected, Answer answer) {
        all.payloadProbes(range, connected, answer);
    }

    @Override
    public PayloadQuery payloads(Range range, PayloadFilter filter, Answer answer) {
        return all.payloads(range, filter, answer);
    }

    @Override
    public void marks(Range range, Set<String> connected, int limit, Answer answer) {
        all.marks(range, connected, limit, answer);
    }

    @Override
    public void losses(Range range, Answer answer) {
        all.losses(range, answer);
    }

    @Override
    public void hotspots(Range range, Standing standing, String search, Page page, Answer answer) {
        all.hotspots(range, standing, search, page, answer);
    }

    @Override
    public void verdicts(Range range, String search, Page page, Answer answer) {
        all.verdicts(range, search, page, answer);
    }
}
