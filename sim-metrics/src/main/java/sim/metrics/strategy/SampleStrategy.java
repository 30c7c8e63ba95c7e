package sim.metrics.strategy;

import org.jinspired.probes.Probes;
import org.jinspired.probes.strategy.ProbesStrategy;
import sim.base.name.Name;

/** One thread's counts by name: a table probed from the name's own hash, found by identity. */
final class SampleStrategy implements ProbesStrategy {
    /** Further names share one count, so that a program that makes up names without end takes no more memory. */
    private static final int MOST = 1 << 14;

    private final int every;
    private Name[] names = new Name[64];
    private int[] counts = new int[64];
    private int size;
    private int others;

    SampleStrategy(int every) {
        this.every = every;
    }

    @Override
    public int vote(Probes.Probe probe) {
        Name name = (Name) probe.getName();
        int at = find(name);
        if (names[at] == null && size >= MOST) {
            return vote(others = next(others));
        }
        if (names[at] == null) {
            at = add(name, at);
        }
        return vote(counts[at] = next(counts[at]));
    }

    private int next(int count) {
        return count == every ? 1 : count + 1;
    }

    /** No opinion where it is to be metered: other strategies may say no. */
    private static int vote(int count) {
        return count == 1 ? 0 : -1;
    }

    private int find(Name name) {
        int mask = names.length - 1;
        int at = name.hash & mask;
        while (names[at] != null && names[at] != name) {
            at = at + 1 & mask;
        }
        return at;
    }

    private int add(Name name, int free) {
        names[free] = name;
        size++;
        if (size * 2 < names.length) {
            return free;
        }
        Name[] before = names;
        int[] countsBefore = counts;
        names = new Name[before.length * 2];
        counts = new int[before.length * 2];
        for (int i = 0; i < before.length; i++) {
            if (before[i] != null) {
                int at = find(before[i]);
                names[at] = before[i];
                counts[at] = countsBefore[i];
            }
        }
        return find(name);
    }
}
