package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Level;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.PayloadBatches;
import sim.server.WireClient;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/**
 * Times of one kind have one unit and one name in all answers: moments ms, or a name that ends in Micros; durations ns, under a name that
 * ends in Nanos unless a unit stands beside them. And each field of an answer stands in API.md.
 */
class TimesHttpTest {
    /** What other routes answer has no figures of the store, or no JSON. */
    private static final Set<String> OTHERS = Set.of("/metrics", "/health/live", "/api/<path>",
            "/api/v1/payloads/scripts", Routes.OPEN_API);
    private static final List<String> WHOLE = List.of("/health/ready", "/api/v1/health", "/api/v1/server",
            "/api/v1/applications", "/api/v1/session", "/api/v1/audit", "/api/v1/forget");
    /** A moment of this century in milliseconds, and in microseconds, is at least this, and less than three times as much. */
    private static final double MILLIS = 1e12;
    private static final double MICROS = 1e15;

    /** Epoch milliseconds. A point is a pair of a moment and a value, or has both by name. */
    private static final Set<String> MOMENTS = Set.of("start", "end", "time", "from", "to", "since", "before",
            "opened", "closed", "lastUsed", "firstSeen", "lastSeen", "started", "first", "last", "levelSince", "upTo",
            "points");
    /** Measures, in the unit beside them or ns where API.md says so. */
    private static final Set<String> MEASURES = Set.of("difference", "own", "total", "self", "max", "mean", "p50",
            "p95",
            "p99", "value",
            "idle", "elsewhere", "open", "rows", "aroundOff", "off", "metering", "other", "sim", "jit", "gc", "jvm",
            "unmetered", "queued", "range", "takenOff");
    /** Numbers without a unit of time: how many, which, how large. */
    private static final Set<String> COUNTS = Set.of("count", "entries", "further", "furtherCount", "furtherPatterns",
            "errors", "all",
            "calls",
            "contexts", "kept", "failed", "id",
            "parent", "pid", "names", "oneIn", "balance", "trials", "sequence", "times", "levels", "leftOut", "nodes",
            "texts", "payloads", "splits", "objects", "object", "events", "scale", "port",
            "connections", "redacted", "batches", "batchesAlready", "batchesUnknown", "batchesWaiting", "commits",
            "commitFailures", "reopenings", "quarantined", "quarantineFiles", "quarantineRemoved", "slots",
            "segments", "bytes", "atOnce", "active", "mostWaiting", "waiting", "answered", "busy", "memory",
            "gone", "unwritten", "cpu", "contention", "callsElsewhere", "contextsLeftOut", "failures", "sorts", "kinds",
            "of", "place");
    /** Below these the names are data: meters, counters, own values, kinds of refusal, probes. */
    private static final Set<String> BY_NAME = Set.of("meters", "values", "counters", "refused", "types", "payloads");
    private static final Pattern QUOTED = Pattern.compile("\"(\\w+)\"|`(\\w+)`");

    /** By name, with the path of an answer that has it. */
    private static final Map<String, String> NUMBERS = new TreeMap<>();
    private static final Map<String, String> FIELDS = new TreeMap<>();
    private static final Set<String> SEEN_MOMENTS = new TreeSet<>();
    private static final Set<String> WRONG = new TreeSet<>();

    @Test
    void eachAnswerTellsTimesInTheUnitsOfItsNames() {
        assertThat(WRONG).isEmpty();
        assertThat(SEEN_MOMENTS).as("what was looked at").contains("start", "end", "startMicros", "time", "opened",
                "openedMicros", "lastUsed", "firstSeen", "lastSeen", "started", "first", "levelSince", "points");
        assertThat(NUMBERS.keySet()).as("what was looked at").contains("stepNanos", "durationNanos", "behindNanos");
        Map<String, String> unknown = new TreeMap<>(NUMBERS);
        unknown.keySet().removeIf(each -> each.endsWith("Micros") || each.endsWith("Nanos") || each.endsWith("Bytes")
                || MOMENTS.contains(each) || MEASURES.contains(each) || COUNTS.contains(each));
        assertThat(unknown)
                .as("numbers of which this test does not know whether they are moments (epoch ms, or ...Micros), "
                        + "durations (...Nanos), measures with a unit, or counts")
                .isEmpty();
    }

    @Test
    void eachFieldOfAnAnswerStandsInTheDocument() throws IOException {
        Set<String> told = new HashSet<>();
        Matcher quoted = QUOTED.matcher(Files.readString(Path.of("API.md")));
        while (quoted.find()) {
            told.add(quoted.group(1) == null ? quoted.group(2) : quoted.group(1));
        }
        assertThat(FIELDS).as("what was looked at").containsKeys("stepNanos", "consolidation", "port", "explained",
                "levelSince", "unread");
        Map<String, String> untold = new TreeMap<>(FIELDS);
        untold.keySet().removeAll(told);
        assertThat(untold).as("fields of answers that API.md does not name").isEmpty();
    }

    @BeforeAll
    static void askAll(@TempDir Path folder) throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder));
                WireClient shop = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"));
                WireClient bank = WireClient.connect(server.collectorPort(), Batches.hello("bank", "two"));
                WireClient sampled = WireClient.connect(server.collectorPort(), Batches.hello("sampled", "three"))) {
            shop.ship(PayloadBatches.batch(1, 1, true));
            shop.ship(PayloadBatches.batch(2, 1, false));
            bank.ship(Batches.recursion(1));
            bank.ship(judged());
            bank.ship(new Batch(3, Batches.now() - 5_000_000, Batches.now() - 2_000_000,
                    Contents.NONE.with(Sections.FAILURES, List.of(new FailureRecord("boom", 3, 1)))));
            sampled.ship(Batches.sampled(1));
            for (String row : Access.rows().keySet()) {
                String path = row.substring(row.indexOf(' ') + 1);
                if (!row.startsWith("GET ") || OTHERS.contains(path)) {
                    continue;
                }
                if (WHOLE.contains(path)) {
                    look(path, path, server.json(path));
                } else if (path.equals("/api/v1/methods/series")) {
                    look(path, path, server.json(path + "?application=bank&last=1h&class=a.A&method=outer"));
                } else if (path.equals("/api/v1/errors/series")) {
                    look(path, path, server
                            .json(path + "?application=bank&last=1h&exception=boom&class=b.B&method=inner"));
                } else if (path.equals("/api/v1/calltree/series")) {
                    look(path, path, server.json(path + "?application=bank&last=1h&place=1"));
                } else if (path.matches(".*/payloads/(?!probes).*")) {
                    look(path, path, server.json(path + "?application=shop&last=1h&probe=" + PayloadBatches.PROBE));
                } else {
                    for (String application : List.of("shop", "bank", "sampled")) {
                        look(path, path, server.json(path + "?last=1h&application=" + application));
                    }
                }
            }
        }
    }

    private static Batch judged() {
        return new Batch(2, Batches.now() - 5_000_000, Batches.now() - 2_000_000, List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(),
                List.of(new Score(1, Standing.DISABLED, -2, 0, Level.OFF, Batches.now(), 0, 1)),
                List.of(new Verdict(1, 1, Batches.now() - 3_000_000, Standing.MANAGED, Standing.DISABLED, -2, "cheap")),
                List.of(), Map.of("invocations.dropped", 3L));
    }

    private static void look(String asked, String name, JsonNode node) {
        if (node.isObject()) {
            boolean isByName = BY_NAME.contains(name);
            node.properties().forEach(each -> {
                if (isByName && each.getValue().isValueNode()) {
                    return; // a counter, a value
                }
                if (!isByName) {
                    FIELDS.put(each.getKey(), asked);
                }
                look(asked, each.getKey(), each.getValue());
            });
        } else if (node.isArray()) {
            node.forEach(each -> look(asked, name, each));
        } else if (node.isNumber()) {
            NUMBERS.put(name, asked + ": " + node);
            if (!name.endsWith("Bytes") && !name.equals("bytes")) {
                judge(asked, name, node.asDouble());
            }
        }
    }

    private static void judge(String asked, String name, double value) {
        boolean isMicros = value >= MICROS && value < 3 * MICROS;
        boolean isMillis = value >= MILLIS && value < 3 * MILLIS;
        if (isMicros || isMillis) {
            SEEN_MOMENTS.add(name);
        }
        if (isMicros != name.endsWith("Micros") || isMillis && !MOMENTS.contains(name) && !name.endsWith("Nanos")
                || name.matches(".*(Seconds|Millis)|begin")) {
            WRONG.add(asked + ": " + name + " is " + value);
        }
    }
}
