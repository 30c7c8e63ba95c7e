package sim.server.http;

import static sim.server.http.Parameter.choice;
import static sim.server.http.Parameter.flag;
import static sim.server.http.Parameter.like;
import static sim.server.http.Parameter.number;
import static sim.server.http.Parameter.text;
import static sim.server.http.Route.get;
import static sim.server.http.Route.post;

import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import sim.model.payload.PayloadProbeEntry.Line;
import sim.model.payload.ScriptRequest;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Standing;
import sim.server.identity.Role;
import sim.server.query.ComparisonOrder;
import sim.server.query.ContextFilter;
import sim.server.query.ContextOrder;
import sim.server.query.InvocationOrder;
import sim.server.query.KindOrder;
import sim.server.query.Sort;

/**
 * The table of all routes: one row for each. Whoever serves a request looks here for what it may give, {@link Access} for who may
 * call it, and {@link OpenApi} for what to describe. So a route or a parameter that is not here does not exist.
 */
final class Routes {
    static final String OPEN_API = "/api/v1/openapi.json";
    static final String SCRIPTS = "/api/v1/payloads/scripts";

    /** The largest time in milliseconds since the epoch whose microseconds fit into a long. */
    static final long LATEST_MILLIS = Long.MAX_VALUE / 1_000;
    /** Rows of a list, and nodes of a tree, that a request may ask for. */
    private static final int MOST = 10_000;
    static final int MOST_NODES = 100_000;
    private static final int NAME = 1_000;
    private static final int EXPRESSION = 4_000;
    /** A key and a whole value, of which an application may have shipped the beginning alone. */
    private static final int VALUE = 50_000;

    /** No role: anybody may call it, and is not even asked who they are. */
    private static final Role NONE = null;

    private static final Parameter APPLICATION = text("application",
            "The application's name. It may be left out while there is only one.");
    private static final Parameter INSTANCE = text("instance",
            "One process of the application. All, if it is left out.");
    private static final Parameter CURSOR = like("cursor", "[A-Za-z0-9_-]*", "the 'next' of the page before",
            "The `next` of the page before: the rows behind it, of the same range whatever `last`, `from` and `to` say. The other parameters must be "
                    + "those of the page before.");
    private static final Parameter LAST = like("last", "[1-9][0-9]{0,8}[smhd]",
            "a number with s, m, h or d, such as 5m",
            "How far the range goes back from `to`: seconds, minutes, hours or days, at most `36500d`. Not beside `from`.")
            .or("5m");
    private static final Parameter FROM = number("from", 0, LATEST_MILLIS,
            "The begin of the range, epoch milliseconds.");
    private static final Parameter TO = number("to", 0, LATEST_MILLIS,
            "The end of the range, epoch milliseconds. Now, if it is left out.");
    private static final Parameter SEARCH = text("search", "Rows that contain this text alone, in any case.");
    /** No id is 0, which the outermost contexts have as their parent. */
    private static final Parameter CONTEXT = like("context", "(?!0{16}$)[0-9a-f]{16}|[^:]+:[\\s\\S]*",
            ContextFilter.ALLOWED,
            "Only the work in a context and in everything inside it, in whatever thread, process or application: by the context's id, or by "
                    + "`key:value` of a value written into one.");
    private static final Parameter DISABLED = flag("disabled",
            "Whether each name that is off has a row of its own. Default: the application's `hotspot.show.disabled`.");
    private static final Parameter SPLITS = flag("splits", "Whether splitting nodes of payload probes are shown.")
            .or(false);
    private static final Parameter PROBE = text("probe", "The payload probe's class, or its name.")
            .must("a probe's class; see /api/v1/payloads/probes");
    private static final Parameter RECORDING = like("recording", ".+:[0-9]{1,18}",
            "instance:id, as /api/v1/payloads/probes tells it",
            "`INSTANCE:ID` of a recording: all of it, whatever the range.");
    private static final Parameter LEAST = number("least", 0, Long.MAX_VALUE, "The shortest duration, nanoseconds.")
            .or(0);
    private static final Parameter KIND = text("name",
            "The name of a kind of contexts: only the work in all of its contexts. Not beside `context`.");
    private static final Parameter TAG = text("tag", "The tag of that kind; empty for the one without a tag.");
    private static final Parameter SINGLE = choice("sort", "The newest or the longest first.",
            List.of("start", "duration")).or("start");
    private static final Parameter[] RANGE = {APPLICATION, INSTANCE, LAST, FROM, TO};

    private static final Parameter BODY_APPLICATION = text("application", NAME,
            "The application's name; it must be connected.").must("an application that is connected");
    private static final Parameter BODY_INSTANCE = text("instance", NAME,
            "One process of it. All that are connected, if it is left out.");

    private static final Map<String, Route> ROWS = new LinkedHashMap<>();

    static {
        server();
        figures();
        contexts();
        hotspots();
        payloads();
        who();
        row(get("/api/<path>", Role.LOOK, "server", null, "Any other path: answers 404."));
    }

    private Routes() {}

    private static void server() {
        row(get("/health/live", NONE, "server", "Live", "Whether the process answers."));
        row(get("/health/ready", NONE, "server", "Ready",
                "Whether the server can do its work now. A server that asks for tokens says `status` alone.")
                .answers(503, "The server cannot do its work; the body says why."));
        row(get(OPEN_API, NONE, "server", "OpenApi", "This document."));
        row(get("/api/v1/health", Role.LOOK, "server", "Health",
                "The server's state in short. A caller who may not see all applications is told `status`, `version` and `uptimeNanos` alone."));
        row(get("/api/v1/server", Role.LOOK, "server", "Server",
                "The server's own measures since it started. A caller who may not see all applications is told `status`, `version`, `uptimeNanos` and, of "
                        + "`collectors`, `port`, `tls` and `tokens` alone."));
        row(get("/metrics", Role.LOOK, "server", null,
                "For Prometheus: OpenMetrics if `Accept` names it, otherwise the plain text format. At most two scrapes at a time are answered.")
                .as("text/plain").answers(500, "The server failed; its log says why.")
                .answers(503, "Two other scrapes are being answered for more than 5 s."));
        row(get("/api/v1/applications", Role.LOOK, "server", "Applications",
                "The instances that the server knows, the latest seen first. With `cursor=` (empty for the first page) the answer is an object, "
                        + "and goes by application and instance.",
                limit(1_000), CURSOR));
    }

    private static void figures() {
        ask("methods", "figures", "Methods",
                "The flat profile: a row for each method. Recursion counts once in a total.",
                like("sort",
                        "work\\.self|work\\.total|count|errors|class|method|.+\\.(total|self|max|p50|p95|p99|mean)",
                        Sort.ALLOWED,
                        "The order: the largest first, names ascending. `<meter>.total`, `.self`, `.max`, `.p50`, `.p95` or `.p99` of a meter too.")
                        .or("work.self"),
                SEARCH, CONTEXT, DISABLED, KIND, TAG, limit(50), CURSOR);
        ask("methods/series", "figures", "MethodSeries", "One method over time, at most 600 points.",
                text("class", "The class of a row of `methods`; empty for a name without one.")
                        .must("the class of a row of /api/v1/methods").orEmpty(),
                text("method", "The method of that row.").must("the method of a row of /api/v1/methods"));
        ask("calltree", "figures", "CallTree",
                "The call tree as a flat list: a node comes after its parent. With `format` the same as a file for other viewers.",
                CONTEXT,
                flag("beside",
                        "Only with `context`. `false`: without the contexts inside that ran beside the one around them, on another thread, in another process or "
                                + "later. No time is then in the tree twice."),
                DISABLED, KIND, TAG, SPLITS,
                flag("fold", "Whether a recursive call is part of the outermost call's node.").or(false),
                choice("format", "The format of the answer.", List.of("json", "collapsed", "speedscope", "pprof"))
                        .or("json"),
                text("measure",
                        "With a `format` other than `json`: `work`, `count`, `errors` or a meter. Default: all that were read; of `collapsed` `work`."),
                number("limit", 1, MOST_NODES, "The most nodes. Default: 5000; of files 100000."));
        ask("calltree/series", "figures", "MethodSeries", "One place of the call tree over time, at most 600 points.",
                number("place", 1, Integer.MAX_VALUE,
                        "The `place` of a node of `calltree`, of the same instance or of all.")
                        .must("the place of a node of /api/v1/calltree"));
        compare("compare", "Comparison",
                "The methods of two parts of an application side by side, each a range, an instance, a version, a kind of contexts: those first whose "
                        + "difference is more than chance makes of so few calls. The range is the later one.",
                measures("work", "count", "errors"), "work", 200);
        compare("compare/tree", "TreeComparison",
                "Their call trees as one, as a flat list: a node comes after its parent. Values are totals, `own` is the difference of self values.",
                measures("work", "count", "errors"), "work", 2_000);
        compare("compare/statements", "StatementComparison",
                "Their payloads by description, such as statements: of each part the 2000 that took longest. Of a kind those that are kept one by one.",
                List.of("wall", "count", "errors"), "wall", 200);
        ask("errors", "figures", "Errors",
                "What failed, by the exception's type and the place where it began, the most frequent first.", SEARCH,
                CONTEXT, limit(200));
        ask("errors/series", "figures", "ErrorSeries",
                "A row of `errors` over time, at most 600 points: that of an exception and a place, or of a kind of contexts; with neither, of the "
                        + "exceptions that are only counted, and without a place.",
                text("exception", "The `type` of the row; left out or empty where that is empty."),
                text("class", "The `class` of the row; empty for a name without one."),
                text("method", "The `method` of the row."),
                text("name", "The `name` of the row, of contexts. Not beside `method`."),
                text("tag", "The `tag` of the row, beside its `name`."), SEARCH, CONTEXT);
        ask("errors/stacks", "figures", "Stacks",
                "The stacks that applications read of exceptions, each kind of stack once, the one read last first.",
                text("exception", "Of exceptions of this type alone."),
                text("class", "Of those that began in this class alone; beside `method` empty for a name without one."),
                text("method", "Of those that began in methods of this name alone."),
                flag("placeless", "Whether only those that ended a context and no metered call.").or(false), CONTEXT,
                limit(20));
        ask("invocations", "figures", "Invocations",
                "Single calls that began in the range, the newest first.",
                text("class", "Calls of this class alone; beside `method` empty for a name without one."),
                text("method", "Calls of methods of this name alone."),
                flag("errors", "Whether only calls that failed.").or(false),
                text("exception", "Only calls that ended with an exception of this type."), LEAST,
                text("thread", "A part of the name of the thread that they ran on, in any case."),
                choice("sort", "The largest or newest first. What was not read comes last.",
                        measures("start", "duration"))
                        .allowing(InvocationOrder.ALLOWED).or("start"),
                flag("up", "Whether the smallest comes first.").or(false), CONTEXT, limit(200), CURSOR);
        ask("platform", "figures", "Platform",
                "The platform's measures and the application's telemetries over time, at most 600 points each.",
                flag("sums",
                        "Whether all instances are added up, for as long as an application's sums are kept. Not beside `instance`.")
                        .or(false));
        ask("marks", "figures", "Marks",
                "What charts over time are marked with: processes that started or ended, another version, verdicts, controls, recordings. In the order of time.",
                limit(300));
        ask("losses", "figures", "Losses",
                "What the application counted in the range of things that were lost, healed or refused.");
        ask("events", "figures", "Events", "What the application said happened, the newest first.", CONTEXT, limit(200),
                CURSOR);
    }

    private static void contexts() {
        ask("contexts", "contexts", "Contexts", "Flow contexts that were open in the range, the newest first.",
                flag("open", "`true`: only open ones; `false`: only ended ones."),
                text("search", "A part of the name, the tag or a value, in any case."), CONTEXT,
                flag("whole",
                        "Whether the other contexts of the same traces come too, those of other applications included, 10000 at most. Such an answer has one page.")
                        .or(false),
                LEAST, flag("failed", "Whether only those that failed.").or(false),
                text("name", "The name of their kind."),
                text("tag", "The tag of their kind; empty for the one without a tag."),
                text("version", "Only those of processes that run this version of the program."),
                text("thread", "A part of the name of a thread that they were on, in any case."),
                text("error", "A part of what they failed with."),
                choice("sort", "The largest or newest first. What was not read comes last.",
                        measures("start", "end", "duration", "errors", "calls")).allowing(ContextOrder.ALLOWED)
                        .or("start"),
                flag("up", "Whether the smallest comes first.").or(false), limit(200), CURSOR);
        ask("kinds", "contexts", "Kinds",
                "The exact sums of all contexts of a name and tag.",
                flag("percentiles", "Whether durations have percentiles.").or(false),
                flag("statements", "Whether each kind has the statements of its contexts, where they are recorded.")
                        .or(false),
                number("points", 0, 100, "How many points each kind has over time.").or(0),
                choice("sort",
                        "The largest first: the sum of durations, their mean or a percentile, the longest, or a sum.",
                        measures("duration", "mean", "p50", "p95", "p99", "max", "contexts", "failed", "kept", "calls",
                                "errors"))
                        .allowing(KindOrder.ALLOWED).or("duration"),
                flag("each",
                        "Whether calls, errors and meters are sorted by what a context has of them, and not by their sums.")
                        .or(false),
                flag("up", "Whether the smallest comes first.").or(false), limit(200), CURSOR);
        ask("entrypoints", "contexts", "EntryPoints",
                "The outermost calls outside of contexts, by method: the largest sum of durations first.",
                number("points", 0, 100, "How many points each has over time.").or(0), limit(200), CURSOR);
        ask("kinds/series", "contexts", "KindSeries",
                "The contexts of a kind over time, of all where no name is given; at most 600 points.",
                text("name", "The name of the kind."),
                text("tag", "The tag of the kind; empty for the one without a tag. Only beside `name`."),
                flag("buckets", "Whether each point has the histogram of the durations, as a heat map draws it.")
                        .or(false));
    }

    private static void hotspots() {
        ask("hotspots", "hotspots", "Hotspots",
                "The present state of every scorecard, whatever the range: the latest verdict of the range first.",
                choice("standing", "Names of this standing alone.", names(Standing.values())), SEARCH, limit(500),
                CURSOR);
        row(post("/api/v1/hotspots", Role.CONTROL, "hotspots", "Controlled",
                "Tells an application which names to meter. Its instances obey when they next ship.", BODY_APPLICATION,
                BODY_INSTANCE,
                choice("action",
                        "`enable`: meter, and judge anew; `disable`: do not meter; `pin`: meter for good; `reset`: forget all verdicts; `thresholds`.",
                        names(HotspotControl.Action.values())).must("one of enable, disable, pin, reset, thresholds"),
                text("class", NAME,
                        "A class or package alone means all names in it; neither `class` nor `method`, every name. Not with `thresholds`."),
                text("method", NAME, "The method. Not with `thresholds`."),
                number("threshold", 0, Long.MAX_VALUE,
                        "With `thresholds` only: in the judged meter's unit, of a time nanoseconds."),
                number("inherent", 0, Long.MAX_VALUE,
                        "With `thresholds` only: in the judged meter's unit, of a time nanoseconds."))
                .answers(404, "No such application, or not that instance of it, is connected.")
                .answers(429, "500 controls already wait for each of the instances."));
        ask("verdicts", "hotspots", "Verdicts", "What the hotspot extension decided in the range, the latest first.",
                SEARCH, limit(200), CURSOR);
    }

    private static void payloads() {
        ask("payloads/probes", "payloads", "PayloadProbes",
                "The payload probes that there are, and what they recorded when.");
        payload("hotspots", "PayloadHotspots",
                "Payloads by their description, the largest total first. With `name` or `context`, of those that are kept one by one: one page.",
                SEARCH, KIND, TAG, CONTEXT, limit(100), CURSOR);
        payload("backtraces", "PayloadBacktraces",
                "Who asked for a payload: first the methods from which it came, and behind each its callers.",
                text("text", "The whole description of a payload."),
                number("limit", 1, MOST, "The most nodes.").or(1_000));
        payload("calltree", "PayloadCallTree", "The stacks from which payloads came, with the payloads as leaves.",
                SEARCH,
                number("limit", 1, MOST_NODES, "The most nodes.").or(5_000));
        payload("events", "PayloadEvents", "Single payloads, the newest or the longest first.", SEARCH, SINGLE,
                text("type", "The name of an event type, as `payloads/probes` tells it."),
                number("object", -1, Long.MAX_VALUE,
                        "The number of a control object; -1: those without a number of their own."),
                LEAST, CONTEXT, limit(300), CURSOR);
        payload("objects", "PayloadObjects",
                "Control objects, such as connections: the largest total first; with `open=true` the one that was opened first before the others.",
                flag("open", "Whether only those that are still open.").or(false), limit(500), CURSOR);
        payload("timeline", "PayloadTimeline", "What each control object did when.",
                number("limit", 1, MOST, "The most spans: the newest.").or(5_000));
        payload("telemetries", "PayloadTelemetries", "The probe's telemetries over time.",
                text("text",
                        "The whole description of a payload: how often and how long these alone, without the probe's own numbers."));
        row(post("/api/v1/payloads/recordings", Role.CONTROL, "payloads", "Recorded",
                "Starts or stops a recording. The instances obey when they next ship.", BODY_APPLICATION, BODY_INSTANCE,
                text("probe", NAME, "A probe's class or name, or `all`.").must("a probe's class or name, or all"),
                choice("action", "What to do.", List.of("start", "stop")).must("start or stop"),
                flag("events", "Whether single events are kept.").or(false))
                .answers(404, "No such application, or not that instance of it, is connected.")
                .answers(429, "Too many controls wait for each of the instances."));
        row(post(SCRIPTS, Role.SCRIPT, "payloads", "Asked",
                "Puts a script into an application, or asks about one. An application obeys only with `payload.scripts.remote=true`.",
                BODY_APPLICATION, BODY_INSTANCE,
                choice("action", "What to do.", names(ScriptRequest.Action.values()))
                        .must("one of list, look, try, add, remove"),
                text("name", NAME, "The script's name."),
                text("method", NAME,
                        "The method that it is for, such as `shop.Orders.find(..)`. Not beside `telemetry`."),
                text("expression", EXPRESSION, "What describes a payload. Not beside `telemetry`."),
                flag("split", "Whether its payloads split the call tree. Not beside `telemetry`.").or(false),
                text("telemetry", EXPRESSION, "The expression of a telemetry."),
                text("in", NAME, "The class that a telemetry is written for; may be empty."),
                text("line", NAME, "The line of a telemetry."), text("unit", NAME, "Its unit, as in `TelemetryUnit`."),
                number("scale", -Line.MOST_SCALE, Line.MOST_SCALE, "A power of ten of its unit.").or(0),
                flag("stacked", "Whether its lines are stacked.").or(false))
                .answers(404, "No such application, or not that instance of it, is connected.")
                .answers(429, "Too many controls wait for each of the instances."));
        row(get(SCRIPTS, Role.SCRIPT, "payloads", "Scripts", "What instances answered to a request.",
                number("request", 1, 999_999_999_999_999_999L, "The number that `POST` answered.")
                        .must("a number that POST " + SCRIPTS + " returned recently"))
                .answers(404, "No such request, or it is not one of the last 500."));
    }

    private static void who() {
        row(get(SessionRoutes.SESSION, NONE, "who", "Session", "Who the caller is, and what they may do."));
        row(post(SessionRoutes.SESSION, NONE, "who", "Session", "Signs in with a token: sets a cookie, for 12 h.",
                text("token", NAME, "The token.")));
        row(post(SessionRoutes.END, NONE, "who", "Session", "Signs out."));
        row(get(SessionRoutes.AUDIT, Role.ADMIN, "who", "Audit",
                "Who did what, the newest first, back to the first entry that is kept.", limit(200), CURSOR));
        row(get(ForgetRoutes.PATH, Role.ADMIN, "who", "Forgotten", "How far it is with forgetting a past.",
                number("id", 1, 999_999_999, "The number that `POST` answered. The last one, if it is left out."))
                .answers(404, "No such id, or it is not one of the last 20."));
        row(post(ForgetRoutes.PATH, Role.ADMIN, "who", "Forgotten",
                "Removes a past for good: of an application, or of contexts by a value. One of the two fields must be given.",
                text("application", NAME, "The application's name."),
                text("context", VALUE, "`KEY:VALUE` of contexts. A colon in the key is written `\\:`."))
                .answers(409, "Another past is being forgotten."));
    }

    /** A question of what was in a range of time. */
    private static void ask(String path, String group, String shape, String says, Parameter... own) {
        row(get("/api/v1/" + path, Role.LOOK, group, shape, says, RANGE).with(own));
    }

    private static void payload(String path, String shape, String says, Parameter... own) {
        row(get("/api/v1/payloads/" + path, Role.LOOK, "payloads", shape, says, RANGE).with(PROBE, RECORDING)
                .with(own));
    }

    private static Parameter limit(int fallback) {
        return number("limit", 1, MOST, "The most rows of a page.").or(fallback);
    }

    /** A question of two parts of an application; what is not said of the other is as of the first. */
    private static void compare(String path, String shape, String says, List<String> measures, String measure,
            int limit) {
        ask(path, "figures", shape, says,
                text("version", "Only processes that run this version of the program."),
                number("otherFrom", 0, LATEST_MILLIS,
                        "The begin of the other range, epoch milliseconds. As long before `otherTo` as the range is, if it is left out."),
                number("otherTo", 0, LATEST_MILLIS,
                        "The end of the other range, epoch milliseconds. The begin of the range, if it is left out."),
                text("otherInstance", "One process of the application for the other range. All, if it is left out."),
                text("otherVersion", "The version for the other range. Any, if it is left out."),
                text("otherName", "The name of the kind for the other range. That of `name`, if it is left out."),
                text("otherTag", "The tag of that kind; empty for the one without a tag. Only beside `otherName`."),
                choice("measure", "What is compared.", measures).allowing(
                        measures.contains("work") ? ComparisonOrder.ALLOWED : String.join(", ", measures)).or(measure),
                choice("per", "By the second of the range, by the call, or by the context of the kind.",
                        List.of("second", "call", "request")).or("second"),
                DISABLED, KIND, TAG, limit(limit));
    }

    /** These, and each of the meters. */
    private static List<String> measures(String... others) {
        return Stream.concat(Stream.of(others), Stream.of(Meter.values()).map(Meter::label)).toList();
    }

    private static void row(Route route) {
        ROWS.put(route.method() + " " + route.path(), route);
    }

    private static List<String> names(Enum<?>[] values) {
        return Stream.of(values).map(each -> each.name().toLowerCase(Locale.ROOT)).toList();
    }

    /** The rows by method and path, as the paths are registered. */
    static Map<String, Route> rows() {
        return ROWS;
    }

    /** The row of a method and a path; null if there is none. HEAD is answered as GET is. */
    static Route of(String method, String path) {
        return ROWS.get((method.equals("HEAD") ? "GET" : method) + " " + path);
    }

    /** The row of a request that was matched. */
    static Route of(Context request) {
        Endpoint matched = request.endpoints().matchedHttpEndpoint();
        return matched == null ? null : of(matched.method.name(), matched.path);
    }
}
