package shop;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jinspired.probes.Probes;

/** Calls something fast, something slow and something that turns slow, and prints how they are judged. */
public final class Standings {
    private static final Probes.Name GETTER = Probes.parse("shop.getter");
    private static final Probes.Name REPORT = Probes.parse("shop.report");
    private static final Probes.Name TURNING = Probes.parse("shop.turning");
    private static final long SLOW_NANOS = 30_000;
    private static final long LONGEST_NANOS = 20_000_000_000L;

    private static final Map<Probes.Name, String> STANDINGS = new LinkedHashMap<>();
    private static final Map<Probes.Name, Integer> CALLS = new LinkedHashMap<>();

    private Standings() {}

    public static void main(String[] args) {
        long until = System.nanoTime() + LONGEST_NANOS;
        boolean turned = false;
        while (System.nanoTime() < until
                && !(turned && is(TURNING, "hotspot") && is(REPORT, "unmanaged") && is(GETTER, "disabled"))) {
            call(GETTER, 0);
            call(REPORT, SLOW_NANOS);
            call(TURNING, turned ? SLOW_NANOS : 0);
            if (!turned && is(TURNING, "disabled")) {
                turned = true;
                System.out.println("shop.turning is slow from now on");
            }
        }
    }

    private static void call(Probes.Name name, long nanos) {
        Probes.Probe probe = Probes.begin(name);
        for (long until = System.nanoTime() + nanos; nanos > 0 && System.nanoTime() < until;) {
            Thread.onSpinWait();
        }
        probe.end();
        int calls = CALLS.merge(name, 1, Integer::sum);
        String standing = standing(name);
        if (!standing.equals(STANDINGS.put(name, standing))) {
            System.out.println(name + " is " + standing + " at call " + calls);
        }
    }

    /** The labels a name carries tell how it stands. */
    private static String standing(Probes.Name name) {
        if (name.isDisabled()) {
            return "disabled";
        }
        if (name.contains(Probes.label("unmanaged"))) {
            return "unmanaged";
        }
        return name.contains(Probes.label("hotspot")) ? "hotspot" : "managed";
    }

    private static boolean is(Probes.Name name, String standing) {
        return standing.equals(STANDINGS.get(name));
    }
}
