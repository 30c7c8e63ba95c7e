package sim.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What came of a run, printed as it goes and as tables at its end. */
final class Report {
    private static final int SHOWN = 12;

    private final Map<String, int[]> played = new TreeMap<>();
    private final Account total = new Account();
    /** Scenarios that could not be tried, and why. */
    private final Map<String, String> notPlayed = new TreeMap<>();
    private Map<String, Watch.Peak> peaks = Map.of();
    private int rounds;
    private int serverLines;

    synchronized void played(Scenario scenario, String name, Account account, double seconds) {
        rounds++;
        int[] times = played.computeIfAbsent(scenario.name(), each -> new int[3]);
        boolean isGood = account.faults().isEmpty();
        times[!isGood ? 1 : account.notPlayed() == null ? 0 : 2]++;
        if (account.notPlayed() != null) {
            notPlayed.put(scenario.name(), account.notPlayed());
        }
        total.addAll(account);
        System.out.printf("%-28s %5.1f s  %s%n", name, seconds,
                !isGood ? "WRONG" : account.notPlayed() == null ? "accounted" : "not played: " + account.notPlayed());
        account.faults().stream().limit(SHOWN).forEach(line -> System.out.println("    " + line));
        if (account.faults().size() > SHOWN) {
            System.out.println("    and " + (account.faults().size() - SHOWN) + " more");
        }
        System.out.flush();
    }

    synchronized void fault(String line) {
        total.fault(line);
        System.out.println("    " + line);
    }

    /** What the server said on standard error; stack traces were looked for before. */
    synchronized void serverLines(List<String> lines) {
        serverLines += lines.size();
    }

    void watched(Watch watch) {
        peaks = watch.peaks();
        watch.beyond().forEach(this::fault);
    }

    /** A line for each scenario that could not be tried here. */
    synchronized List<String> notPlayed() {
        return notPlayed.entrySet().stream().map(each -> each.getKey() + " (" + each.getValue() + ")").toList();
    }

    List<String> faults() {
        return total.faults();
    }

    boolean isGood() {
        return faults().isEmpty();
    }

    void print(long seed) {
        System.out.printf("%nseed %d, %d rounds%n%n", seed, rounds);
        System.out.printf("| %-22s | %6s | %6s | %10s |%n|---|---:|---:|---:|%n", "scenario", "played", "wrong",
                "not played");
        played.forEach((name, times) -> System.out.printf("| %-22s | %6d | %6d | %10d |%n", name, times[0] + times[1],
                times[1], times[2]));
        System.out.printf("%n| %-22s | %12s | %12s | %12s | %11s |%n|---|---:|---:|---:|---:|%n", "kind", "sent",
                "stored",
                "counted out", "unaccounted");
        total.lines().forEach((kind, line) -> System.out.printf("| %-22s | %12d | %12d | %12d | %11d |%n", kind,
                line.sent(), line.stored(), line.counted(), line.unaccounted()));
        System.out.printf("%n| %-26s | %12s | %8s | %12s | %s |%n|---|---:|---:|---:|---|%n", "memory, MB",
                "resident", "bound", "heap in use", "most resident by minute");
        peaks.forEach((kind, peak) -> System.out.printf("| %-26s | %12d | %8d | %12s | %s |%n", kind,
                peak.resident / Bounds.MEGABYTE, peak.bound / Bounds.MEGABYTE,
                peak.heap == 0 ? "" : String.valueOf(peak.heap / Bounds.MEGABYTE), byMinute(peak)));
        System.out.printf("%nlines of servers on standard error: %d%n", serverLines);
        System.out.println(verdict());
    }

    /** In a sentence, or two. */
    String verdict() {
        String left = notPlayed.isEmpty() ? "" : " NOT PLAYED: " + String.join(", ", notPlayed()) + ".";
        return isGood()
                ? (left.isEmpty() ? "Everything is accounted for." : "Everything that was played is accounted for.")
                        + left
                : "NOT EVERYTHING IS ACCOUNTED FOR: " + total.faults().size() + " faults, the first: "
                        + total.faults().get(0) + left;
    }

    private static String byMinute(Watch.Peak peak) {
        List<String> some = new ArrayList<>();
        int step = Math.max(1, peak.byMinute.size() / 10);
        int i = 0;
        for (long resident : peak.byMinute.values()) {
            if (i++ % step == 0) {
                some.add(String.valueOf(resident / Bounds.MEGABYTE));
            }
        }
        return String.join(" ", some);
    }
}
