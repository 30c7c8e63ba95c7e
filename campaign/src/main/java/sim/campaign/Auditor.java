package sim.campaign;

import counted.Count;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Asks the server, by what users ask it with, what it has of an application, and makes the account. */
final class Auditor {
    /** All times there are: clocks may be anywhere. */
    private static final String EVER = "&from=0&to=4102444800000&limit=10000&application=";

    /** SIM's own failures, of its threads and on the program's. */
    private static final List<String> FAILURES = List.of("metering.failures", "threads.failed");
    /** How the last line of a program begins that could not ship all. */
    private static final String UNSHIPPED = "sim: the last measurements could not be shipped: ";
    private static final Pattern PART = Pattern.compile("(\\d+) ([a-z ]+)(, |;|$)");

    private final Server server;

    Auditor(Server server) {
        this.server = server;
    }

    private JsonNode methods(String range, String application) throws IOException, InterruptedException {
        return server.get("/api/v1/methods?disabled=true" + range + encoded(application)).path("methods");
    }

    /** All calls stored that the server says were made in the last hour by its clock. */
    long lastHour(String application) throws IOException, InterruptedException {
        long calls = 0;
        for (JsonNode row : methods("&last=1h&limit=10000&application=", application)) {
            calls += row.path("count").asLong();
        }
        return calls;
    }

    /** Calls stored, by the ledger's kinds; all of an application that is unknown are 0. */
    private Map<Count, Long> calls(String application, long[] items, long[] other)
            throws IOException, InterruptedException {
        Map<Count, Long> stored = new LinkedHashMap<>();
        for (JsonNode row : methods(EVER, application)) {
            long count = row.path("count").asLong();
            Count kind = kind(row.path("class").asString(), row.path("method").asString());
            if (kind == null) {
                other[0] += count;
            } else {
                stored.merge(kind, count, Long::sum);
            }
            items[0] += row.path("meters").path("items").path("self").asLong();
        }
        return stored;
    }

    private static Count kind(String owner, String member) {
        for (Count count : Count.values()) {
            if (owner.equals(count.owner()) && (count.member() == null || member.equals(count.member()))) {
                return count;
            }
        }
        return null;
    }

    /** All calls stored now. */
    long calls(String application) throws IOException, InterruptedException {
        if (entry(application).isMissingNode()) {
            return 0;
        }
        long[] other = new long[1];
        long all = 0;
        for (long count : calls(application, new long[1], other).values()) {
            all += count;
        }
        return all + other[0];
    }

    /** Into the account, of an application that has ended. */
    void audit(Application application, Account account) throws IOException, InterruptedException {
        String name = application.name();
        JsonNode entry = entry(name);
        if (!entry.path("complete").asBoolean()) {
            account.fault(
                    name + ": the server does not say that all of it came, though it ended in order and could ship");
        }
        if (!entry.isMissingNode()) {
            calls(application, entry, account);
            listed(application, entry, account);
        } else {
            account.fault(name + ": the server does not know it");
        }
        if (!application.style().threading().equals("full")) { // where the heap is full SIM has no memory either, and counts that
            failures(name, entry, account);
        }
        if (application.made(Count.BROKEN) != 0) {
            account.fault(name + ": " + application.made(Count.BROKEN) + " exceptions in the application");
        }
    }

    /** Nothing of SIM's own failed: a line on standard error alone would look like any other of SIM's. */
    static void failures(String name, JsonNode entry, Account account) {
        for (String counter : FAILURES) {
            long count = entry.path("counters").path(counter).asLong();
            if (count != 0) {
                account.fault(name + ": SIM counts " + counter + ": " + count);
            }
        }
    }

    /** What a program said at its end that it could not ship, by the words of that line. */
    static Map<String, Long> unshipped(List<String> complaints) {
        Map<String, Long> unshipped = new LinkedHashMap<>();
        for (String line : complaints) {
            if (line.startsWith(UNSHIPPED)) {
                Matcher part = PART.matcher(line.substring(UNSHIPPED.length()));
                while (part.lookingAt()) {
                    unshipped.put(part.group(2), Long.parseLong(part.group(1)));
                    part.region(part.end(), part.regionEnd());
                }
            }
        }
        return unshipped;
    }

    /**
     * What is counted of a kind: what SIM left out, and of the rest what the program said that it could not ship. That is at most as much as
     * it said, because what was on its way may have come all the same.
     */
    static long counted(long sent, long stored, long left, long unshipped) {
        return left + Math.max(0, Math.min(unshipped, sent - stored - left));
    }

    /** @param word that of the kind in the program's last line */
    private static void add(Application application, Account account, String kind, String word, long sent, long stored,
            long left) {
        long unshipped = unshipped(application.child().complaints()).getOrDefault(word, 0L);
        account.add(application.name(), kind, sent, stored, counted(sent, stored, left, unshipped));
    }

    private void calls(Application application, JsonNode entry, Account account)
            throws IOException, InterruptedException {
        String name = application.name();
        long[] items = new long[1];
        long[] other = new long[1];
        Map<Count, Long> stored = calls(name, items, other);
        long lost = left(entry, "calls");
        long elsewhere = lost + other[0] + unshipped(application.child().complaints()).getOrDefault("calls", 0L);
        long all = other[0];
        for (Count count : Count.values()) {
            if (count.isCalls()) {
                long there = stored.getOrDefault(count, 0L);
                all += there;
                account.addPart(name, "calls of " + count, application.made(count), there, elsewhere);
            }
        }
        add(application, account, "calls", "calls", application.calls(), all, lost);
        account.add(name, "counter items", application.made(Count.ITEMS), items[0], 0);
    }

    private void listed(Application application, JsonNode entry, Account account)
            throws IOException, InterruptedException {
        String name = application.name();
        add(application, account, "contexts", "contexts", application.made(Count.CONTEXTS), ended(name),
                left(entry, "contexts"));
        add(application, account, "events", "events", application.made(Count.EVENTS), size("events", name),
                left(entry, "events"));
        if (application.made(Count.RECORDINGS) > 0) {
            payloads(application, entry, account);
        }
        if (!application.style().kept().equals("none")) {
            long kept = application.style().kept().equals("all")
                    ? application.calls()
                    : application.made(Count.FAILING);
            add(application, account, "single calls", "invocations", kept, size("invocations", name),
                    left(entry, "invocations"));
        }
    }

    /** However they are asked, the sums are the same. */
    private void payloads(Application application, JsonNode entry, Account account)
            throws IOException, InterruptedException {
        String name = application.name();
        long made = application.made(Count.PAYLOADS);
        long cut = entry.path("counters").path("payloads.cut").asLong();
        add(application, account, "payloads", "payloads", made,
                payloads("hotspots", name).path("sums").path("count").asLong(), cut);
        add(application, account, "payloads in the call tree", "payloads", made,
                payloads("calltree", name).path("sums").path("count").asLong(), cut);
        long byObject = 0;
        for (JsonNode object : payloads("objects", name).path("objects")) {
            byObject += object.path("count").asLong();
        }
        add(application, account, "payloads by control object", "payloads", made, byObject, cut);
        JsonNode events = payloads("events", name);
        add(application, account, "single payloads", "payload events", application.made(Count.PAYLOAD_EVENTS),
                events.path("kept").asLong() + events.path("consolidated").path("count").asLong(),
                left(entry, "payload.events") + left(entry, "payload.minutes"));
    }

    private JsonNode payloads(String question, String application) throws IOException, InterruptedException {
        return server.get("/api/v1/payloads/" + question + "?probe=counted.Recorded$Queries" + EVER
                + encoded(application));
    }

    /** What is there now of an application that is to be killed, for {@link #auditKilled}. */
    Map<String, Long> seen(Application application) throws IOException, InterruptedException {
        String name = application.name();
        Map<String, Long> seen = new LinkedHashMap<>();
        if (!entry(name).isMissingNode()) {
            seen.put("calls", calls(name));
            seen.put("contexts", size("contexts", name));
            seen.put("events", size("events", name));
        }
        return seen;
    }

    /** Into the account, of an application that was killed. */
    void auditKilled(Application application, Map<String, Long> before, Account account)
            throws IOException, InterruptedException {
        String name = application.name();
        Map<String, Long> after = seen(application);
        Map<String, Long> sent = Map.of("calls", application.calls(), "contexts", application.made(Count.CONTEXTS),
                "events", application.made(Count.EVENTS));
        sent.forEach((kind, count) -> account.addKilled(name, kind, before.getOrDefault(kind, 0L),
                after.getOrDefault(kind, 0L), count));
        if (entry(name).path("complete").asBoolean()) {
            account.fault(name + ": the server says that all of it came, though it was killed");
        }
    }

    /** What the server says of the application; missing when it knows nothing. */
    JsonNode entry(String application) throws IOException, InterruptedException {
        for (JsonNode each : server.get("/api/v1/applications")) {
            if (each.path("name").asString().equals(application)) {
                return each;
            }
        }
        return server.get("/api/v1/applications").path("none");
    }

    /** Contexts whose end is stored: all of a program that ended do end, and one that is open still has lost its end. */
    private long ended(String application) throws IOException, InterruptedException {
        long ended = 0;
        for (JsonNode context : server.get("/api/v1/contexts?" + EVER.substring(1) + encoded(application))
                .path("contexts")) {
            ended += context.path("end").isNull() ? 0 : 1;
        }
        return ended;
    }

    /** The number of the batch that the newest single call is of which {@link Samples#megabyte} made. */
    long newestSingleCall(String application) throws IOException, InterruptedException {
        long newest = 0;
        for (JsonNode call : server.get("/api/v1/invocations?from=0&to=4102444800000&limit=1&application="
                + encoded(application)).path("invocations")) {
            newest = Math.max(newest, Long.parseLong(call.path("thread").asString()));
        }
        return newest;
    }

    private long size(String kind, String application) throws IOException, InterruptedException {
        return server.get("/api/v1/" + kind + "?" + EVER.substring(1) + encoded(application)).path(kind).size();
    }

    /** What SIM says that it left out of a kind: on whatever way, by whatever cause. A call whose end was lost is healed. */
    static long left(JsonNode entry, String kind) {
        long left = 0;
        for (Map.Entry<String, JsonNode> counter : entry.path("counters").properties()) {
            String name = counter.getKey();
            // payload events are no events, and a call that the sums of its context miss is stored itself
            if (name.contains("payload.") == kind.startsWith("payload.") && !name.startsWith("context.")
                    && name.matches("(.*\\.)?" + kind + "\\.(.*\\.)?(dropped|lost|aside|too\\.deep|switched)")
                    || kind.equals("calls") && name.equals("probes.healed")) {
                left += counter.getValue().asLong();
            }
        }
        return left;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
