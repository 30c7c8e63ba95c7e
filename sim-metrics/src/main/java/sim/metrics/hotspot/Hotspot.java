package sim.metrics.hotspot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.function.ToLongFunction;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.event.Bounded;
import sim.base.meter.Clock;
import sim.base.name.Name;
import sim.metrics.spi.ControlHandler;
import sim.model.snapshot.Control;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Level;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.model.text.Decimals;

/**
 * The hotspot extension: a scorecard for each metered name, and the rule by which a firing changes its balance. A firing that takes at
 * least the threshold earns the credit; a shorter one costs the debit. Its self time earns or costs in the same way, by thresholds of its
 * own. The idea and the rule are those of Satoris' hotspot metering extension.
 */
public class Hotspot implements ControlHandler {
    /** A clock that is back by so many us was set back. */
    private static final long SET_BACK = 1_000_000;
    private static final int VERDICTS = 10_000;
    private static final Comparator<Verdict> IN_ORDER = Comparator.comparingInt(Verdict::name)
            .thenComparingLong(Verdict::sequence);
    private static final long REMEMBERED_EVERY = 60_000_000;
    private static final List<Option> BALANCES = List.of(Option.HOTSPOT_INITIAL, Option.HOTSPOT_LOWER,
            Option.HOTSPOT_UPPER);
    private static final String[] SCALES = {"ns", "us", "ms", "s"};
    /** The most disabled names that are tried again at the same time: a trial takes some 10 us. */
    private static final int TRIALS = 1_000;
    /** The same for those whose latch is closed: the JIT compiles each anew, twice. */
    private static final int LATCHED_TRIALS = 20;
    private static final long FIRST_REST = 5_000_000;
    /** A program starts for so long, ns. */
    private static final long START = 5_000_000_000L;
    /**
     * The most classes that are changed at the same time to try names again whose probes are out of the code. The JIT compiles each such
     * class twice.
     */
    private static final int CLASSES = 5;
    /** After the first 20, one class every 12 s: what is tried is compiled anew twice. */
    private static final long CLASS_MICROS = 12_000_000;
    private static final long AHEAD_MICROS = 20 * CLASS_MICROS;
    /** The probe budget leaves a name whose probes take less than one part in this many of what is too much, as long as others take enough. */
    private static final int SELDOM = 1_000;
    /** Of such names, the most that lose readings at once. */
    private static final int MOST_SELDOM = 1_000;
    /** A trial ends after this many firings below both thresholds. Names close to the hotspot bound get fewer. */
    private static final int TRIAL_FIRINGS = 50;
    /** The mean firing must take this many halves of the cost of its probe, however much all firings take together. */
    private static final int HALVES = 3;
    /** A name gets readings back at once that is so many times above the bounds by which it keeps them: what is about there must not go up and down. */
    private static final int AT_ONCE = 2;
    /** A name is counted if one in this many of all failed calls is one of its calls. */
    private static final int ONE_FAILED_IN = 100;
    /** In the mean, a firing counts as at most this many inherent thresholds. A firing above that is an outlier. */
    private static final int MOST_OF_MEAN = 8;
    /**
     * Outliers count in full if at least one firing in this many is one: then the name really is slow now and then. On a busy
     * machine the operating system takes a firing of 20 us off the CPU about once in 150 times, for milliseconds, and a firing of
     * 2 us once in 1,500.
     */
    private static final int ONE_IN = 100;

    final boolean enabled;
    final long initial;
    final long lower;
    final long upper;
    private final int meter;
    private final int credit;
    private final int debit;
    private final int inherentCredit;
    private final int inherentDebit;
    /** A name whose self time is at least this many thousandths of a core stays metered; 0 for never. */
    private final int share;
    private final KeepRule rule;
    /** When names were first judged, in {@link #nanos}. */
    private final long began = nanos();
    private final long retrialMicros;
    /** Not volatile: a thread that sees a new threshold late judges a few firings by the old one. */
    private long threshold;
    private long inherent;
    /** The most that a firing counts for in the mean. */
    private long cut;
    /** All failed calls of the last intervals, older ones faded. Not volatile: written once a drain. */
    private long failedCalls;

    private volatile boolean hasSampled;
    private final ProbeBudget budget;
    /** Null if the JIT always compiles all probes. */
    private final Latches latches;
    private final Bounded<Verdict> verdicts = new Bounded<>(VERDICTS);
    /** In its only element, verdicts that were not recorded for want of memory. To count here takes none, and no room on the stack. It is its own lock. */
    final long[] lost = new long[1];
    private final ConcurrentLinkedQueue<Scorecard> cards = new ConcurrentLinkedQueue<>();
    /** How many cards there are, also those that wait for their first call: a few were chosen by a person. */
    private final AtomicInteger opened = new AtomicInteger();
    private final Runnable switched;
    /** Null if nothing is remembered. */
    private final Remembered remembered;
    /** Tells of which names the code has no probes from the start; null where there are none. */
    private volatile Predicate<Name> leftOut;
    /** Null where nobody knows the classes. */
    private volatile ToLongFunction<Name> stampOf;
    /** When it was last written or read, in microseconds since the epoch. Only the collector's thread uses it. */
    private long writtenMicros = Clock.epochMicros();
    /** When it last looked for rests that are over. Only the collector's thread uses it. */
    private long retriedMicros;
    /** Until when the classes that were changed for trials suffice. Only the collector's thread uses it. */
    private long changedUntil;

    /**
     * @param switched called after a name was switched on or off
     */
    public Hotspot(Options options, Runnable switched) {
        this.switched = switched;
        this.enabled = options.isOn(Option.HOTSPOT);
        this.meter = options.meter(Option.HOTSPOT_METER).ordinal();
        long opening = options.count(Option.HOTSPOT_INITIAL);
        long above = options.count(Option.HOTSPOT_LOWER);
        long farAbove = options.count(Option.HOTSPOT_UPPER);
        if (BALANCES.stream().anyMatch(options::isPublished)) {
            // The published extension had other defaults: a bound that was not set gives way to those that were.
            opening = options.isSet(Option.HOTSPOT_INITIAL) ? opening : Math.min(opening, above);
            above = Math.max(opening, above);
            farAbove = Math.max(above + 1, farAbove);
        }
        this.initial = opening;
        this.lower = above;
        this.upper = farAbove;
        this.credit = options.count(Option.HOTSPOT_CREDIT);
        this.debit = options.count(Option.HOTSPOT_DEBIT);
        this.inherentCredit = options.count(Option.HOTSPOT_INHERENT_CREDIT);
        this.inherentDebit = options.count(Option.HOTSPOT_INHERENT_DEBIT);
        this.share = Meter.at(meter).unit().equals("ns") ? options.count(Option.HOTSPOT_SHARE) : 0;
        this.retrialMicros = options.duration(Option.HOTSPOT_RETRIAL).toNanos() / 1_000;
        this.threshold = options.quantity(Option.HOTSPOT_THRESHOLD);
        this.inherent = options.quantity(Option.HOTSPOT_INHERENT);
        this.cut = cutOf(inherent);
        this.rule = new KeepRule(options, meter);
        if (enabled && (lower < initial || upper <= lower)) {
            throw new OptionException(
                    "hotspot.initial=" + initial + ", hotspot.lower=" + lower + ", hotspot.upper=" + upper
                            + " are not usable: they must ascend");
        }
        if (enabled && (options.meters() & 1 << meter) == 0) {
            throw new OptionException("hotspot.meter=" + options.text(Option.HOTSPOT_METER)
                    + " is not read: add it to meters=, or judge another");
        }
        this.budget = new ProbeBudget(enabled ? options.count(Option.HOTSPOT_BUDGET) : 0,
                options.count(Option.HOTSPOT_BUDGET_LEAST));
        this.latches = Latches.areWanted(options, System.getProperty("java.vm.name", ""))
                ? new Latches(System.nanoTime(), 1_000 * retrialMicros)
                : null;
        this.remembered = Remembered.of(options, judge());
    }

    /** Whether an earlier run has switched the name off. */
    public boolean isRemembered(Name name) {
        return remembered != null && remembered.trials(name.toString()) >= 0;
    }

    /** Makes the scorecard of a name that no earlier run has switched off. It is unknown to everybody until its first call. */
    public Scorecard waiting(Name name) {
        Scorecard card = new Scorecard(this, name, 0, enabled ? Standing.MANAGED : Standing.UNMANAGED,
                latches == null ? Latch.NONE : Latch.opened());
        card.waits = true;
        opened.incrementAndGet();
        return card;
    }

    /** The first call of a name. One at a time. */
    public void meet(Scorecard card, int id) {
        if (card.id == 0) {
            card.id = id;
            cards.add(card);
        }
        card.waits = false;
    }

    /** Makes the scorecard of a name that is metered. Called once for each name. */
    public Scorecard open(Name name, int id) {
        int failedTrials = remembered == null ? -1 : remembered.trials(name.toString());
        Predicate<Name> without = leftOut;
        boolean isOut = failedTrials >= 0 && without != null && without.test(name);
        boolean startsOff = isOut || failedTrials >= 0 && remembered.isAsked();
        Scorecard card = new Scorecard(this, name, id, enabled ? Standing.MANAGED : Standing.UNMANAGED,
                latches == null ? Latch.NONE : startsOff ? Latch.closed() : Latch.opened());
        if (startsOff) {
            String unit = Meter.at(meter).unit();
            card.remember(failedTrials, remembered.why(name.toString(), unit.equals("ns") ? unit : " " + unit));
            card.setOut(isOut);
        }
        cards.add(card);
        opened.incrementAndGet();
        return card;
    }

    /** Makes a scorecard that nobody judges, sees or controls. */
    public Scorecard unjudged(Name name) {
        return new Scorecard(this, name, 0, Standing.UNMANAGED, Latch.NONE);
    }

    /** The ordinal of the judged meter. */
    public int meter() {
        return meter;
    }

    /** What a firing adds to the balance. Its self time may be slightly negative, because the cost of metering is a mean. */
    public int adjustment(long inclusive, long own) {
        return (inclusive >= threshold ? credit : -debit)
                + (Math.max(0, own) >= inherent ? inherentCredit : -inherentDebit);
    }

    /** The most that the self time of a firing counts for in the mean, so that an outlier does not decide. */
    public long mostOfAFiring() {
        return cut;
    }

    private static long cutOf(long inherent) {
        return inherent > Long.MAX_VALUE / MOST_OF_MEAN ? Long.MAX_VALUE : MOST_OF_MEAN * inherent;
    }

    /** Sets the cost of a probe in the judged meter; 0 if unknown. Called by the collector's thread. */
    public void probeTakes(long amount) {
        rule.probeTakes(amount);
    }

    /** Sets what a call of which only time is read takes to be metered, ns. Called by the collector's thread. */
    public void quickTakes(long nanos) {
        rule.quickTakes(nanos);
    }

    /** How a name whose balance is used up is still counted, and why; null if it is not. Called on the thread of a call. See {@link KeepRule}. */
    Kept keeps(Scorecard card, long calls, long own, long every, long total, long nanos) {
        return rule.keeps(card, calls, own, every, total, nanos, nanos() - began < START,
                isFailing(card) ? failing(card) : null);
    }

    private boolean isFailing(Scorecard card) {
        long failed = card.failures();
        return failed > 0 && failed * ONE_FAILED_IN >= failedCalls;
    }

    private String failing(Scorecard card) {
        return card.failures() + " of its calls failed, of " + Math.max(card.failures(), failedCalls)
                + " of all names";
    }

    /**
     * Counts names that are off again whose calls fail, and lets failures of the past count less. Called by the collector's thread once a drain. A call that
     * fails tells so although its name is off.
     */
    public void reviewFailures() {
        long all = 0;
        for (Scorecard card : cards) {
            all += card.failures();
        }
        failedCalls = all;
        if (all == 0) {
            return;
        }
        long now = micros();
        int again = 0;
        for (Scorecard card : cards) {
            if (again < TRIALS && rule.isWide() && card.isWorthless() && isFailing(card)
                    && card.mayCountAgain(now)) {
                card.countAgain(failing(card));
                again++;
            }
            card.fadeFailures();
        }
    }

    /**
     * Closes latches, and gives disabled names whose rest is over a trial, a few at a time. Those whose latch is closed wait for one of the
     * turns in which latches are opened: it tries those that have waited longest. If probes are out of the code, all names of a class are tried together, beginning with the
     * class of the name that has waited longest. Called by the collector's thread.
     */
    public void retry() {
        retry(System.nanoTime());
    }

    void retry(long nanos) {
        retry(nanos, micros());
    }

    /** Microseconds since the epoch. Tests play it. */
    long micros() {
        return Clock.epochMicros();
    }

    /** The same clock in ns, since no particular time. */
    long nanos() {
        return Clock.nanosAt(Clock.ticks());
    }

    void retry(long nanos, long now) {
        followTheClock(now);
        boolean isTurn = latches != null && latches.takeTurn(nanos);
        boolean isTrial = isTurn && latches.takeTrial(nanos);
        int trials = 0;
        // with the times they are sorted by: those of the cards may change meanwhile
        List<Map.Entry<Long, Scorecard>> latched = new ArrayList<>();
        List<Scorecard> waiting = new ArrayList<>();
        boolean keepsBudget = mayKeepBudget();
        for (Scorecard card : cards) {
            if (trials < TRIALS && !(keepsBudget && card.isLowered()) && card.mayRise(now)) {
                card.rise(trialOpening());
                trials++;
            }
            if (!card.rested(now)) {
                continue;
            }
            if (keepsBudget && card.isLowered() && !hasWaitedLong(card, now) && !budget.hasRoom(card.gaveUp())) {
                continue; // it would be switched off again
            }
            if (card.isOut()) {
                waiting.add(card);
            } else if (card.isLatched()) {
                if (isTrial) {
                    latched.add(Map.entry(card.restsUntil(), card));
                }
            } else if (trials < TRIALS) {
                tryAgain(card);
                trials++;
            }
        }
        if (isTurn) {
            latched.sort(Map.Entry.comparingByKey());
            latched.stream().limit(LATCHED_TRIALS).map(Map.Entry::getValue).forEach(this::tryAgain);
            latches.close(cards, nanos);
        }
        changedUntil = Math.max(changedUntil, now);
        for (int i = 0; i < CLASSES && !waiting.isEmpty() && changedUntil < now + AHEAD_MICROS; i++) {
            changedUntil += CLASS_MICROS;
            Name type = Collections.min(waiting, Comparator.comparingLong(Scorecard::restsUntil)).name.getPrefix();
            waiting.removeIf(each -> each.name.getPrefix() == type);
            for (Scorecard card : cards) {
                if (card.isOut() && card.isWorthless() && card.name.getPrefix() == type) {
                    tryAgain(card);
                }
            }
        }
    }

    /**
     * Lets all calls of names be read that are called seldom, whatever they take. Called by the collector's thread after each interval, before
     * {@link #keepBudget}.
     */
    public void allowSeldom(Interval interval) {
        long most = rule.harmless(interval.elapsed);
        if (most == 0) {
            return;
        }
        long since = micros() - interval.elapsed / 1_000;
        for (Scorecard card : cards) {
            Firings calls = interval.of(card.id);
            if (!card.isCountedSince(since)) {
                card.allow(0); // it was off for a part: nobody knows how many its calls were
            } else if (calls != null) {
                card.allow(calls.calls() <= most ? most : 0);
                if (KeepRule.isClearlyHarmless(calls.calls(), most)) {
                    card.readAgain();
                }
            }
        }
    }

    /**
     * Notes which names explain something by all their calls together, however short these are. Those that their balance switched off meanwhile are counted again, a few at a time. Called by the
     * collector's thread after each interval, before {@link #keepBudget}.
     */
    public void noteTelling(Interval interval) {
        if (!rule.isWide()) {
            return;
        }
        Explained explained = interval.explained();
        long now = micros();
        int again = 0;
        for (Scorecard card : cards) {
            Firings calls = interval.of(card.id);
            if (calls == null || calls.timed() == 0) { // chance may have read none
                continue;
            }
            // who told something goes on to until it is clearly less
            double share = card.tells() == null ? Explained.SHARE : Explained.SHARE / 2;
            if (explained.tells(calls, rule.price() / 2, share)) {
                card.tells("its calls explain " + explained.text(calls) + " together", explained.isContention(calls),
                        now);
            } else {
                card.tellsNoMore(now);
            }
            if (again < TRIALS && card.tells() != null && card.isWorthless() && !card.isLowered()
                    && card.mayCountAgain(now)) {
                card.countAgain(card.tells());
                again++;
            }
        }
    }

    /** Whether any name was ever sampled because of its balance. */
    public boolean hasSampled() {
        return hasSampled;
    }

    /** Notes that a name is sampled because of its balance. Any thread. */
    void sampled() {
        hasSampled = true;
    }

    /** The least that a call of which only time is read took to be metered, ns. */
    public long price() {
        return rule.price();
    }

    /**
     * Makes names lose readings if probes do harm: first those that explain least for what their probes take. Each loses one level at a time, and none that
     * {@link LevelStep} protects. Names whose probes took next to nothing come after all others: gRPC woven whole calls 5,500 names, none of them often, and together they take ten times what the
     * program does. Where there are few names, all stay.
     * Called by the collector's thread after each interval.
     *
     * @param prices what a call takes to be metered
     * @param used the CPU time that the process has used since it started, ns; below 0 if that is not known
     */
    public void keepBudget(Prices prices, long used, Interval interval) {
        double taken = interval.all().stream().mapToDouble(prices::of).sum();
        Explained explained = interval.explained();
        for (Scorecard card : cards) {
            taken += card.takeSlow();
            Firings calls = interval.of(card.id);
            if (calls != null && explained.isContention(calls) && LevelStep.isTimed(card, calls, prices)) {
                card.contends();
            }
        }
        long overrun = budget.overrun((long) taken, used, interval.elapsed);
        if (!mayKeepBudget()) {
            return;
        }
        wake(prices, interval);
        giveBackAtOnce(prices, interval);
        if (overrun == 0) {
            giveBack(prices, interval);
            return;
        }
        List<LevelStep> steps = cards.stream().filter(card -> interval.of(card.id) != null)
                .map(card -> LevelStep.below(card, interval.of(card.id), explained, prices))
                .filter(Objects::nonNull)
                .sorted(Comparator.comparingDouble(LevelStep::worth)).toList();
        Map<Boolean, List<LevelStep>> bySize = steps.stream()
                .collect(Collectors.partitioningBy(step -> step.saved() * SELDOM > overrun));
        double left = lower(bySize.get(true), overrun, (long) taken, explained, prices);
        List<LevelStep> small = bySize.get(false); // of a program of thousands of names they may be all
        if (10 * small.stream().mapToDouble(LevelStep::saved).sum() >= left) { // otherwise they would lose readings for nothing
            lower(small.subList(0, Math.min(small.size(), MOST_SELDOM)), left, (long) taken, explained, prices);
        }
    }

    /** Returns what probes still take too much. */
    private double lower(List<LevelStep> steps, double overrun, long taken, Explained explained, Prices prices) {
        double left = overrun;
        for (LevelStep step : steps) {
            if (left > 0 && step.card().lower(step.level(), step.keeps(), tooMuch(taken, step, explained, prices))) {
                left -= step.saved();
                step.card().gaveUp((long) step.saved());
            }
        }
        return left;
    }

    /**
     * Lets names that the budget lowered rise by one level, if their rest is over and there is room for what their probes would take then. Those that have waited longest come first. So what
     * rises does not make another one lose readings, nor itself in the next interval. What the budget would take nothing of needs no room.
     */
    private void giveBack(Prices prices, Interval interval) {
        long now = micros();
        // with the times they are sorted by: those of the cards may change meanwhile
        List<Map.Entry<Long, Scorecard>> rested = new ArrayList<>();
        for (Scorecard card : cards) {
            if (card.isLowered() && card.mayRise(now)) {
                rested.add(Map.entry(card.levelMicros(), card));
            }
        }
        rested.sort(Map.Entry.comparingByKey());
        for (Map.Entry<Long, Scorecard> each : rested) {
            Scorecard card = each.getValue();
            Firings calls = interval.of(card.id);
            double more = calls == null ? 0 : LevelStep.above(card, calls, prices);
            if (budget.hasRoom(more) || hasWaitedLong(card, now)
                    || calls != null && staysAbove(card, calls, interval.explained(), prices, 1)) {
                card.rise(trialOpening());
                budget.give(more);
            }
        }
    }

    /**
     * Gives readings back, whether there is room for them or not, to names of which the budget would not take them now. A method that was cheap when the program started may wait for a disk later, and a
     * program whose probes always take more than the budget has no room for hours.
     */
    private void giveBackAtOnce(Prices prices, Interval interval) {
        Explained explained = interval.explained();
        long now = micros();
        for (Scorecard card : cards) {
            Firings calls = card.isLow() ? interval.of(card.id) : null;
            if (calls == null) {
                continue;
            }
            int keeps = LevelStep.keeps(card, calls, explained);
            if (card.mayRiseAtOnce(now) && staysAbove(card, calls, explained, prices, AT_ONCE)) {
                card.riseAtOnce(keeps, "its calls tell more than when it lost readings: they explain "
                        + explained.text(calls) + ", and take " + nanos(Math.round(calls.mean()))
                        + " self time on average");
            } else if (budget.isExceeded()) { // otherwise it rises when there is room, and little was done of which it might explain much
                card.keep(keeps);
            }
        }
    }

    /** Whether neither budget nor balance would lower a name again that is one level up. */
    private boolean staysAbove(Scorecard card, Firings calls, Explained explained, Prices prices, int margin) {
        boolean isKept = !card.isJudged() || meter != Meter.WALL.ordinal() || calls.mean() >= inherent
                || rule.isWide() && LevelStep.isTimed(card, calls, prices);
        return isKept && LevelStep.staysAbove(card, calls, explained, prices, margin);
    }

    /**
     * Lets blocking and waiting be read in each call of quick names of which a call took long: one call of 16 would miss it again that waits once in thousands. On a busy machine each name has long calls
     * now and then, so these readings have a part of the budget.
     */
    private void wake(Prices prices, Interval interval) {
        double left = budget.forLongCalls();
        long now = micros();
        for (Scorecard card : cards) {
            Firings calls = interval.of(card.id);
            left -= card.isAwake() && calls != null ? LevelStep.beyondTime(card, calls, prices) : 0;
        }
        for (Scorecard card : cards) {
            Firings calls = interval.of(card.id);
            if (calls != null && card.mayWake(now)) {
                double more = LevelStep.above(card, calls, prices);
                if (more <= left) {
                    card.wake(now);
                    left -= more;
                }
            }
            card.followLongCalls(now, calls != null && calls.blocked() + calls.waited() > 0);
        }
    }

    private String tooMuch(long taken, LevelStep step, Explained explained, Prices prices) {
        Firings calls = step.firings();
        double probe = (prices.of(calls) + step.card().slowTaken()) / Math.max(1, calls.calls());
        return "probes took " + Decimals.of(taken / 1e6, 0) + " ms of CPU time in the last interval, more than "
                + "hotspot.budget allows; the name explains " + explained.text(calls) + "; a call takes "
                + nanos(Math.round(calls.mean())) + " self time on average, its probe " + nanos(Math.round(probe));
    }

    /** Whether there is a probe budget, and there are so many names that it may switch some off. */
    public boolean mayKeepBudget() {
        return budget.thousandths > 0 && (threshold != 0 || inherent != 0) && opened.get() >= ProbeBudget.FEW;
    }

    /** Whether a name is tried although there is no room for it: its rest has been over for as long as the longest rest lasts. */
    private boolean hasWaitedLong(Scorecard card, long now) {
        return now - card.restsUntil() >= restMicros(Integer.MAX_VALUE);
    }

    private void tryAgain(Scorecard card) {
        if (card.isLowered()) {
            budget.give(card.gaveUp());
        }
        card.retry(trialOpening());
    }

    long trialOpening() {
        return Math.min(lower,
                (rule.isPublished() ? TRIAL_FIRINGS : KeepRule.ENOUGH) * (long) Math.max(1, debit + inherentDebit));
    }

    /** The cards of names that are off, and of names whose probes are out of the code. Any thread. */
    public List<Scorecard> idle() {
        List<Scorecard> idle = new ArrayList<>();
        for (Scorecard card : cards) {
            if (card.isOut() || card.offSince() != Long.MAX_VALUE) {
                idle.add(card);
            }
        }
        return idle;
    }

    /** The methods that start switched off, by their classes' names, each with the number of the class that it was judged in. */
    public Map<String, Map<String, Long>> remembered() {
        return remembered == null ? Map.of() : remembered.off();
    }

    /** Whether verdicts of an earlier run count for changed classes too, because somebody asked for them. */
    public boolean leavesOutOfChanged() {
        return remembered != null && remembered.isAsked();
    }

    /** Gives each method the number of its class and of what it was woven by; 0 if that is not known. A verdict is kept with it. */
    public void stampVerdicts(ToLongFunction<Name> stamps) {
        stampOf = stamps;
    }

    /** By this is told of which of them the code has no probes from the start. Before the classes are loaded. */
    public void leaveOut(Predicate<Name> names) {
        leftOut = names;
    }

    /** Whether verdicts are kept for the next run. */
    public static boolean keepsVerdicts(Options options) {
        return Remembered.isWanted(options);
    }

    /** Whether an earlier run may have switched names off. */
    public static boolean remembers(Options options) {
        return Remembered.isThere(options);
    }

    /** Whether verdicts are kept for the next run. */
    public boolean remembers() {
        return remembered != null;
    }

    /** A clock that was set back would make rests longer by as much: they end as they were meant to. */
    private void followTheClock(long now) {
        long back = retriedMicros - now;
        if (back > SET_BACK) {
            for (Scorecard card : cards) {
                card.clockWentBack(back);
            }
            changedUntil = Math.min(changedUntil, now);
        }
        retriedMicros = now;
    }

    /** Keeps the verdicts for the next run, once a minute. Called by the collector's thread; never throws. */
    public void rememberNowAndThen() {
        long now = Clock.epochMicros();
        if (remembered != null && Math.abs(now - writtenMicros) >= REMEMBERED_EVERY) {
            writtenMicros = now;
            remember();
        }
    }

    /** Keeps the verdicts for the next run. Any thread; never throws. */
    public void remember() {
        if (remembered != null && remembered.keeps(opened.get())) {
            remembered.write(cards, judge(), stampOf);
        }
    }

    /** The meter and thresholds by which names are judged, as text. */
    private String judge() {
        return Meter.at(meter).label() + " " + threshold + " " + inherent + " " + share + " " + rule.isByMean() + " "
                + budget.thousandths;
    }

    @Override
    public String kind() {
        return HotspotControl.KIND;
    }

    /** Carries a control out. Returns how many names it concerned. Any thread. */
    @Override
    public int handle(Control wanted) {
        HotspotControl control = (HotspotControl) wanted;
        // names each action: one that is added does not compile until it has its case
        return switch (control.action()) {
            case THRESHOLDS -> setThresholds(control);
            case ENABLE, DISABLE, PIN, RESET -> controlNames(control);
        };
    }

    private int setThresholds(HotspotControl control) {
        threshold = control.threshold() < 0 ? threshold : control.threshold();
        inherent = control.inherent() < 0 ? inherent : control.inherent();
        cut = cutOf(inherent);
        rule.thresholdsAreSet();
        cards.forEach(Scorecard::tellsNothing); // by the published rule nothing follows from it, and nobody would take it back
        return 0;
    }

    /** Controls the names that it concerns, and returns how many these are. */
    private int controlNames(HotspotControl control) {
        int concerned = 0;
        for (Scorecard card : cards) {
            if (concerns(control, card.name)) {
                card.control(control.action());
                concerned++;
            }
        }
        return concerned;
    }

    /**
     * Moves the verdicts since the last call to a list; those of one name are in their order there. If this fails, each is in the list or here. Called by the
     * collector's thread.
     */
    public void drainVerdicts(List<Verdict> into) {
        verdicts.drain(into);
        into.sort(IN_ORDER);
    }

    /**
     * Makes a list of the scorecards that changed since the last call. If this fails, the next call makes the list anew and leaves none out. Called by the collector's
     * thread.
     */
    public void drainScores(List<Score> into) {
        into.clear();
        for (Scorecard card : cards) {
            Score score = card.changed();
            if (score != null) {
                into.add(score);
            }
        }
        for (Scorecard card : cards) {
            card.told();
        }
    }

    /** How many verdicts found no room, or no memory. */
    public long dropped() {
        synchronized (lost) {
            return verdicts.dropped() + lost[0];
        }
    }

    /**
     * Whether a name is worth its probe, even if it has many short firings.
     *
     * @param own self time of the firings, outliers cut
     * @param excess what was cut off from outliers
     */
    boolean isWorthIt(long calls, long own, long outliers, long excess, long nanos) {
        return isWorthIt(calls, outliers * ONE_IN >= calls ? own + excess : own, nanos);
    }

    /**
     * Whether firings took the inherent threshold on average, or clearly more than their probes and, all together, the share of a core
     * that was set.
     */
    boolean isWorthIt(long calls, long own, long nanos) {
        long mean = own / Math.max(1, calls);
        return rule.isByMean() && mean >= inherent
                || share > 0 && rule.probe() > 0 && 2 * mean >= HALVES * rule.probe() && own >= nanos / 1_000 * share;
    }

    void record(Verdict verdict) {
        verdicts.offer(verdict);
    }

    void switched() {
        switched.run();
    }

    long restMicros(int trials) {
        return retrialMicros << Math.min(trials, 6);
    }

    /** How long a name rests that its balance disabled: at first only until the burst is over in which it was met, for a program starts with many. */
    long restOfDisabled(int trials) {
        return trials == 0 ? Math.min(FIRST_REST, retrialMicros) : restMicros(trials);
    }

    String judgement(long inclusive, long own) {
        return "the last firing took " + quantity(inclusive) + ", " + quantity(own) + " self time; thresholds "
                + quantity(threshold) + " and " + quantity(inherent);
    }

    /** A value as people read it; a duration as it is written in options. Below 0 as {@link #nanos}. */
    private String quantity(long value) {
        String unit = Meter.at(meter).unit();
        if (!unit.equals("ns")) {
            return Math.max(0, value) + " " + unit;
        }
        return nanos(value);
    }

    /** A duration as people read it. A self time may be below 0, because the cost of metering is a mean. */
    static String nanos(double value) {
        double scaled = Math.max(0, value);
        int scale = 0;
        for (; scaled >= 1_000 && scale < SCALES.length - 1; scale++) {
            scaled /= 1_000;
        }
        return (scaled == Math.rint(scaled) ? Long.toString((long) scaled) : Decimals.of(scaled, 1))
                + SCALES[scale];
    }

    private static boolean concerns(HotspotControl control, Name name) {
        if (control.owner().isEmpty() && control.member().isEmpty()) {
            return true;
        }
        if (!control.member().isEmpty()) {
            return name.getValue().equals(control.member()) && name.owner().equals(control.owner());
        }
        return name.owner().equals(control.owner()) || name.owner().startsWith(control.owner() + ".");
    }
}
