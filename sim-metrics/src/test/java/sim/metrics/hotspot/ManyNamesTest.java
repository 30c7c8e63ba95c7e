package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.model.snapshot.Level;

/** A program of thousands of names none of which is called often, as gRPC is: the probes of each take next to nothing, and all together more than the budget. */
class ManyNamesTest {
    private static final long SECOND = 1_000_000_000;
    private static final int NAMES = 3_000;
    private static final long CALLS = 1_000;
    private static final Prices PRICES = new Prices(200, 100, 25, 100);

    private final Names names = new Names(10_000);

    @Test
    void namesOfWhichNoneIsCalledOftenLoseReadingsTogether() {
        Hotspot hotspot = new Hotspot(Options.load("", new Properties()), () -> {});
        List<Scorecard> cards = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            cards.add(hotspot.open(names.parse("shop.Many").name("run" + i), i + 1));
        }
        long used = SECOND;
        hotspot.keepBudget(PRICES, used, new Interval(5 * SECOND, List.of()));
        for (int interval = 0; interval < 20; interval++) {
            used += 5 * SECOND;
            hotspot.keepBudget(PRICES, used,
                    new Interval(5 * SECOND, cards.stream().map(ManyNamesTest::firings).toList()));
        }
        double takes = cards.stream().mapToDouble(card -> PRICES.of(firings(card))).sum();
        assertThat(takes).as("what probes take in 5 s of CPU time").isLessThan(0.25 * SECOND);
        assertThat(cards).as("none is off for that").allMatch(card -> Scorecard.isOn(card.epoch()));
    }

    /** As the program of H2: 250 names of short calls that explain next to nothing, each called so seldom that to count its calls takes next to nothing. */
    @Test
    void namesThatTakeNextToNothingEachAreSwitchedOffWhereTheyTakeTooMuchTogether() {
        Hotspot hotspot = new Hotspot(Options.load("", new Properties()), () -> {});
        List<Scorecard> cards = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            Scorecard card = hotspot.open(names.parse("shop.Short").name("run" + i), i + 1);
            card.settleTotal(1_000, 150_000); // cold code: its first calls are longer
            card.settle(-3_000, 1_000, 150_000, 150, 150);
            cards.add(card);
        }
        assertThat(cards).allMatch(card -> card.level() == Level.SAMPLED);
        long used = SECOND;
        hotspot.keepBudget(PRICES, used, new Interval(5 * SECOND, List.of()));
        for (int interval = 0; interval < 4; interval++) {
            used += 5 * SECOND;
            hotspot.keepBudget(PRICES, used, new Interval(5 * SECOND, cards.stream()
                    .map(card -> new Firings(card.id, 40_000, 2_500, 2_500, 2_500, 0, 75_000, 75_000, 0, 0, 0, 0, 0, 0))
                    .toList()));
        }
        assertThat(cards.stream().filter(card -> card.level() == Level.OFF).count()).isGreaterThan(100);
    }

    /** A microsecond each. */
    private static Firings firings(Scorecard card) {
        long timed = 0;
        long withCpu = 0;
        switch (card.level()) {
            case ALL -> timed = withCpu = CALLS;
            case QUICK -> {
                timed = CALLS;
                withCpu = CALLS / Scorecard.ONE_IN;
            }
            case SAMPLED -> timed = withCpu = CALLS / Scorecard.ONE_IN;
            default -> {
            }
        }
        return new Firings(card.id, CALLS, timed, withCpu, withCpu, 0, 1_000 * timed, 1_000 * withCpu, 0, 0, 0, 0, 0,
                0);
    }
}
