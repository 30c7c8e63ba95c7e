package sim.metrics.hotspot;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import sim.base.config.Options;
import sim.base.name.Label;
import sim.base.name.Name;
import sim.base.name.Names;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;

/** A scorecard that opens with 10 and is a hotspot above 20, unmanaged above 30; and what became of it. */
final class Trial {
    private static final Options OPTIONS = Options.load(
            "meters=wall,hotspot.initial=10,hotspot.lower=20,hotspot.upper=30,hotspot.retrial=1ms", new Properties());
    private static final Map<Standing, Set<Standing>> LEGAL = new EnumMap<>(Map.of(
            Standing.MANAGED, EnumSet.of(Standing.HOTSPOT, Standing.DISABLED, Standing.OFF, Standing.PINNED),
            Standing.HOTSPOT, EnumSet.of(Standing.MANAGED, Standing.UNMANAGED, Standing.OFF, Standing.PINNED),
            Standing.DISABLED, EnumSet.of(Standing.MANAGED, Standing.OFF, Standing.PINNED),
            Standing.UNMANAGED, EnumSet.of(Standing.MANAGED, Standing.OFF, Standing.PINNED),
            Standing.OFF, EnumSet.of(Standing.MANAGED, Standing.PINNED),
            Standing.PINNED, EnumSet.of(Standing.MANAGED, Standing.OFF)));

    final Scorecard card;
    private final Name name = new Names(1).name("a");
    private final AtomicInteger switchings = new AtomicInteger();
    private final Hotspot hotspot = new Hotspot(OPTIONS, switchings::incrementAndGet);
    private boolean gaveWay;

    Trial() {
        card = hotspot.open(name, 1);
    }

    /** A thread settles this much, for one call that took next to nothing. */
    void settle(int pending) {
        card.settle(pending, 1, 0, 0, 0);
    }

    /** The collector's thread makes it give way to the probe budget, whatever it has earned. */
    void giveWay() {
        gaveWay = card.giveWay("too much");
    }

    long balance() {
        return card.changed().balance();
    }

    private boolean isGivingWay(Verdict verdict) {
        return gaveWay && verdict.to() == Standing.DISABLED && verdict.from().isMetered()
                && verdict.from() != Standing.PINNED;
    }

    /** The standings in their order, or what is wrong with them. When nobody is about any more. */
    String verdicts() {
        StringBuilder path = new StringBuilder("MANAGED");
        Standing now = Standing.MANAGED;
        int sequence = 0;
        int switched = 0;
        List<Verdict> verdicts = new ArrayList<>();
        hotspot.drainVerdicts(verdicts);
        for (Verdict verdict : verdicts) {
            if (verdict.sequence() != ++sequence || verdict.from() != now
                    || !LEGAL.get(now).contains(verdict.to()) && !isGivingWay(verdict)) {
                return "not legal after " + path + ": " + verdict;
            }
            switched += now.isMetered() == verdict.to().isMetered() ? 0 : 1;
            now = verdict.to();
            path.append(' ').append(now);
        }
        boolean hot = now == Standing.HOTSPOT || now == Standing.UNMANAGED;
        if (card.standing() != now || card.isJudged() != now.isJudged()) {
            return "stands otherwise than judged after " + path + ": " + card.standing();
        }
        if (card.epoch() != switched || (card.epoch() & 1) != (now.isMetered() ? 0 : 1)
                || switchings.get() != switched) {
            return "switched " + card.epoch() + " times and told of " + switchings + " after " + path;
        }
        if (name.isDisabled() == now.isMetered() || name.contains(Label.HOTSPOT) != hot
                || name.contains(Label.UNMANAGED) != (now == Standing.UNMANAGED)) {
            return "labelled otherwise after " + path;
        }
        return path + (gaveWay ? ", gave way" : "");
    }
}
