package sim.server.identity;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.Set;

/** Who was here today already. Bounded: of more names than that the rest of the day is not told. Any thread. */
final class SeenToday {
    private static final int MOST = 10_000;
    private static final int LONGEST = 200;

    private final Set<String> names = new HashSet<>();
    private LocalDate day = LocalDate.EPOCH;

    synchronized boolean isFirst(String name, LocalDate today) {
        if (!today.equals(day)) {
            day = today;
            names.clear();
        }
        return names.size() < MOST && names.add(name.substring(0, Math.min(LONGEST, name.length())));
    }
}
