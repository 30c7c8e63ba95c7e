package sim.metrics.hotspot;

import java.util.List;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.model.snapshot.Level;
import sim.model.snapshot.Meter;
import sim.model.text.Decimals;

/**
 * What becomes of a name whose balance is used up. It is switched off only if nobody looks for it: if its calls take less than a timed call takes to be
 * metered, inner calls included not a hundred times that, they explain next to nothing, and none of the other reasons holds. All others are still counted. So a sampled name takes a fifth of its own self time to be metered
 * at most, 1 % where its calls pass others on, and half of its self time where all its calls together explain a hundredth of a measure. Who sets a threshold or a balance has the published rule instead, by which the balance alone decides, and the mean.
 */
final class KeepRule {
    /** So many calls show what a name is: the first ones find cold code. */
    static final int ENOUGH = 100;
    /** What a timed call takes to be metered where that is not measured, ns. */
    private static final long USUAL_PRICE = 100;
    /** The probes of a name are harmless while they take no more than one part in this many of a processor. */
    private static final int HARMLESS = 40_000;
    /** A name that is sampled is read again in each call only if its calls are fewer by so much than those of a name that is not sampled for them. */
    private static final int MARGIN = 2;
    /**
     * So many calls, read or not, show what a name is once a program has started. Fewer may all be of one burst, in which calls are shorter than they usually are. To sample them
     * takes 1 ms.
     */
    private static final int MANY = 1 << 16;
    /** What a call takes that sampling leaves out, in parts of the price of a timed one. */
    private static final int LEFT_OUT = 4;
    /** The probes of a sampled name are no reason to switch it off while they take no more than one part in this many of a processor. */
    private static final int CHEAP = 4_000;
    /** Why all calls of a name are read that is called seldom. */
    static final String ALL_FOR_NOTHING = "to read all of its calls takes next to nothing";
    /** What somebody sets to have the published rule. */
    private static final List<Option> PUBLISHED = List.of(Option.HOTSPOT_THRESHOLD, Option.HOTSPOT_INHERENT,
            Option.HOTSPOT_INITIAL, Option.HOTSPOT_CREDIT, Option.HOTSPOT_DEBIT, Option.HOTSPOT_INHERENT_CREDIT,
            Option.HOTSPOT_INHERENT_DEBIT);

    private final boolean byMean;
    private final boolean isTime;
    private volatile boolean isPublished;
    /** The cost of a probe in the judged meter; 0 if unknown. Not volatile: a thread that sees it late judges a few names by the old one. */
    private long probe;
    /** The least that a call of which only time is read took to be metered, ns: what a busy machine adds is no price. Not volatile either. */
    private long quickPrice = USUAL_PRICE;

    /** @param meter the ordinal of the judged meter */
    KeepRule(Options options, int meter) {
        this.byMean = options.isOn(Option.HOTSPOT_MEAN);
        this.isTime = Meter.at(meter).unit().equals("ns");
        this.isPublished = !isTime || PUBLISHED.stream().anyMatch(options::isSet);
    }

    /** Somebody has set thresholds: from now on the published rule holds. */
    void thresholdsAreSet() {
        isPublished = true;
    }

    /** Whether the published rule holds. */
    boolean isPublished() {
        return isPublished;
    }

    /** Whether more than the balance and the mean decides. */
    boolean isWide() {
        return byMean && !isPublished;
    }

    /** Sets the cost of a probe in the judged meter; 0 if unknown. The least of all that were found counts: what a busy machine adds is no price. */
    void probeTakes(long amount) {
        probe = Prices.least(probe, amount);
    }

    long probe() {
        return probe;
    }

    void quickTakes(long nanos) {
        quickPrice = Prices.least(quickPrice, nanos);
    }

    /** The least that a timed call took to be metered, ns. */
    long price() {
        return quickPrice;
    }

    /** How many calls of a name may all be read in an interval, whatever they are: their probes then take next to nothing. */
    long harmless(long elapsed) {
        return isWide() ? elapsed / HARMLESS / Math.max(probe, quickPrice) : 0;
    }

    /** Whether so many calls are clearly fewer than those: a name that is called as often as may just be must not go up and down with chance. */
    static boolean isClearlyHarmless(long calls, long most) {
        return calls <= most / MARGIN;
    }

    /** Whether the mean can keep a name. */
    boolean isByMean() {
        return byMean;
    }

    /** Whether so many calls of a sampled name take next to nothing. */
    boolean isCheap(long calls, long elapsed) {
        return calls * (quickPrice / LEFT_OUT) <= elapsed / CHEAP;
    }

    private boolean isHarmless(Scorecard card, long calls, long nanos) {
        long most = nanos / HARMLESS / Math.max(1, Math.max(probe, quickPrice));
        return card.level() == Level.SAMPLED ? isClearlyHarmless(calls, most) : calls <= most;
    }

    /**
     * How a name is still counted whose balance is used up, and why; null if it is switched off. Called on the thread of a call.
     *
     * @param calls   that were read
     * @param own     their self time, outliers included: who waits seldom and long is looked for
     * @param every   all calls, read or not
     * @param total   what they took, inner ones included
     * @param nanos   the time in which they were made
     * @param isStart whether the program starts: then bursts are to become cheap at once
     * @param failing why its failed calls are looked for; null if they are not
     */
    Kept keeps(Scorecard card, long calls, long own, long every, long total, long nanos, boolean isStart,
            String failing) {
        if (!isWide()) {
            return null;
        }
        boolean isKnown = isTime && calls >= ENOUGH;
        long all = Math.max(calls, every);
        long mean = total / Math.max(1, every);
        long meanOwn = own / Math.max(1, calls);
        String whole = isTime ? readsAll(card, isKnown, all, meanOwn, nanos) : null;
        if (whole != null) {
            return new Kept(Level.ALL, whole);
        }
        if (failing != null) {
            return new Kept(Level.SAMPLED, failing);
        }
        if (isKnown && meanOwn >= quickPrice) {
            return new Kept(Level.SAMPLED, "its calls explain "
                    + Decimals.of(100.0 * meanOwn * all / Math.max(1, nanos), 2)
                    + " % of a processor by their self time, " + Hotspot.nanos(meanOwn)
                    + " on average, its probe takes " + Hotspot.nanos(quickPrice));
        }
        if (!isKnown) {
            return new Kept(Level.SAMPLED, "too few of its calls were read so far to judge it by", true);
        }
        if (!isStart && all < MANY) {
            return new Kept(Level.SAMPLED, "its calls so far may all be of one burst: it is judged after " + MANY,
                    true);
        }
        if (isCheap(all, nanos)) {
            // of many calls the next ones are judged by themselves: an hour of few calls is no reason to count many
            return new Kept(Level.SAMPLED, "to count its calls takes next to nothing: "
                    + Decimals.of(1e9 * all / Math.max(1, nanos), 0) + " a second", all < MANY);
        }
        if (mean >= LevelStep.MUCH * quickPrice) {
            return new Kept(Level.SAMPLED, "its calls take " + Hotspot.nanos(mean)
                    + " on average, inner ones included, its probe takes " + Hotspot.nanos(quickPrice));
        }
        String tells = card.tells();
        return tells == null ? null : new Kept(Level.SAMPLED, tells);
    }

    /** Why all calls of a name are read; null if there is no reason. */
    private String readsAll(Scorecard card, boolean isKnown, long all, long meanOwn, long nanos) {
        if (card.entryMean() >= LevelStep.ENTRY * quickPrice) {
            return "it is an entry point, its calls take " + Hotspot.nanos(card.entryMean()) + " on average";
        }
        if (isKnown && meanOwn >= LevelStep.MUCH * quickPrice) {
            return "its calls take " + Hotspot.nanos(meanOwn)
                    + " self time on average, the longest included; its probe takes "
                    + Hotspot.nanos(quickPrice);
        }
        return isKnown && isHarmless(card, all, nanos) ? ALL_FOR_NOTHING : null;
    }
}
