package sim.metrics.hotspot;

import sim.model.snapshot.Level;
import sim.model.snapshot.MeasureGroup;

/**
 * The next level down for a name, and what that saves.
 *
 * @param keeps the groups of measures that are still read
 * @param saved how much less its probes take in an interval such as the last, ns
 * @param worth what the name explains for what its probes take: the least goes first
 */
record LevelStep(Scorecard card, Firings firings, Level level, int keeps, double saved, double worth) {
    /** A name whose mean self time is this many times the price of a timed call is always timed. */
    static final int MUCH = 100;
    /** The same for the mean call of an entry point. */
    static final int ENTRY = 10;
    /** The same for the mean self time of a name that explains a hundredth of a measure. */
    private static final int CLEARLY = 10;
    /** Of one call in so many everything is still read. */
    private static final double REST = (Scorecard.ONE_IN - 1.0) / Scorecard.ONE_IN;
    /** A step that saves less than one part in this many is none. */
    private static final int SOME = 10;
    /** What fails at least once in this many of its calls is counted, however many calls of others fail. */
    private static final int OFTEN = 100;
    /** What fails less often than once in this many of its calls may be switched off, however few calls fail in the program. */
    private static final int RARELY = 10_000;

    /**
     * The step that the probe budget may take with a name; null if there is none, or it would save nothing. That to count its calls takes next to nothing is no reason to leave it on here: 250 such
     * names of H2 took a fifth of a processor.
     */
    static LevelStep below(Scorecard card, Firings calls, Explained explained, Prices prices) {
        double usual = prices.of(calls);
        double taken = usual + card.slowTaken();
        if (taken <= 0 || isLittle(card, calls, taken, 1)) {
            return null;
        }
        int keeps = keeps(card, calls, explained);
        Level is = card.level();
        Level to;
        double saved = is == Level.ALL ? savedByQuick(card, calls, keeps, prices) : 0;
        if (saved > taken / SOME) {
            to = Level.QUICK;
        } else if (is == Level.ALL || is == Level.QUICK) {
            to = Level.SAMPLED;
            double left = (prices.leftOut() * (Scorecard.ONE_IN - 1) * calls.calls() + taken) / Scorecard.ONE_IN;
            saved = isTimed(card, calls, explained, prices, 1) ? 0 : taken - left;
        } else {
            to = Level.OFF;
            // if chance read none of its calls nobody knows what they are
            saved = calls.timed() == 0 || isCounted(card, calls, explained, prices) ? 0 : taken;
        }
        return saved <= 0 ? null : new LevelStep(card, calls, to, keeps, saved, explained.most(calls) / taken);
    }

    /** The groups that are read of each call of a name at the level {@link Level#QUICK}, because it explains a part of what they measure. */
    static int keeps(Scorecard card, Firings calls, Explained explained) {
        if (explained.isContention(calls) || card.hasContended()) {
            return MeasureGroup.CPU.bit() | MeasureGroup.CONTENTION.bit();
        }
        return explained.isCpu(calls) ? MeasureGroup.CPU.bit() : 0;
    }

    /**
     * Whether the probe budget would take nothing of a name if it were one level up, whatever its probes take: its calls are others than when it lost readings.
     *
     * @param margin how many times above the bounds it has to be
     */
    static boolean staysAbove(Scorecard card, Firings calls, Explained explained, Prices prices, int margin) {
        if (card.nextUp(card.level()) == Level.QUICK) {
            return isTimed(card, calls, explained, prices, margin);
        }
        double taken = prices.of(calls) + card.slowTaken() + above(card, calls, prices);
        return isLittle(card, calls, taken, margin);
    }

    /** How much more the probes of a name would have taken in that interval one level up, ns. */
    static double above(Scorecard card, Firings calls, Prices prices) {
        Level is = card.level();
        boolean readsCpu = card.nextUp(is) == Level.ALL || card.keepsCpu();
        double usual = (readsCpu ? prices.all() : prices.quick()) * calls.calls();
        double slow = readsCpu ? card.slowTaken() * calls.scale(calls.withCpu()) : card.slowTaken();
        return Math.max(0, usual + slow - prices.of(calls) - card.slowTaken());
    }

    /** How much of that its CPU time, blocking and waiting took. */
    static double beyondTime(Scorecard card, Firings calls, Prices prices) {
        return Math.max(0, prices.all() - prices.quick()) * calls.withCpu() + card.slowTaken();
    }

    /** Whether its probes take next to nothing of its time, whatever they take: such a name loses no reading, not even of the rare wait that explains little. */
    private static boolean isLittle(Scorecard card, Firings calls, double taken, int margin) {
        double probe = margin * taken / Math.max(1, calls.calls());
        return calls.mean() >= MUCH * probe
                || Math.max(calls.meanOfEntries(), card.entryMean()) >= ENTRY * probe;
    }

    private static double savedByQuick(Scorecard card, Firings calls, int keeps, Prices prices) {
        if (keeps == 0) {
            return ((prices.all() - prices.quick()) * calls.withCpu() + card.slowTaken()) * REST;
        }
        // what is left reads the CPU clock
        return (keeps & MeasureGroup.CONTENTION.bit()) == 0 ? card.slowTaken() / 2.0 * REST : 0;
    }

    /** Whether each call is timed, whatever that takes. */
    private static boolean isTimed(Scorecard card, Firings calls, Explained explained, Prices prices, int margin) {
        double price = margin * prices.least();
        return isTimed(card, calls, price)
                || explained.most(calls) >= margin * Explained.SHARE && calls.mean() >= CLEARLY * price;
    }

    /** The same, whatever it explains. */
    static boolean isTimed(Scorecard card, Firings calls, Prices prices) {
        return isTimed(card, calls, prices.least());
    }

    private static boolean isTimed(Scorecard card, Firings calls, double price) {
        return calls.mean() >= MUCH * price || isEntry(card, calls, price);
    }

    /** Whether each call is counted, whatever that takes. */
    private static boolean isCounted(Scorecard card, Firings calls, Explained explained, Prices prices) {
        return isTimed(card, calls, prices) || card.tells() != null
                || calls.errors() > 0 && calls.errors() * OFTEN >= calls.calls()
                || explained.isErrors(calls) && calls.errors() * RARELY >= calls.calls()
                || calls.meanTotal() >= MUCH * prices.least()
                || explained.isAmongFirst(calls) && calls.mean() >= prices.least();
    }

    private static boolean isEntry(Scorecard card, Firings calls, double price) {
        return Math.max(calls.meanOfEntries(), card.entryMean()) >= ENTRY * price;
    }
}
