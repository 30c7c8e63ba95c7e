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

/** {@code sim probes}: which payload probes an application has; with a probe, its payloads that took longest. */
@Command(name = "probes", description = "Prints payload probes, or the payloads of one that took longest.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class ProbesCommand implements Callable<Integer> {
    @Mixin
    private AgentServer server;

    @Parameters(paramLabel = "PROBE", arity = "0..1", description = "a probe's class or name; without it the probes are listed")
    private String probe;

    @Option(names = "--application", description = "whose")
    private String application;

    @Option(names = "--last", defaultValue = "5m", description = "how far back (default: ${DEFAULT-VALUE})")
    private String last;

    @Option(names = "--recording", description = "one recording, as the list of probes names it; whatever its age")
    private String recording;

    @Option(names = "--objects", description = "control objects instead of payloads")
    private boolean objects;

    @Option(names = "--limit", defaultValue = "20", description = "how many (default: ${DEFAULT-VALUE})")
    private String limit;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("application", application);
        query.put("last", last);
        JsonNode probes = server.get("payloads/probes", query).path("probes");
        if (probe == null) {
            System.out.print(Table.of(list(probes)));
            return 0;
        }
        query.put("probe", type(probes));
        query.put("recording", recording);
        query.put("limit", limit);
        System.out.print(Table.of(objects
                ? objects(server.get("payloads/objects", query).path("objects"))
                : payloads(server.get("payloads/hotspots", query).path("payloads"))));
        return 0;
    }

    private String type(JsonNode probes) {
        List<String> known = new ArrayList<>();
        for (JsonNode each : probes) {
            if (each.path("probe").asString().equals(probe) || each.path("name").asString().equals(probe)) {
                return each.path("probe").asString();
            }
            known.add(each.path("name").asString());
        }
        throw new IllegalStateException("no probe is called " + probe + ": there "
                + (known.isEmpty() ? "is none yet" : "are " + String.join(", ", known)));
    }

    private static List<String[]> list(JsonNode probes) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"probe", "class", "recording", "state", "count", "total"});
        for (JsonNode each : probes) {
            if (each.path("recordings").isEmpty()) {
                rows.add(new String[]{each.path("name").asString(), each.path("probe").asString(), "-", "off", "-",
                        "-"});
            }
            for (JsonNode one : each.path("recordings")) {
                rows.add(new String[]{each.path("name").asString(), each.path("probe").asString(),
                        one.path("recording").asString(), one.path("end").isNull() ? "records" : "ended",
                        Units.count(one.path("count").asLong()), Units.nanos(one.path("total").asLong())});
            }
        }
        return rows;
    }

    private static List<String[]> payloads(JsonNode payloads) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"payload", "count", "errors", "total", "mean", "p95", "max"});
        for (JsonNode each : payloads) {
            rows.add(new String[]{oneLine(each.path("text").asString()), Units.count(each.path("count").asLong()),
                    Units.count(each.path("errors").asLong()), Units.nanos(each.path("total").asLong()),
                    Units.nanos(each.path("mean").asLong()), Units.nanos(each.path("p95").asLong()),
                    Units.nanos(each.path("max").asLong())});
        }
        return rows;
    }

    private static List<String[]> objects(JsonNode objects) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[]{"control object", "state", "count", "errors", "total", "mean", "max"});
        for (JsonNode each : objects) {
            rows.add(new String[]{each.path("name").isNull() ? "none" : oneLine(each.path("name").asString()),
                    each.path("end").isMissingNode() ? "-" : each.path("end").asString(),
                    Units.count(each.path("count").asLong()), Units.count(each.path("errors").asLong()),
                    Units.nanos(each.path("total").asLong()), Units.nanos(each.path("mean").asLong()),
                    Units.nanos(each.path("max").asLong())});
        }
        return rows;
    }

    private static String oneLine(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= 100 ? line : line.substring(0, 99) + "\u2026";
    }
}
