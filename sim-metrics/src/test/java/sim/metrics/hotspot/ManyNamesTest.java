package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.name.Names;

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
