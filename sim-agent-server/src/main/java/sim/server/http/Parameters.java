package sim.server.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.Set;
import sim.model.snapshot.Standing;
import sim.server.query.ComparisonOrder;
import sim.server.query.ContextFilter;
import sim.server.query.ContextOrder;
import sim.server.query.ContextQuery;
import sim.server.query.InvocationFilter;
import sim.server.query.KindFilter;
import sim.server.query.PayloadFilter;
import sim.server.query.Questions;
import sim.server.query.Range;
import sim.server.query.Sort;
import sim.server.query.ToldProbe;
import sim.server.query.TreePart;

/** Reads a request's parameters, strictly: a name that is not known is refused as well as a value. */
final class Parameters {
    private static final Set<String> COMMON = Set.of("application", "instance", "last", "from", "to", "limit");

    /** One more application than a refusal names. */
    private static final int NAMED = 21;

    /** How far back can be asked: a hundred years; in microseconds that is far from what a long holds. */
    private static final long LONGEST_MILLIS = 36_500L * 86_400_000;

    /** The largest time in milliseconds since the epoch whose microseconds fit into a long. */
    private static final long LATEST_MILLIS = Long.MAX_VALUE / 1_000;

    private final Context request;

    Parameters(Context request, String... own) {
        this.request = request;
        for (String name : request.queryParamMap().keySet()) {
            if (!COMMON.contains(name) && !List.of(own).contains(name)) {
                throw bad(name, request.queryParam(name),
                        "no such parameter here; the parameters are application, instance, "
                                + "last, from, to, limit" + (own.length == 0 ? "" : ", " + String.join(", ", own)));
            }
        }
    }

    Range range(Questions questions) {
        if (request.queryParam("last") != null && request.queryParam("from") != null) {
            throw bad("last", request.queryParam("last"), "not beside 'from'");
        }
        long now = System.currentTimeMillis();
        long to = number("to", now, 0, LATEST_MILLIS);
        long from = request.queryParam("from") != null
                ? number("from", 0, 0, LATEST_MILLIS)
                : to - lastMillis();
        if (from > to) {
            throw bad("from", String.valueOf(from), "a time before 'to'");
        }
        String application = application(questions);
        return new Range(application, instance(questions, application), from * 1000, to * 1000);
    }

    int limit(int fallback) {
        return limit(fallback, 10_000);
    }

    int limit(int fallback, int most) {
        return (int) number("limit", fallback, 1, most);
    }

    /** Whether a flag is given and true. */
    boolean isSet(String name) {
        return Boolean.TRUE.equals(flag(name));
    }

    Sort sort(NameCheck names) {
        String name = request.queryParam("sort") == null ? "work.self" : request.queryParam("sort");
        Sort sort = Sort.named(name);
        if (sort == null) {
            throw bad("sort", name, Sort.ALLOWED);
        }
        names.sort(name);
        return sort;
    }

    String search() {
        return request.queryParam("search") == null ? "" : request.queryParam("search");
    }

    /** true, false, or null when it is left out. */
    Boolean flag(String name) {
        String value = text(name);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            throw bad(name, value, "true or false");
        }
        return value == null ? null : Boolean.valueOf(value);
    }

    /** Which contexts' work, or null for all. */
    ContextFilter context() {
        String wanted = text("context");
        ContextFilter filter = wanted == null ? null : ContextFilter.of(wanted);
        if (wanted != null && filter == null) {
            throw bad("context", wanted, ContextFilter.ALLOWED);
        }
        return filter;
    }

    ContextQuery contexts(NameCheck names) {
        String sort = text("sort") == null ? "start" : text("sort");
        ContextOrder order = ContextOrder.named(sort, isSet("up"));
        if (order == null) {
            throw bad("sort", sort, ContextOrder.ALLOWED);
        }
        names.kind(text("name"), text("tag"));
        return new ContextQuery(context(), flag("open"), search(), isSet("whole"),
                new ContextQuery.Wanted(number("least", 0, 0, Long.MAX_VALUE), isSet("failed"), text("name"),
                        text("tag"), text("thread"), text("error"), order));
    }

    /** A kind of contexts, or null where no name is given. */
    KindFilter kind(NameCheck names) {
        if (text("name") == null && text("tag") != null) {
            throw bad("tag", text("tag"), "only beside 'name'");
        }
        names.kind(text("name"), text("tag"));
        return text("name") == null ? null : new KindFilter(text("name"), text("tag"));
    }

    /** Which part of the call tree. */
    TreePart part(NameCheck names) {
        KindFilter kind = kind(names);
        if (kind != null && text("context") != null) {
            throw bad("name", kind.name(), "not beside 'context'");
        }
        return new TreePart(context(), flag("disabled"), isSet("splits"), kind);
    }

    /** The range that another is compared with: as long as it, and before it, where nothing is said. */
    Range other(Questions questions, Range range) {
        long length = (range.toMicros() - range.fromMicros()) / 1_000;
        long to = number("otherTo", range.fromMicros() / 1_000, 0, LATEST_MILLIS);
        long from = number("otherFrom", Math.max(0, to - length), 0, LATEST_MILLIS);
        if (from > to) {
            throw bad("otherFrom", String.valueOf(from), "a time before 'otherTo'");
        }
        String wanted = text("otherInstance");
        if (wanted != null && questions.instances(range.application(), wanted).isEmpty()) {
            throw new BadParameter(404, "otherInstance", wanted, NameCheck
                    .oneOf(questions.instances(range.application(), ""), "/api/v1/applications"));
        }
        return new Range(range.application(), wanted, from * 1_000, to * 1_000);
    }

    /** What of methods is compared. */
    ComparisonOrder comparison() {
        String measure = text("measure") == null ? "work" : text("measure");
        if (!ComparisonOrder.isMeasure(measure)) {
            throw bad("measure", measure, ComparisonOrder.ALLOWED);
        }
        String per = text("per") == null ? "second" : text("per");
        if (!per.equals("second") && !per.equals("call")) {
            throw bad("per", per, "second or call");
        }
        return new ComparisonOrder(measure, per.equals("call"));
    }

    /** How many points each line has over time; 0 for none. */
    int points() {
        return (int) number("points", 0, 0, 100);
    }

    Standing standing() {
        String value = text("standing");
        if (value == null) {
            return null;
        }
        for (Standing standing : Standing.values()) {
            if (standing.name().equalsIgnoreCase(value)) {
                return standing;
            }
        }
        throw bad("standing", value, "managed, hotspot, disabled, unmanaged, off or pinned");
    }

    /** Which payloads; a probe is meant by its class or by its name, as where its recording is begun. */
    PayloadFilter payloads(Questions questions, Range range) {
        String probe = text("probe");
        if (probe == null) {
            throw bad("probe", "", "a probe's class; see /api/v1/payloads/probes");
        }
        List<ToldProbe> told = questions.toldProbes(range.application(),
                range.instance() == null ? "" : range.instance());
        String type = told.stream().filter(each -> each.type().equals(probe)).findFirst()
                .or(() -> told.stream().filter(each -> each.isCalled(probe)).findFirst()).map(ToldProbe::type)
                .orElseThrow(() -> new BadParameter(404, "probe", probe, told.isEmpty()
                        ? "this application has no payload probe"
                        : NameCheck.oneOf(told.stream().map(ToldProbe::name).distinct().sorted().toList(),
                                "/api/v1/payloads/probes")));
        String recording = text("recording");
        int colon = recording == null ? -1 : recording.lastIndexOf(':');
        if (recording != null && (colon < 1 || !recording.substring(colon + 1).matches("[0-9]{1,18}"))) {
            throw bad("recording", recording, "instance:id, as /api/v1/payloads/probes tells it");
        }
        PayloadFilter filter = new PayloadFilter(type, recording == null ? null : recording.substring(0, colon),
                recording == null ? 0 : Long.parseLong(recording.substring(colon + 1)), search(), text("text"),
                text("type"), text("object") == null ? null : number("object", 0, -1, Long.MAX_VALUE),
                number("least", 0, 0, Long.MAX_VALUE), context(), kind(new NameCheck(questions.names(range))));
        NameCheck names = new NameCheck(questions.names(range));
        if (recording != null) {
            names.recording(type, filter.recordingOf(), filter.recording());
        }
        names.payload(type, filter.type(), filter.object(), filter.text());
        return filter;
    }

    InvocationFilter invocations(NameCheck names) {
        names.method(text("class"), text("method"));
        return new InvocationFilter(text("class"), text("method"), isSet("errors"), text("exception"), context());
    }

    private String application(Questions questions) {
        String wanted = text("application");
        if (wanted != null && questions.isApplication(wanted)) {
            return wanted;
        }
        List<String> known = questions.applicationNames(NAMED);
        if (wanted == null && isOnly(known, questions)) {
            return known.get(0);
        }
        throw new BadParameter(wanted == null ? 400 : 404, "application", wanted == null ? "" : wanted,
                known.isEmpty()
                        ? "no application has connected yet"
                        : NameCheck.oneOf(known, "/api/v1/applications"));
    }

    /** Whether the first is meant where none is named: those of which only sums are left are named behind the others. */
    private static boolean isOnly(List<String> known, Questions questions) {
        return known.size() == 1 || known.size() > 1 && questions.instances(known.get(1), "").isEmpty()
                && !questions.instances(known.get(0), "").isEmpty();
    }

    /** An instance's id, or null for all. */
    private String instance(Questions questions, String application) {
        String wanted = text("instance");
        if (wanted != null && questions.instances(application, wanted).isEmpty()) {
            throw new BadParameter(404, "instance", wanted,
                    NameCheck.oneOf(questions.instances(application, ""), "/api/v1/applications"));
        }
        return wanted;
    }

    private long lastMillis() {
        String last = request.queryParam("last") == null ? "5m" : request.queryParam("last");
        if (!last.matches("[1-9][0-9]{0,8}[smhd]")) {
            throw bad("last", last, "a number with s, m, h or d, such as 5m");
        }
        long number = Long.parseLong(last.substring(0, last.length() - 1));
        long millis = switch (last.charAt(last.length() - 1)) {
            case 's' -> number * 1_000;
            case 'm' -> number * 60_000;
            case 'h' -> number * 3_600_000;
            default -> number * 86_400_000;
        };
        if (millis > LONGEST_MILLIS) {
            throw bad("last", last, "at most " + LONGEST_MILLIS / 86_400_000 + "d");
        }
        return millis;
    }

    private long number(String name, long fallback, long least, long most) {
        String value = request.queryParam(name);
        if (value == null) {
            return fallback;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException malformed) {
            // refused below
        }
        throw bad(name, value, "a whole number from " + least + " to " + most);
    }

    /** A text that must be given. */
    String needed(String name) {
        String value = text(name);
        if (value == null) {
            throw bad(name, "", "the " + name + " of a row of /api/v1/methods");
        }
        return value;
    }

    /** A text, or null where it is left out or empty. */
    String text(String name) {
        String value = request.queryParam(name);
        return value == null || value.isEmpty() ? null : value;
    }

    private static BadParameter bad(String parameter, String value, String allowed) {
        return new BadParameter(400, parameter, value, allowed);
    }
}
