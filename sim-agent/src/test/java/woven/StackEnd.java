package woven;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.function.Function;
import org.jinspired.probes.Probes;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

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
    public static class Program implements Function<String, String> {
        private static final int TIMES = Integer.getInteger("sim.programs", 300);
        private static final int RENEWED = 40;

        protected Metering metering;
        protected final ProbeSite[] sites = new ProbeSite[3];
        protected long bodies;
        private long counted;

        @Override
        public String apply(String options) {
            Properties properties = new Properties();
            properties.setProperty("sim.hotspot.enabled", "false");
            metering = new Metering(Options.load(options, properties));
            ProbeSite outside = metering.site("test", "outside");
            for (int time = 0; time < TIMES + RENEWED; time++) {
                for (int i = 0; time % RENEWED == 0 && i < sites.length; i++) {
                    sites[i] = metering.site("test", "m" + time + i); // places that are new
                }
                Random random = new Random(time);
                Object hint = outside.begin();
                bodies++;
                try {
                    run(random, time >= RENEWED); // first all classes are met
                } catch (StackOverflowError full) {
                    // it is what it is for
                }
                stop();
                outside.end(hint, null);
                String wrong = wrong();
                if (wrong != null) {
                    return "time " + time + ": of " + bodies + " calls " + counted + " are counted, " + wrong
                            + metering.counters();
                }
            }
            return null;
        }

        protected void run(Random random, boolean ends) {
            if (ends) {
                begin(random);
            }
            call(random, 5);
        }

        private String wrong() {
            Snapshot snapshot = metering.drain();
            long before = counted;
            for (TreeRow row : snapshot.rows()) {
                counted += row.count();
            }
            Map<String, Long> counters = metering.counters();
            long left = counters.get("calls.lost") + counters.get("calls.too.deep") + counters.get("probes.healed");
            return counted + left != bodies || counters.get("metering.failures") != 0
                    ? ""
                    : wrongBeside(snapshot, counted - before - 1);
        }

        /** Beside them; all calls counted but the one outside are {@code inside}. */
        protected String wrongBeside(Snapshot snapshot, long inside) {
            return null;
        }

        protected void call(Random random, int depth) {
            ProbeSite site = sites[random.nextInt(sites.length)];
            Object hint = site.begin();
            bodies++;
            try {
                callOthers(random, depth);
            } catch (Throwable thrown) {
                site.end(hint, thrown);
                throw thrown;
            }
            site.end(hint, null);
        }

        protected final void callOthers(Random random, int depth) {
            for (int i = random.nextInt(3); i >= 0 && depth > 0; i--) {
                call(random, depth - 1 - random.nextInt(2));
            }
        }
    }

    /** The same where every other call is a probe by hand, which somebody holds: none is lost for want of that. */
    public static final class ByHand extends Program {
        private final List<Probes.Probe> held = new ArrayList<>();

        @Override
        protected void run(Random random, boolean ends) {
            held.clear();
            super.run(random, ends);
        }

        @Override
        protected void call(Random random, int depth) {
            if (random.nextBoolean()) {
                super.call(random, depth);
                return;
            }
            ProbeSite site = sites[random.nextInt(sites.length)];
            Probes.Probe probe = metering.context().create(site.name());
            held.add(probe);
            probe.begin();
            bodies++;
            try {
                callOthers(random, depth);
            } finally {
                probe.end();
            }
        }
    }

    /** The same where calls are in a context mostly, which may end, or begin, where the stack does. */
    public static final class InContexts extends Program {
        private long begun;
        private long ended;
        private boolean isIn;
        private long ofContexts;
        private long ofKinds;

        @Override
        protected void run(Random random, boolean ends) {
            isIn = random.nextInt(4) > 0;
            boolean endsHere = random.nextBoolean();
            if (isIn) {
                metering.createContext("work", "");
                begun++;
            }
            try {
                super.run(random, ends);
            } finally {
                if (!endsHere) {
                    stop();
                }
                if (isIn) {
                    metering.endContext(null);
                }
            }
        }

        @Override
        protected String wrongBeside(Snapshot snapshot, long inside) {
            if (metering.currentContext() != null) { // which looks after one that ended by half
                metering.endContext(null); // the end did not come as far as to the runtime
            }
            ofContexts += isIn ? inside : 0;
            add(snapshot);
            add(metering.drain());
            long lost = metering.counters().get("context.calls.lost");
            return ofKinds + lost == ofContexts && ended == begun
                    ? null
                    : ofKinds + " of " + ofContexts + " calls are in " + ended + " of " + begun + " contexts, ";
        }

        private void add(Snapshot snapshot) {
            for (KindRecord kind : snapshot.kinds()) {
                ended += kind.contexts();
                for (TreeRow row : kind.rows()) {
                    ofKinds += row.count();
                }
            }
        }
    }
}
