package woven;

import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.function.Function;
import sim.metrics.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.metrics.snapshot.TreeRow;

/** A stack that is at its end before any call of the runtime's, by chance, and at some of the calls after it. One thread. */
public final class StackEnd {
    private static final int CALLS_TO_THE_FIRST = 900;
    private static final int NEAR = 40;
    private static final StackOverflowError FULL = new StackOverflowError("of the test");

    private static Random chance;
    private static int first;
    private static int near;

    private StackEnd() {}

    /** Before each call of the runtime's. */
    public static void ask() {
        if (chance != null && first-- <= 0 && (first == -1 || near-- > 0 && chance.nextInt(3) == 0)) {
            throw FULL;
        }
    }

    public static void begin(Random random) {
        first = random.nextInt(CALLS_TO_THE_FIRST);
        near = NEAR;
        chance = random;
    }

    public static void stop() {
        chance = null;
    }

    /** Given options, says what is wrong at the first time that something is; null for nothing. */
    public static final class Program implements Function<String, String> {
        private static final int TIMES = 1_500;
        private static final int RENEWED = 40;

        private Metering metering;
        private final ProbeSite[] sites = new ProbeSite[3];
        private long bodies;

        @Override
        public String apply(String options) {
            Properties properties = new Properties();
            properties.setProperty("sim.hotspot.enabled", "false");
            metering = new Metering(Options.load(options, properties));
            ProbeSite outside = metering.site("test", "outside");
            long counted = 0;
            for (int time = 0; time < TIMES; time++) {
                for (int i = 0; time % RENEWED == 0 && i < sites.length; i++) {
                    sites[i] = metering.site("test", "m" + time + i); // places that are new
                }
                Random random = new Random(time);
                Object hint = outside.begin();
                bodies++;
                if (time >= RENEWED) { // first all classes are met
                    begin(random);
                }
                try {
                    call(random, 5);
                } catch (StackOverflowError full) {
                    // it is what it is for
                }
                stop();
                outside.end(hint, null);
                for (TreeRow row : metering.drain().rows()) {
                    counted += row.count();
                }
                Map<String, Long> counters = metering.counters();
                long left = counters.get("calls.lost") + counters.get("calls.too.deep") + counters.get("probes.healed");
                if (counted + left != bodies || counters.get("metering.failures") != 0) {
                    return "time " + time + ": of " + bodies + " calls " + counted + " are counted, and " + counters;
                }
            }
            return null;
        }

        private void call(Random random, int depth) {
            ProbeSite site = sites[random.nextInt(sites.length)];
            Object hint = site.begin();
            bodies++;
            try {
                for (int i = random.nextInt(3); i >= 0 && depth > 0; i--) {
                    call(random, depth - 1 - random.nextInt(2));
                }
            } catch (Throwable thrown) {
                site.end(hint, thrown);
                throw thrown;
            }
            site.end(hint, null);
        }
    }
}
