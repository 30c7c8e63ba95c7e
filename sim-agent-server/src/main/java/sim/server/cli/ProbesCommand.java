package sim.server.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code sim probes}: which payload probes an application has; with a probe, what the page's tabs show of it. */
@Command(name = "probes", description = "Prints payload probes, or what one of them recorded.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class ProbesCommand implements Callable<Integer> {
    @Mixin
    private AgentServer server;

    @Parameters(paramLabel = "PROBE", arity = "0..1", description = "a probe's class or name; without it the probes are listed")
    private String probe;

    @Option(names = "--as", paramLabel = "VIEW", description = "${COMPLETION-CANDIDATES} (default: hotspots)")
    private ProbeView view;

    @Option(names = "--application", description = "whose")
    private String application;

    @Option(names = "--last", description = "with a probe: how far back (default: all that was recorded)")
    private String last;

    @Option(names = "--recording", description = "one recording, as the list of probes names it; whatever its age")
    private String recording;

    @Option(names = "--search", paramLabel = "TEXT", description = "calltree, hotspots, events: payloads with TEXT in them; backtraces: the one payload with TEXT in it")
    private String search;

    @Option(names = "--type", description = "events: of this type")
    private String type;

    @Option(names = "--object", paramLabel = "ID", description = "events: of the control object that objects shows with this id")
    private String object;

    @Option(names = "--least", paramLabel = "DURATION", converter = NanosConverter.class, description = "events: that took so long or longer, such as 500ms")
    private Long least;

    @Option(names = "--limit", description = "how many (default: 100 places, 20 of others; of a timeline 5000 spans)")
    private String limit;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("application", application);
        query.put("last", last);
        JsonNode probes = server.get("payloads/probes", query).path("probes");
        if (probe == null) {
            if (view != null) {
                throw new IllegalStateException("--as " + view + " needs a probe: " + known(probes));
            }
            System.out.print(Table.of(PayloadListings.probes(probes)));
            System.out.println("counts and totals are of whole recordings");
            return 0;
        }
        JsonNode chosen = named(probes);
        query.put("probe", chosen.path("probe").asString());
        query.put("recording", recording);
        ProbeView shown = view == null ? ProbeView.HOTSPOTS : view;
        String span = span(shown, chosen.path("recordings"), query);
        System.out.print(shown == ProbeView.BACKTRACES ? backTraces(query) : show(shown, query));
        System.out.println(span);
        return 0;
    }

    /** What is asked for, in words. Where nobody says how far back, it is what the list of probes has: all recordings, whole. */
    private String span(ProbeView shown, JsonNode recordings, Map<String, String> query) {
        if (recording != null) {
            return "of recording " + recording + ", whole";
        }
        if (last != null) {
            return "of the last " + last;
        }
        if (recordings.isEmpty()) {
            return "nothing was recorded yet";
        }
        long begin = Long.MAX_VALUE;
        for (JsonNode each : recordings) {
            begin = Math.min(begin, each.path("start").asLong());
        }
        // lines over time have so many points however long it is; sums take what there is
        query.put("from", String.valueOf(shown == ProbeView.TELEMETRIES ? Math.max(0, begin - 1) : 0));
        return "of " + (recordings.size() == 1 ? "1 recording" : recordings.size() + " recordings") + ", whole, since "
                + Units.moment(begin * 1_000);
    }

    private String show(ProbeView shown, Map<String, String> query) throws IOException, InterruptedException {
        query.put("search", search);
        query.put("type", type);
        query.put("object", object);
        query.put("least", least == null ? null : least.toString());
        JsonNode answer = ask(shown, query);
        JsonNode rows = answer.path(shown.rows);
        return switch (shown) {
            case CALLTREE -> PayloadStacks.of("place", answer);
            case EVENTS -> Table.of(PayloadListings.events(rows)) + PayloadListings.kept(answer);
            case OBJECTS -> Table.of(PayloadListings.objects(rows));
            case TIMELINE -> PayloadTimeline.of(rows);
            case TELEMETRIES -> Table.of(PayloadListings.telemetries(rows));
            default -> Table.of(PayloadListings.hotspots(rows));
        };
    }

    /** The server wants the whole description, which a table has cut: the only one with that text in it. */
    private String backTraces(Map<String, String> query) throws IOException, InterruptedException {
        if (search == null || type != null || object != null || least != null) {
            throw new IllegalStateException(
                    "--as backtraces is of one payload: name it by --search TEXT, and nothing else");
        }
        Map<String, String> alike = new LinkedHashMap<>(query);
        alike.put("search", search);
        alike.put("limit", "10000");
        List<String> texts = new ArrayList<>();
        for (JsonNode each : server.get(ProbeView.HOTSPOTS.path(), alike).path(ProbeView.HOTSPOTS.rows)) {
            texts.add(each.path("text").asString());
        }
        String text = texts.contains(search) ? search : texts.size() == 1 ? texts.get(0) : null;
        if (text == null) {
            throw new IllegalStateException("--search " + search + ": " + texts.size()
                    + " payloads have that in them; backtraces are of one" + (texts.isEmpty()
                            ? ""
                            : ", such as " + PayloadListings.oneLine(texts.get(0))));
        }
        query.put("text", text);
        return PayloadStacks.of(PayloadListings.oneLine(text) + ", from", ask(ProbeView.BACKTRACES, query));
    }

    private JsonNode ask(ProbeView shown, Map<String, String> query) throws IOException, InterruptedException {
        if (shown.limit > 0) {
            query.put("limit", limit == null ? String.valueOf(shown.limit) : limit);
        }
        return server.get(shown.path(), query);
    }

    private JsonNode named(JsonNode probes) {
        for (JsonNode each : probes) {
            if (each.path("probe").asString().equals(probe) || each.path("name").asString().equals(probe)) {
                return each;
            }
        }
        throw new IllegalStateException("no probe is called " + probe + ": " + known(probes));
    }

    private static String known(JsonNode probes) {
        List<String> names = new ArrayList<>();
        probes.forEach(each -> names.add(each.path("name").asString()));
        return "there " + (names.isEmpty() ? "is none yet" : "are " + String.join(", ", names));
    }
}
