package sim.server.query;

import java.util.Set;
import java.util.stream.Collectors;
import sim.store.Literals;

/**
 * The instances that are not connected, in the temporary table {@code gone}, with when they were last heard of: what ran in them then tells no end,
 * and does not go on.
 */
final class Gone {
    private Gone() {}

    static void find(Question question, Set<String> connected) {
        String others = connected.stream().map(Literals::text).collect(Collectors.joining(", "));
        question.run("CREATE TEMP TABLE gone AS SELECT instance AS gone, last_seen_micros AS seen_micros FROM instances"
                + (others.isEmpty() ? "" : " WHERE instance NOT IN (" + others + ")"));
    }

    /** Joins it to the rows of a name, of which {@code g.seen_micros} is null where their instance is connected. */
    static String joined(String rows) {
        return " LEFT JOIN gone g ON g.gone = " + rows + ".instance ";
    }

    /**
     * Until when a record of these rows lasts that has no end: no longer than its process was heard of, and as long as {@code most} of one that is
     * connected. A clock that is ahead has it begin later than that: then it lasts no time, but is there.
     */
    static String until(String rows, String most) {
        return "greatest(" + rows + ".start_micros, least(" + most + ", coalesce(g.seen_micros, " + most + ")))";
    }
}
