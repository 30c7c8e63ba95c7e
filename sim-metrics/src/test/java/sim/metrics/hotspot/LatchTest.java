package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.model.snapshot.HotspotControl;

/** A latch is closed only while its name is off, and is seldom touched. What the JIT makes of it is tried with the agent. */
class LatchTest {
    private static final long LATER = 10 * Latches.OFF;
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Names names = new Names(1_000);
    private final List<Long> trials = new ArrayList<>();

    @Test
    void aLatchClosesWhenItsNameHasBeenOffForAWhile() {
        Hotspot hotspot = hotspot("");
        Scorecard card = hotspot.open(names.parse("shop.Cart").name("add"), 1);
        close(card, LATER);
        assertThat(card.latch().isClosed()).as("it is on").isFalse();
        control(hotspot, HotspotControl.Action.DISABLE);
        close(card, 0);
        assertThat(card.latch().isClosed()).as("it was on a moment ago").isFalse();
        close(card, LATER);
        assertThat(card.latch().isClosed()).isTrue();
    }

    @Test
    void aLatchOpensAtOnceWhenSomebodyWantsTheName() {
        for (HotspotControl.Action action : List.of(HotspotControl.Action.PIN, HotspotControl.Action.ENABLE,
                HotspotControl.Action.RESET)) {
            Hotspot hotspot = hotspot("");
            Scorecard card = hotspot.open(names.parse("shop.Cart").name("add"), 1);
            control(hotspot, HotspotControl.Action.DISABLE);
            close(card, LATER);
            control(hotspot, action);
            assertThat(card.latch().isClosed()).as(action.name()).isFalse();
            close(card, LATER);
            assertThat(card.latch().isClosed()).as(action.name()).isFalse();
        }
    }

    @Test
    void withoutTheOptionThereIsNone() {
        assertThat(hotspot("hotspot.latch=false").open(names.parse("shop.Cart").name("add"), 1).latch())
                .isSameAs(Latch.NONE);
    }

    /** Whoever switches and whoever closes at the same time: a name that is on is never shut out. */
    @Test
    void aNameThatIsOnIsNeverLatched() throws Exception {
        Hotspot hotspot = hotspot("");
        Scorecard card = hotspot.open(names.parse("shop.Cart").name("add"), 1);
        AtomicBoolean over = new AtomicBoolean();
        Thread closes = new Thread(() -> {
            while (!over.get()) {
                close(card, LATER);
            }
        });
        closes.setDaemon(true);
        closes.start();
        try {
            for (int i = 0; i < 2_000; i++) {
                control(hotspot, HotspotControl.Action.DISABLE);
                control(hotspot, HotspotControl.Action.PIN);
                assertThat(card.latch().isClosed()).as("switching %d", i).isFalse();
            }
        } finally {
            over.set(true);
        }
        closes.join();
    }

    @Test
    void latchedNamesAreTriedAgainInTurns() {
        Hotspot hotspot = hotspot("hotspot.retrial=0s,hotspot.threshold=1h,hotspot.threshold.inherent=1h");
        for (int i = 0; i < 100; i++) {
            Scorecard card = hotspot.open(names.parse("shop.Cart").name("m" + i), i + 1);
            card.settle(-2_000, 700, 700, 1, 1);
            close(card, LATER);
            assertThat(card.latch().isClosed()).as("one burst of short calls is no reason").isFalse();
            card.retry(1);
            card.settle(-2_000, 700, 700, 1, 1);
            close(card, LATER);
        }
        assertThat(latched(hotspot)).isEqualTo(100);
        long now = System.nanoTime();
        hotspot.retry(now);
        assertThat(latched(hotspot)).as("a few").isEqualTo(80);
        hotspot.retry(now + 1);
        assertThat(latched(hotspot)).as("not before the next turn").isEqualTo(80);
        hotspot.retry(now + Latches.SHORTEST);
        assertThat(latched(hotspot)).isEqualTo(60);
    }

    /** Whoever looks at a name that is on finds its latch open, or that call is lost. */
    @Test
    void aLatchIsOpenBeforeItsNameIsOn() throws Exception {
        Hotspot hotspot = hotspot("");
        Scorecard card = hotspot.open(names.parse("shop.Cart").name("add"), 1);
        control(hotspot, HotspotControl.Action.DISABLE);
        close(card, LATER);
        Thread switches = new Thread(() -> control(hotspot, HotspotControl.Action.PIN));
        switches.setDaemon(true);
        synchronized (card.latch()) { // so the latch cannot be opened yet
            switches.start();
            await().until(() -> switches.getState() == Thread.State.BLOCKED);
            assertThat(Scorecard.isOn(card.epoch())).isFalse();
        }
        switches.join();
        assertThat(Scorecard.isOn(card.epoch())).isTrue();
        assertThat(card.latch().isClosed()).isFalse();
    }

    /** Somebody else has switched the name off again before it was on. */
    @Test
    void aLatchThatWasOpenedForNothingIsClosedAgain() {
        Hotspot hotspot = hotspot("");
        Scorecard card = hotspot.open(names.parse("shop.Cart").name("add"), 1);
        control(hotspot, HotspotControl.Action.DISABLE);
        close(card, LATER);
        synchronized (card.latch()) {
            card.latch().set(false);
        }
        close(card, LATER);
        assertThat(card.latch().isClosed()).isTrue();
    }

    /** To try a name again makes the JIT compile its methods twice. */
    @Test
    void latchesAreOpenedMoreSeldomThanClosed() {
        Latches latches = new Latches(0, MINUTE);
        assertThat(latches.takeTrial(MINUTE)).isFalse();
        assertThat(latches.takeTrial(Latches.RESTS * MINUTE)).isTrue();
        assertThat(latches.takeTrial((Latches.RESTS + 1) * MINUTE)).isFalse();
    }

    @Test
    void theTimeBetweenTwoTurnsDoublesUpToAMinute() {
        for (long first : new long[]{5_000, 5_400, 6_900}) { // drains do not begin when the program does
            List<Long> turns = turns(first, 0, 300_000).stream().map(turn -> turn - first + 5_000).toList();
            assertThat(turns).as("first drain after %d ms", first)
                    .containsExactly(5_000L, 10_000L, 20_000L, 40_000L, 80_000L, 140_000L, 200_000L, 260_000L);
        }
    }

    @Test
    void turnsAndTrialsComeAsOftenAfterMonthsAsAfterMinutes() {
        long month = TimeUnit.DAYS.toMillis(30);
        List<Long> turns = turns(5_000, month, month + TimeUnit.HOURS.toMillis(1));
        assertThat(turns).hasSize(60);
        assertThat(trials).hasSize(12);
    }

    /** A drain that comes a moment early takes its turn all the same. */
    @Test
    void aTurnComesWithTheNearestDrain() {
        Latches latches = new Latches(0, MINUTE);
        List<Integer> turns = new ArrayList<>();
        for (int drain = 1; drain <= 60; drain++) {
            if (latches.takeTurn(drain * Latches.SHORTEST - drain % 2 * 1_000_000)) {
                turns.add(drain);
            }
        }
        assertThat(turns).containsExactly(1, 2, 4, 8, 16, 28, 40, 52);
    }

    /** Closing takes time: the JVM stops the threads for each latch that compiled code knows. */
    @Test
    void whatATurnHasNoTimeToCloseTheNextOneClosesSoon() {
        Hotspot hotspot = hotspot("");
        List<Scorecard> cards = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            cards.add(hotspot.open(names.parse("shop.Cart").name("m" + i), i + 1));
        }
        control(hotspot, HotspotControl.Action.DISABLE);
        long now = System.nanoTime() + 10 * MINUTE;
        Latches latches = new Latches(now - 10 * MINUTE, MINUTE, -1);
        latches.takeTurn(now);
        for (int closed = 1; closed <= 3; closed++) {
            latches.close(cards, now);
            assertThat(latched(hotspot)).isEqualTo(closed);
            assertThat(latches.takeTurn(now + 1)).isFalse();
            now += Latches.SHORTEST;
            assertThat(latches.takeTurn(now)).isTrue();
        }
        latches.close(cards, now);
        assertThat(latches.takeTurn(now + Latches.SHORTEST)).as("nothing was left").isFalse();
        assertThat(latches.takeTurn(now + Latches.LONGEST)).isTrue();
    }

    @Test
    void asItComesThereAreLatchesOnHotSpotAlone() {
        for (String vm : List.of("OpenJDK 64-Bit Server VM", "Java HotSpot(TM) 64-Bit Server VM")) {
            assertThat(areWanted("", vm)).as(vm).isTrue();
            assertThat(areWanted("hotspot.latch=false", vm)).as(vm).isFalse();
        }
        assertThat(areWanted("", "Eclipse OpenJ9 VM")).isFalse();
        assertThat(areWanted("hotspot.latch=true", "Eclipse OpenJ9 VM")).isTrue();
    }

    private static boolean areWanted(String options, String vm) {
        return Latches.areWanted(Options.load(options, new Properties()), vm);
    }

    /** When turns come with a drain each 5 s, ms. Those among them that try names again are trials. */
    private List<Long> turns(long first, long from, long to) {
        Latches latches = new Latches(0, MINUTE);
        List<Long> turns = new ArrayList<>();
        trials.clear();
        for (long now = first; now < to; now += 5_000) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(now);
            if (latches.takeTurn(nanos)) {
                boolean isTrial = latches.takeTrial(nanos);
                if (now >= from) {
                    turns.add(now);
                    trials.addAll(isTrial ? List.of(now) : List.of());
                }
            }
        }
        return turns;
    }

    private static long latched(Hotspot hotspot) {
        return hotspot.idle().stream().filter(Scorecard::isLatched).count();
    }

    private static void close(Scorecard card, long later) {
        new Latches(0, MINUTE).close(List.of(card), System.nanoTime() + 1_000 * later);
    }

    private static void control(Hotspot hotspot, HotspotControl.Action action) {
        hotspot.handle(new HotspotControl(action, "", "", -1, -1));
    }

    private static Hotspot hotspot(String options) {
        return new Hotspot(Options.load(options, new Properties()), () -> {});
    }
}
