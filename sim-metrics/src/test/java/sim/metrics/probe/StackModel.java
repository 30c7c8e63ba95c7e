package sim.metrics.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What the metering of one thread must come to, worked out in another way: a list of calls, and sums by path. */
final class StackModel {
    /** Count, total and self by path. */
    private final Map<String, long[]> sums = new TreeMap<>();
    private final List<Call> open = new ArrayList<>();
    private long work;

    static final class Call {
        final String name;
        final String path;
        /** The hand-made probe, or null for a woven call. */
        final Object probe;
        final int epoch;
        private final long begun;
        private long inner;

        private Call(String name, String path, Object probe, int epoch, long begun) {
            this.name = name;
            this.path = path;
            this.probe = probe;
            this.epoch = epoch;
            this.begun = begun;
        }
    }

    void work(long amount) {
        work += amount;
    }

    long worked() {
        return work;
    }

    void begin(String name, Object probe, int epoch) {
        String caller = open.isEmpty() ? "" : open.get(open.size() - 1).path + "/";
        open.add(new Call(name, caller + name, probe, epoch, work));
    }

    /** Ends the innermost call that fits, and those inside it; returns whether there is one. */
    boolean end(Predicate<Call> fits) {
        int at = open.size() - 1;
        while (at >= 0 && !fits.test(open.get(at))) {
            at--;
        }
        if (at < 0) {
            return false;
        }
        while (open.size() > at + 1) {
            Call inside = open.get(open.size() - 1);
            if (inside.probe != null) {
                count(open.size() - 1);
            } else {
                drop(open.size() - 1);
            }
        }
        count(at);
        return true;
    }

    /** Calls that are not to be counted. */
    void drop(Predicate<Call> which) {
        for (int at = open.size() - 1; at >= 0; at--) {
            if (which.test(open.get(at))) {
                drop(at);
            }
        }
    }

    List<Call> open() {
        return open;
    }

    Map<String, long[]> sums() {
        return sums;
    }

    /** The same by name. */
    Map<String, long[]> byName() {
        Map<String, long[]> byName = new TreeMap<>();
        sums.forEach((path, sum) -> add(byName, path.substring(path.lastIndexOf('/') + 1), sum));
        return byName;
    }

    static void add(Map<String, long[]> to, String key, long[] sum) {
        long[] total = to.computeIfAbsent(key, ignored -> new long[sum.length]);
        for (int i = 0; i < sum.length; i++) {
            total[i] += sum[i];
        }
    }

    private void count(int at) {
        Call call = open.remove(at);
        long delta = work - call.begun;
        if (at > 0) {
            open.get(at - 1).inner += delta;
        }
        add(sums, call.path, new long[]{1, delta, delta - call.inner});
    }

    private void drop(int at) {
        Call call = open.remove(at);
        if (at > 0) {
            open.get(at - 1).inner += call.inner;
        }
    }
}
