package sim.server.query;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import sim.export.totals.Place;
import sim.model.snapshot.Standing;

/**
 * What can be asked of a store within a turn. Answers leave row by row while they are read; what fails throws
 * {@link sim.store.StoreException}, or what ended the turn. One thread.
 */
public interface Questions {
    /** The time by which what arrives now is stored, milliseconds since the epoch. */
    long nowMillis();

    /** The instances the store knows, at most {@code limit}: the latest first, or those behind a position. */
    void applications(Set<String> connected, int limit, Position behind, Answer answer);

    /** Names of applications, the latest seen first; at most {@code most}. */
    List<String> applicationNames(int most);

    /** Whether an application of that name was ever seen. */
    boolean isApplication(String name);

    /** An application's instances; {@code instance} names one of them, or is empty for all. */
    List<String> instances(String application, String instance);

    /** The places of an instance's call tree, a caller before what it calls. */
    void places(String instance, Consumer<Place> each);

    /** The flat profile, derived from the call tree: recursion counts once in a method's totals. */
    void methods(Range range, TreePart part, Sort sort, String search, Page page, Answer answer);

    /** One method over time, at most 600 points. */
    void methodSeries(Range range, String owner, String member, Answer answer);

    /**
     * One place of the call tree over time, at most 600 points.
     *
     * @param place as the nodes of a call tree of the same instance, or of all, are told
     */
    void placeSeries(Range range, int place, Answer answer);

    /** The call tree of all instances, merged by path; with {@code fold} no method stands twice on a path. */
    void callTree(Range range, TreePart part, boolean fold, int limit, Answer answer);

    /** Flow contexts that were open in the range, the newest first. Of instances that are not connected none goes on. */
    void contexts(Range range, ContextQuery query, Set<String> connected, Page page, Answer answer);

    /**
     * The sums of contexts by name and tag.
     *
     * @param percentiles whether durations have percentiles
     * @param statements whether they have their statements, where these are recorded
     * @param points of each kind over time; 0 for none
     */
    void kinds(Range range, KindOrder order, boolean percentiles, boolean statements, int points, Page page,
            Answer answer);

    /**
     * The outermost calls outside of contexts, by method.
     *
     * @param points of each over time; 0 for none
     */
    void entryPoints(Range range, int points, Page page, Answer answer);

    /**
     * Contexts of a kind over time, of all for null; at most 600 points.
     *
     * @param buckets whether each point has the histogram of the durations
     */
    void kindSeries(Range range, KindFilter kind, boolean buckets, Answer answer);

    /** What failed, by the exception's type and the place where it began, the most frequent first. */
    void errors(Range range, ContextFilter filter, String search, int limit, Answer answer);

    /** A row of the errors over time, at most 600 points. */
    void errorSeries(Range range, ErrorRow row, ContextFilter filter, String search, Answer answer);

    /** The stacks that were read of exceptions, each kind of stack once. */
    void stacks(Range range, StackFilter filter, int limit, Answer answer);

    /** The methods of two parts side by side; both are of one application. */
    void compare(ComparedPart part, ComparedPart other, ComparisonOrder order, int limit, Answer answer);

    /** Their call trees as one. */
    void compareTrees(ComparedPart part, ComparedPart other, ComparisonOrder order, int limit, Answer answer);

    /** Their payloads by description, such as statements. */
    void compareStatements(ComparedPart part, ComparedPart other, ComparisonOrder order, int limit, Answer answer);

    /** Single calls that began in the range, the newest first. */
    void invocations(Range range, InvocationFilter filter, Page page, Answer answer);

    /** What applications said happened, the newest first. */
    void events(Range range, ContextFilter filter, Page page, Answer answer);

    /** The platform's measures over time, at most 600 points each: the last of each step. */
    void platform(Range range, Answer answer);

    /** The same, added up over the instances of the range. */
    void platformSums(Range range, Answer answer);

    /** What charts over time are marked with: starts, versions, verdicts. The connected instances have not ended. */
    void marks(Range range, Set<String> connected, int limit, Answer answer);

    /** What applications counted in the range of things that were lost, healed or refused. */
    void losses(Range range, Answer answer);

    /** Which payload probes there are, what they recorded when, and whether they still do: the connected instances alone can. */
    void payloadProbes(Range range, Set<String> connected, Answer answer);

    /** The names that an application, or the process that the range names, has told of. */
    KnownNames names(Range range);

    /** The payload probes that an application's instances have told of; {@code instance} as in {@link #instances}. */
    List<ToldProbe> toldProbes(String application, String instance);

    /** What is asked of payloads. */
    PayloadQuery payloads(Range range, PayloadFilter filter, Answer answer);

    /** Every scorecard with its last verdict, the latest verdicts first. */
    void hotspots(Range range, Standing standing, String search, Page page, Answer answer);

    /** What the hotspot extension decided in the range, the latest first. */
    void verdicts(Range range, String search, Page page, Answer answer);
}
