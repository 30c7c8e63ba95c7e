package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import sim.metrics.config.Options;
import sim.metrics.meter.Clock;
import sim.metrics.name.Names;
import sim.metrics.snapshot.HotspotControl;

/** A latch is closed only while its name is off, and is seldom touched. What the JIT makes of it is tried with the agent. */
class LatchTest {
    private static final long LATER = 10 * Latches.OFF;

    private final Names names = new Names(1_000);

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
        closes.start();
        for (int i = 0; i < 2_000; i++) {
            control(hotspot, HotspotControl.Action.DISABLE);
            control(hotspot, HotspotControl.Action.PIN);
            assertThat(card.latch().isClosed()).as("switching %d", i).isFalse();
        }
        over.set(true);
        closes.join();
    }

    @Test
    void latchedNamesAreTriedAgainInTurns() {
        Hotspot hotspot = hotspot("hotspot.retrial=0s,hotspot.threshold=1h,hotspot.threshold.inherent=1h");
        for (int i = 0; i < 100; i++) {
            Scorecard card = hotspot.open(names.parse("shop.Cart").name("m" + i), i + 1);
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

    /** To try a name again makes the JIT compile its methods twice. */
    @Test
    void latchesAreOpenedMoreSeldomThanClosed() {
        Latches latches = new Latches(0, TimeUnit.MINUTES.toNanos(1));
        assertThat(latches.isTrial(TimeUnit.MINUTES.toNanos(1))).isFalse();
        assertThat(latches.isTrial(TimeUnit.MINUTES.toNanos(Latches.RESTS))).isTrue();
        assertThat(latches.isTrial(TimeUnit.MINUTES.toNanos(Latches.RESTS + 1))).isFalse();
    }

    /** HotSpot compiles a method 400 times at most. */
    @Test
    void turnsBecomeSeldom() {
        assertThat(turns(TimeUnit.MINUTES.toNanos(1))).isEqualTo(5);
        assertThat(turns(TimeUnit.DAYS.toNanos(1))).isBetween(80, 100);
        assertThat(turns(TimeUnit.DAYS.toNanos(10 * 365))).isLessThan(250);
    }

    private static int turns(long time) {
        Latches latches = new Latches(0, 0);
        int turns = 0;
        for (long now = 0; now < time; now += Math.max(Latches.SHORTEST, now / 1_000)) {
            turns += latches.isTurn(now) ? 1 : 0;
        }
        return turns;
    }

    private static long latched(Hotspot hotspot) {
        return hotspot.idle().stream().filter(Scorecard::isLatched).count();
    }

    private static void close(Scorecard card, long later) {
        Latches.close(List.of(card), Clock.epochMicros() + later);
    }

    private static void control(Hotspot hotspot, HotspotControl.Action action) {
        hotspot.handle(new HotspotControl(action, "", "", -1, -1));
    }

    private static Hotspot hotspot(String options) {
        return new Hotspot(Options.load(options, new Properties()), () -> {});
    }
}
