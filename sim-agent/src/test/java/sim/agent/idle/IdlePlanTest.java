package sim.agent.idle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.hotspot.Scorecard;
import sim.model.snapshot.HotspotControl;

/** When probes that were left out of a class are put back, and when they are taken out again. */
class IdlePlanTest {
    private static final long SECOND = 1_000_000;
    private static final long IDLE = 10 * SECOND;

    private final Names names = new Names(1_000);
    private final Hotspot hotspot = new Hotspot(Options.load("hotspot.retrial=0s", new Properties()), () -> {});
    private final Scorecard add = hotspot.open(names.parse("shop.Cart").name("add"), 1);
    private final Scorecard size = hotspot.open(names.parse("shop.Cart").name("size"), 2);
    private final Scorecard byHand = hotspot.open(names.name("checkout"), 3);
    private final IdlePlan plan = new IdlePlan(IDLE);
    private long now = System.nanoTime() / 1_000;

    @Test
    void aNameHasToBeOffForLongAndItsClassToHaveSettled() {
        now -= 3 * IDLE;
        tried(add, size);
        now += 3 * IDLE;
        off(add);
        off(byHand);
        assertThat(changes(IDLE / 2)).isEmpty();
        IdlePlan.Change change = changes(IDLE + SECOND).get(0);
        assertThat(change.owner()).isEqualTo("shop.Cart");
        assertThat(change.out()).containsExactly("add");
        assertThat(changes(0)).hasSize(1);

        now = System.nanoTime() / 1_000 + IDLE / 2; // another one of the class was switched off just now
        off(size);
        assertThat(changes(IDLE / 4)).isEmpty();
        assertThat(changes(IDLE).get(0).out()).containsExactlyInAnyOrder("add", "size");
    }

    @Test
    void whatIsOnAgainIsPutBackAtOnceAndTheNextTimeTakesTwiceAsLong() {
        leftOut(add, size);
        on(add);
        IdlePlan.Change back = changes(0).get(0);
        assertThat(back.out()).containsExactly("size");
        make(back);
        assertThat(add.isOut()).isFalse();
        assertThat(size.isOut()).isTrue();
        off(add);
        make(changes(IDLE + SECOND).get(0));
        assertThat(add.isOut()).isTrue();
        on(add);
        make(changes(0).get(0));
        off(add);
        assertThat(changes(4 * IDLE - SECOND)).as("changed three times: it waits 40 s").isEmpty();
        assertThat(changes(2 * SECOND)).hasSize(1);
    }

    @Test
    void aClassThatRunsIsAskedForLaterAndOneSomebodyWantsIsForcedInTheEnd() {
        leftOut(add);
        on(add);
        int refusals = 0;
        long began = now;
        while (!changes(0).get(0).isForced()) {
            plan.putOff(changes(0).get(0), now);
            assertThat(changes(0)).isEmpty();
            refusals++;
            now += SECOND << refusals;
        }
        assertThat(refusals).isEqualTo(5);
        assertThat(now - began).isLessThan(70 * SECOND);
    }

    @Test
    void whatWasLeftOutAsItsClassWasLoadedIsPutBackToo() {
        leftOut(add, size);
        assertThat(changes(IDLE + SECOND)).isEmpty();
        on(add);
        IdlePlan.Change back = changes(0).get(0);
        assertThat(back.isBack()).isTrue();
        assertThat(back.out()).containsExactly("size");
        make(back);
        assertThat(add.isOut()).isFalse();
        assertThat(size.isOut()).isTrue();
    }

    @Test
    void onlyClassesThatWereChangedForATrial() {
        off(add);
        off(size);
        assertThat(changes(2 * IDLE)).isEmpty();
        size.setOut(true);
        assertThat(changes(0)).as("loaded without a probe, and changed for no trial").isEmpty();
        on(size);
        IdlePlan.Change back = changes(0).get(0);
        assertThat(back.isBack()).isTrue();
        make(back);
        off(size);
        assertThat(changes(2 * IDLE)).singleElement()
                .satisfies(change -> assertThat(change.out()).containsExactlyInAnyOrder("add", "size"));
    }

    @Test
    void whatCannotBeChangedIsLeft() {
        tried(add);
        off(add);
        plan.leave(changes(IDLE + SECOND).get(0));
        assertThat(changes(100 * IDLE)).isEmpty();
    }

    @Test
    void namesOfAClassAreTriedAgainTogetherFewClassesAtATime() {
        Scorecard[] others = new Scorecard[10];
        for (int i = 0; i < others.length; i++) {
            others[i] = hotspot.open(names.parse("shop.Other" + i).name("run"), 10 + i);
        }
        leftOut(others);
        leftOut(add, size);
        hotspot.retry();
        List<Scorecard> on = hotspot.idle().stream().filter(each -> each.offSince() == Long.MAX_VALUE).toList();
        assertThat(on.stream().map(each -> each.name().owner()).distinct()).hasSize(5);
        hotspot.retry();
        hotspot.retry();
        assertThat(hotspot.idle()).allMatch(each -> each.offSince() == Long.MAX_VALUE);
        assertThat(add.standing()).isEqualTo(size.standing());
    }

    @Test
    void manyClassesAreTriedAgainSlowly() {
        Scorecard[] many = new Scorecard[100];
        for (int i = 0; i < many.length; i++) {
            many[i] = hotspot.open(names.parse("shop.Many" + i).name("run"), 10 + i);
        }
        leftOut(many);
        for (int i = 0; i < many.length; i++) {
            hotspot.retry();
        }
        assertThat(hotspot.idle().stream().filter(each -> each.offSince() == Long.MAX_VALUE).count())
                .isBetween(20L, 50L);
    }

    private static void off(Scorecard card) {
        card.settle(-2_000, 700, 0, 0, 0);
        assertThat(Scorecard.isOn(card.epoch())).isFalse();
    }

    /** Their class was loaded without their probes. */
    private void leftOut(Scorecard... cards) {
        for (Scorecard each : cards) {
            off(each);
            each.setOut(true);
        }
        assertThat(changes(0)).isEmpty();
    }

    /** Their probes were left out, and are back for a trial. */
    private void tried(Scorecard... cards) {
        leftOut(cards);
        for (Scorecard each : cards) {
            on(each);
        }
        changes(0).forEach(this::make);
        for (Scorecard each : cards) {
            assertThat(each.isOut()).isFalse();
        }
    }

    private void make(IdlePlan.Change change) {
        plan.begin(change);
        plan.done(change, now);
    }

    private void on(Scorecard card) {
        hotspot.handle(
                new HotspotControl(HotspotControl.Action.ENABLE, card.name().owner(), card.name().getValue(), -1, -1));
    }

    private List<IdlePlan.Change> changes(long later) {
        now += later;
        return plan.changes(hotspot.idle(), now);
    }
}
