package sim.server.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import sim.model.snapshot.Meter;
import tools.jackson.databind.JsonNode;

/**
 * {@code sim top}: the costliest methods as a table in the terminal, one for each application unless one is named.
 * An application's own measures and counters stand behind the runtime's, under their names; then the 95th percentiles of
 * meters beside wall time that have histograms.
 */
@Command(name = "top", description = "Prints the most expensive methods.", mixinStandardHelpOptions = true, versionProvider = Version.class)
public final class TopCommand implements Callable<Integer> {
    private static final long ASK_AGAIN_MILLIS = 200;

    @Mixin
    private AgentServer server;

    @Option(names = "--application", description = "only this one")
    private String application;

    @Option(names = "--last", defaultValue = "5m", description = "how far back (default: ${DEFAULT-VALUE})")
    private String last;

    @Option(names = "--sort", defaultValue = "work.self", description = "by what; wall.self counts waiting too (default: ${DEFAULT-VALUE})")
    private String sort;

    @Option(names = "--limit", defaultValue = "20", description = "how many (default: ${DEFAULT-VALUE})")
    private String limit;

    @Option(names = "--await", converter = AgeConverter.class, description = "waits at most so long until the applications have ended and all they reported is stored; fails where nothing of one came")
    private Duration await;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (await != null) {
            awaitEnds();
        }
        Set<String> applications = new TreeSet<>();
        if (application == null) {
            server.get("applications", Map.of()).forEach(each -> applications.add(each.path("name").asString()));
        }
        if (applications.size() < 2) {
            print(application);
            return 0;
        }
        String gap = "";
        for (String each : applications) {
            System.out.println(gap + each + ":");
            print(each);
            gap = System.lineSeparator();
        }
        return 0;
    }

    /** Beside load the last shipment of a program may be stored seconds after its end, or be cut off. */
    private void awaitEnds() throws IOException, InterruptedException {
        long until = System.nanoTime() + await.toNanos();
        List<String> open = notEnded();
        while ((open == null || !open.isEmpty()) && System.nanoTime() < until) {
            Thread.sleep(ASK_AGAIN_MILLIS);
            open = notEnded();
        }
        if (open == null) {
            throw new IllegalStateException("no application" + (application == null ? "" : " " + application)
                    + " has reported anything within " + await.toSeconds() + " s");
        }
        if (!open.isEmpty()) {
            System.err.println("sim: the figures are not whole after " + await.toSeconds() + " s: "
                    + String.join(", ", open) + " has not ended, or its last shipment did not arrive (exit.flush)");
        }
    }

    /** Applications with an instance whose last shipment has not come; null if there is no application. */
    private List<String> notEnded() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        boolean any = false;
        for (JsonNode each : server.get("applications", Map.of())) {
            String name = each.path("name").asString();
            if (application == null || application.equals(name)) {
                any = true;
                if (!each.path("complete").asBoolean()) {
                    names.add(name);
                }
            }
        }
        return any ? List.copyOf(names) : null;
    }

    private void print(String of) throws IOException, InterruptedException {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("last", last);
        query.put("sort", sort);
        query.put("limit", limit);
        query.put("application", of);
        JsonNode answer = server.get("methods", query);
        if (answer.path("methods").isEmpty() && answer.path("off").path("folded").path("names").asLong() == 0) {
            String nothing = "no call of a metered method of " + answer.path("application").asString() + " in the last "
                    + last;
            if (await != null) {
                throw new IllegalStateException(
                        nothing + "; if it called any, its last shipment did not arrive: raise exit.flush");
            }
            System.out.println(nothing);
            return;
        }
        Set<String> further = new TreeSet<>();
        answer.path("methods").forEach(method -> method.path("meters").propertyNames().forEach(further::add));
        further.removeIf(label -> Meter.labelled(label) != null);
        Set<String> spread = new LinkedHashSet<>();
        answer.path("methods").forEach(method -> method.path("meters").properties().forEach(meter -> {
            if (meter.getValue().has("p95") && !meter.getKey().equals(Meter.WALL.label())) {
                spread.add(meter.getKey());
            }
        }));
        List<String[]> rows = new ArrayList<>();
        rows.add(Stream
                .concat(Stream.of("method", "count", "errors", "at work", "idle", "wall", "self", "p95", "max", "cpu",
                        "user",
                        "system", "process", "blocked", "waited", "gc", "threads", "alloc"),
                        Stream.concat(further.stream(), spread.stream().map(label -> label + " p95"))
                                .map(Units::fitting))
                .toArray(String[]::new));
        for (JsonNode method : TopNotes.rows(answer)) {
            rows.add(Stream.concat(Stream.of(row(method)),
                    Stream.concat(further.stream().map(label -> value(method.path("meters"), label, "total")),
                            spread.stream().map(label -> value(method.path("meters"), label, "p95"))))
                    .toArray(String[]::new));
        }
        System.out.print(Table.of(rows));
        TopNotes.of(answer).forEach(System.out::println);
    }

    private static String[] row(JsonNode method) {
        JsonNode meters = method.path("meters");
        return new String[]{TopNotes.name(method),
                Units.count(method.path("count").asLong()), Units.count(method.path("errors").asLong()),
                work(method, "self"), work(method, "idle"),
                TopNotes.wholeTotal(method, value(meters, "wall", "total")), value(meters, "wall", "self"),
                method.path("wall").has("p95") ? Units.nanos(method.path("wall").path("p95").asLong()) : "-",
                value(meters, "wall", "max"), value(meters, "thread.cpu", "total"),
                value(meters, "thread.cpu.user", "total"), value(meters, "thread.cpu.system", "total"),
                value(meters, "process.cpu", "total"), pair(meters, "blocking.count", "blocking.time"),
                pair(meters, "waiting.count", "waiting.time"), pair(meters, "gc.count", "gc.time"),
                value(meters, "threads.started", "total"), value(meters, "alloc.bytes", "total")};
    }

    private static String work(JsonNode method, String part) {
        return method.path("work").has(part) ? Units.nanos(method.path("work").path(part).asLong()) : "-";
    }

    private static String pair(JsonNode meters, String count, String time) {
        String number = value(meters, count, "total");
        return number.equals("-") || number.equals("0") ? number : number + "/" + value(meters, time, "total");
    }

    private static String value(JsonNode meters, String meter, String part) {
        JsonNode found = meters.path(meter);
        if (!found.has(part)) {
            return "-";
        }
        long value = found.path(part).asLong();
        return switch (found.path("unit").asString()) {
            case "ns" -> Units.nanos(value);
            case "bytes" -> Units.bytes(value);
            default -> Units.count(value);
        };
    }
}
