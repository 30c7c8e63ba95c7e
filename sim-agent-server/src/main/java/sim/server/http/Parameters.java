package sim.server.http;

import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import sim.model.snapshot.Standing;
import sim.server.query.ComparedPart;
import sim.server.query.ComparisonOrder;
import sim.server.query.ContextFilter;
import sim.server.query.ContextOrder;
import sim.server.query.ContextQuery;
import sim.server.query.ErrorRow;
import sim.server.query.InvocationFilter;
import sim.server.query.InvocationOrder;
import sim.server.query.KindFilter;
import sim.server.query.KindOrder;
import sim.server.query.Page;
import sim.server.query.PayloadFilter;
import sim.server.query.Position;
import sim.server.query.Questions;
import sim.server.query.Range;
import sim.server.query.Sort;
import sim.server.query.StackFilter;
import sim.server.query.ToldProbe;
import sim.server.query.TreePart;

/** Reads a request's parameters, strictly: a name that is not known is refused as well as a value. */
final class Parameters {
    /** One more application than a refusal names. */
    private static final int NAMED = 21;

    /** How far back can be asked: a hundred years; in microseconds that is far from what a long holds. */
    private static final long LONGEST_MILLIS = 36_500L * 86_400_000;

    private final Query query;
    private final Route route;

    /** Refuses what the route does not take. */
    Parameters(Context request) {
        this.query = new Query(request.queryString());
        this.route = Routes.of(request);
        query.values().forEach((name, value) -> {
            Parameter known = route.parameter(name);
            if (known == null) {
                throw bad(JsonRequest.start(name), JsonRequest.start(value), route.parameters().isEmpty()
                        ? "no parameter at all: there is none here"
                        : "no such parameter here; the parameters are " + route.parameters().stream()
                                .map(Parameter::name).collect(Collectors.joining(", ")));
            }
            known.check(value);
        });
        for (Parameter each : route.parameters()) {
            if (each.needed() && query.value(each.name()) == null) {
                throw each.bad("");
            }
        }
    }

    Range range(Questions questions) {
        Page behind = behind();
        if (behind != null) {
            return range(questions, behind.fromMillis(), behind.toMillis());
        }
        if (query.value("last") != null && query.value("from") != null) {
            throw bad("last", query.value("last"), "not beside 'from'");
        }
        long to = number("to", questions.nowMillis());
        long from = query.value("from") != null ? number("from", 0) : to - lastMillis();
        if (from > to) {
            throw bad("from", String.valueOf(from), "a time before 'to'");
        }
        return range(questions, from, to);
    }

    private Range range(Questions questions, long fromMillis, long toMillis) {
        String application = application(questions);
        return new Range(application, instance(questions, application), fromMillis * 1_000, toMillis * 1_000);
    }

    /** The page of a list of what was in a range. */
    Page page(Range range) {
        Page behind = behind();
        return behind != null ? behind : new Page(limit(), 0, range.fromMicros() / 1_000, range.toMicros() / 1_000);
    }

    /** The page of the audit log, whose lines have the wall clock's time. */
    Page page() {
        Page behind = behind();
        return behind != null ? behind : new Page(limit(), 0, 0, System.currentTimeMillis());
    }

    /** Where the page before says that this one begins; null for the first one. */
    private Page behind() {
        String cursor = taken("cursor");
        if (cursor == null) {
            return null;
        }
        Page page = Page.behind(cursor, limit());
        if (page == null || Math.max(page.fromMillis(), page.toMillis()) > Routes.LATEST_MILLIS) {
            throw declared("cursor").bad(cursor);
        }
        return page;
    }

    /** Behind which instance a page of them begins; null for none of the pages. */
    Position position() {
        String cursor = query.value("cursor");
        if (cursor == null || cursor.isEmpty()) {
            return cursor == null ? null : Position.FIRST;
        }
        Position position = Position.of(cursor);
        if (position == null) {
            throw declared("cursor").bad(cursor);
        }
        return position;
    }

    int limit() {
        return (int) number("limit", 0);
    }

    /** The limit of a route whose answers have several. */
    int limit(int fallback) {
        return (int) number("limit", fallback);
    }

    /** Whether a flag is given and true. */
    boolean isSet(String name) {
        return Boolean.TRUE.equals(flag(name));
    }

    Sort sort(NameCheck names) {
        String name = text("sort");
        names.sort(name);
        return Sort.named(name);
    }

    String search() {
        String wanted = taken("search");
        return wanted == null ? "" : wanted;
    }

    /** true, false, or null when it is left out. */
    Boolean flag(String name) {
        String value = text(name);
        return value == null ? null : Boolean.valueOf(value);
    }

    /** Which contexts' work, or null for all. */
    ContextFilter context() {
        String wanted = taken("context");
        return wanted == null ? null : ContextFilter.of(wanted);
    }

    ContextQuery contexts(NameCheck names) {
        if (isSet("whole") && text("cursor") != null) {
            throw bad("cursor", text("cursor"), "not beside 'whole', whose answers have one page");
        }
        names.kind(text("name"), tag("tag"));
        return new ContextQuery(context(), flag("open"), search(), isSet("whole"),
                new ContextQuery.Wanted(number("least", 0), isSet("failed"), text("name"), tag("tag"), text("thread"),
                        text("error"), ContextOrder.named(text("sort"), isSet("up"))));
    }

    KindOrder kindOrder() {
        return KindOrder.named(text("sort"), isSet("each"), isSet("up"));
    }

    /** A kind of contexts, or null where no name is given. */
    KindFilter kind(NameCheck names) {
        String name = taken("name");
        if (name == null) {
            if (taken("tag") != null) {
                throw bad("tag", taken("tag"), "only beside 'name'");
            }
            return null;
        }
        String tag = tag("tag");
        names.kind(name, tag);
        return new KindFilter(name, tag);
    }

    /** Which part of the call tree, of whose processes these are connected. */
    TreePart part(NameCheck names, Set<String> connected) {
        KindFilter kind = kind(names);
        if (kind != null && taken("context") != null) {
            throw bad("name", kind.name(), "not beside 'context'");
        }
        return new TreePart(context(), flag("disabled"), "true".equals(taken("splits")), kind, beside(), connected);
    }

    /** Whether contexts inside count that ran beside the one around them: of routes that do not take this, they do. */
    private boolean beside() {
        String wanted = taken("beside");
        if (wanted != null && taken("context") == null) {
            throw bad("beside", wanted, "only beside 'context'");
        }
        return !"false".equals(wanted);
    }

    /** What is compared: the later one of two. */
    ComparedPart compared(Range range, NameCheck names) {
        return new ComparedPart(ofVersion(range, names), part(names, Set.of()));
    }

    /** The range, of the processes that run one version where one is given. */
    Range ofVersion(Range range, NameCheck names) {
        String version = text("version");
        names.version("version", version);
        return range.of(version);
    }

    /** What it is compared with: as long as it, and before it, and of the same kind, where nothing is said. */
    ComparedPart other(Questions questions, Range range) {
        long length = (range.toMicros() - range.fromMicros()) / 1_000;
        long to = number("otherTo", range.fromMicros() / 1_000);
        long from = number("otherFrom", Math.max(0, to - length));
        if (from > to) {
            throw bad("otherFrom", String.valueOf(from), "a time before 'otherTo'");
        }
        String wanted = text("otherInstance");
        if (wanted != null && questions.instances(range.application(), wanted).isEmpty()) {
            throw new BadParameter(404, "otherInstance", wanted, NameCheck
                    .oneOf(questions.instances(range.application(), ""), "/api/v1/applications"));
        }
        Range other = new Range(range.application(), wanted, text("otherVersion"), from * 1_000, to * 1_000);
        NameCheck names = new NameCheck(questions.names(other));
        names.version("otherVersion", other.version());
        KindFilter kind = otherKind(names);
        if (text("per").equals("request") && (kind == null || text("name") == null)) {
            throw bad("name", "", "the name of a kind, beside 'per=request'");
        }
        return new ComparedPart(other, new TreePart(null, flag("disabled"), false, kind));
    }

    private KindFilter otherKind(NameCheck names) {
        String name = text("otherName");
        if (name == null && text("otherTag") != null) {
            throw bad("otherTag", text("otherTag"), "only beside 'otherName'");
        }
        if (name == null) {
            return text("name") == null ? null : new KindFilter(text("name"), tag("tag"));
        }
        String tag = tag("otherTag");
        names.kind("otherName", name, "otherTag", tag);
        return new KindFilter(name, tag);
    }

    /** By which measure. */
    ComparisonOrder comparison() {
        return new ComparisonOrder(text("measure"),
                ComparisonOrder.Per.valueOf(text("per").toUpperCase(Locale.ROOT)), "self");
    }

    /** How many points each line has over time; 0 for none. */
    int points() {
        return (int) number("points", 0);
    }

    Standing standing() {
        String value = text("standing");
        return value == null ? null : Standing.valueOf(value.toUpperCase(Locale.ROOT));
    }

    /** Which payloads; a probe is meant by its class or by its name, as where its recording is begun. */
    PayloadFilter payloads(Questions questions, Range range) {
        String probe = text("probe");
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
        PayloadFilter filter = new PayloadFilter(type, recording == null ? null : recording.substring(0, colon),
                recording == null ? 0 : Long.parseLong(recording.substring(colon + 1)), search(),
                taken("text"), taken("type"), taken("object") == null ? null : Long.valueOf(taken("object")),
                taken("least") == null ? 0 : number("least", 0), context(),
                kind(new NameCheck(questions.names(range))));
        NameCheck names = new NameCheck(questions.names(range));
        if (recording != null) {
            names.recording(type, filter.recordingOf(), filter.recording());
        }
        names.payload(type, filter.type(), filter.object(), filter.text());
        return filter;
    }

    InvocationFilter invocations(NameCheck names) {
        names.method(owner(), text("method"));
        return new InvocationFilter(owner(), text("method"), isSet("errors"), text("exception"),
                number("least", 0), text("thread"), InvocationOrder.named(text("sort"), isSet("up")), context());
    }

    /** Whether the longest come first. */
    boolean isByDuration() {
        return text("sort").equals("duration");
    }

    StackFilter stacks(NameCheck names) {
        names.method(owner(), text("method"));
        return new StackFilter(text("exception"), owner(), text("method"), isSet("placeless"), context());
    }

    /** Which row of the errors. */
    ErrorRow errorRow(NameCheck names) {
        names.method(owner(), text("method"));
        KindFilter kind = kind(names);
        if (kind != null && text("method") != null) {
            throw bad("name", kind.name(), "not beside 'method'");
        }
        String type = text("exception");
        return new ErrorRow(type == null ? "" : type, owner(), text("method"), kind);
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
        String last = text("last");
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

    /** A number; what is declared, or else {@code fallback}, where it is left out. */
    long number(String name, long fallback) {
        Parameter known = declared(name);
        String value = query.value(name);
        if (value != null) {
            return Long.parseLong(value);
        }
        return known.fallback() == null ? fallback : ((Number) known.fallback()).longValue();
    }

    /** A text, or what is declared, or else null, where it is left out or empty. A choice is as it is declared, in whatever case it was given. */
    String text(String name) {
        Parameter known = declared(name);
        String value = query.value(name);
        if (value == null || value.isEmpty()) {
            return known.fallback() == null ? null : known.fallback().toString();
        }
        return known.kind() == Parameter.Kind.CHOICE ? value.toLowerCase(Locale.ROOT) : value;
    }

    /** The tag of a kind: empty for the kind without one, null where it is left out. */
    private String tag(String name) {
        return query.value(declared(name).name());
    }

    /** The class of the method: empty for a name without one. Where no method is given an empty one counts as left out. */
    String owner() {
        return text("method") == null ? text("class") : query.value(declared("class").name());
    }

    /** The same of what not each route takes that is answered from the same. */
    private String taken(String name) {
        return route.parameter(name) == null ? null : text(name);
    }

    /** What is read and not declared would be refused before it is read. */
    private Parameter declared(String name) {
        Parameter known = route.parameter(name);
        if (known == null) {
            throw new IllegalStateException(route.path() + " has no row for its parameter " + name);
        }
        return known;
    }

    static BadParameter bad(String parameter, String value, String allowed) {
        return new BadParameter(400, parameter, value, allowed);
    }
}
