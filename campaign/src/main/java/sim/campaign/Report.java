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
    private Map<String, Watch.Peak> peaks = Map.of();
    private int rounds;
    private int serverLines;

    synchronized void played(Scenario scenario, String name, Account account, double seconds) {
        rounds++;
        int[] times = played.computeIfAbsent(scenario.name(), each -> new int[2]);
        times[account.faults().isEmpty() ? 0 : 1]++;
        total.addAll(account);
        System.out.printf("%-28s %5.1f s  %s%n", name, seconds, account.faults().isEmpty() ? "accounted" : "WRONG");
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

    boolean isGood() {
        return total.faults().isEmpty();
    }

    void print(long seed) {
        System.out.printf("%nseed %d, %d rounds%n%n", seed, rounds);
        System.out.printf("| %-22s | %6s | %6s |%n|---|---:|---:|%n", "scenario", "played", "wrong");
        played.forEach(
                (name, times) -> System.out.printf("| %-22s | %6d | %6d |%n", name, times[0] + times[1], times[1]));
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
        System.out.println(isGood()
                ? "Everything is accounted for."
                : "NOT EVERYTHING IS ACCOUNTED FOR: " + total.faults().size() + " faults, the first: "
                        + total.faults().get(0));
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
