package sim.server.http;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import sim.server.ingest.Ingest;
import sim.server.query.Answer;
import sim.server.query.Page;
import sim.server.query.Questions;
import sim.server.query.Range;

/** What was there before somebody wished for something else, as the store knows it: for the audit log. */
final class Before {
    /** That many are named, of what a wish is about. */
    private static final int NAMED = 20;
    private static final int LOOKED_THROUGH = 10_000;

    private Before() {}

    /** The standings of the names that a control is for; empty for one that is for all. */
    static String standings(Questions questions, Answer answer, String application, String instance, String owner,
            String member) {
        if (owner.isEmpty() || !questions.isApplication(application)) {
            return "";
        }
        return named(
                names -> questions.hotspots(of(application, instance), null, owner, Page.first(LOOKED_THROUGH),
                        answer.to(row -> {
                            if (owner.equals(row.get("class"))
                                    && (member.isEmpty() || member.equals(row.get("method")))) {
                                names.accept(row.get("method") + " " + row.get("standing"));
                            }
                        })));
    }

    /** What is recorded of payload probes. */
    static String recordings(Questions questions, Answer answer, Ingest ingest, String application, String instance,
            String probe) {
        if (!questions.isApplication(application)) {
            return "";
        }
        String recorded = named(names -> questions.payloadProbes(of(application, instance), ingest.connected(),
                answer.to(row -> {
                    if (isAnyOn(row) && (probe.equals(PayloadRoutes.ALL) || probe.equals(row.get("probe"))
                            || probe.equals(row.get("name")))) {
                        names.accept("recorded " + row.get("name"));
                    }
                })));
        return recorded.isEmpty() ? "not recorded" : recorded;
    }

    /** What the store knows of a script by its name: the payload probe that its application told of. Empty for a wish without a name. */
    static String script(Questions questions, Answer answer, Ingest ingest, String application, String instance,
            String name) {
        if (name.isEmpty() || !questions.isApplication(application)) {
            return "";
        }
        String known = named(names -> questions.payloadProbes(of(application, instance), ingest.connected(),
                answer.to(row -> {
                    if (name.equals(row.get("name"))) {
                        names.accept(row.get("name") + ": " + row.get("description"));
                    }
                })));
        return known.isEmpty() ? "no such probe" : known;
    }

    @SuppressWarnings("unchecked") // as the HTTP interface describes it
    private static boolean isAnyOn(Map<String, Object> row) {
        return ((List<Map<String, Object>>) row.get("recordings")).stream()
                .anyMatch(each -> "records".equals(each.get("state")));
    }

    private static Range of(String application, String instance) {
        return new Range(application, instance.isEmpty() ? null : instance, 0, Long.MAX_VALUE);
    }

    private static String named(Consumer<Consumer<String>> all) {
        StringJoiner names = new StringJoiner(", ");
        int[] count = new int[1];
        all.accept(name -> {
            if (++count[0] <= NAMED) {
                names.add(name);
            }
        });
        return count[0] <= NAMED ? names.toString() : names + " and " + (count[0] - NAMED) + " more";
    }
}
