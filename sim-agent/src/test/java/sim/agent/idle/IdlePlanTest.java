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

/** When the probes of a class are taken out, and when they are put back. */
class IdlePlanTest {
    private static final long SECOND = 1_000_000;
    private static final long IDLE = 10 * SECOND;

    private final Names names = new Names(1_000);
    private final Hotspot hotspot = new Hotspot(Options.load("hotspot.retrial=0s", new Properties()), () -> {});
    private final Scorecard add = hotspot.open(names.parse("shop.Cart").name("add"), 1);
    private final Scorecard size = hotspot.open(names.parse("shop.Cart").name("size"), 2);
    private final Scorecard byHand = hotspot.open(names.name("checkout"), 3);
    private final IdlePlan plan = new IdlePlan(IDLE, true);
    private long now = System.nanoTime() / 1_000;

    @Test
    void aNameHasToBeOffForLongAndItsClassToHaveSettled() {
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
        out(add, size);
        on(add);
        IdlePlan.Change back = changes(0).get(0);
        assertThat(back.out()).containsExactly("size");
        make(back);
        assertThat(add.isOut()).isFalse();
        assertThat(size.isOut()).isTrue();
        off(add);
        assertThat(changes(IDLE + SECOND)).as("changed twice: it waits 20 s").isEmpty();
        assertThat(changes(IDLE)).hasSize(1);
    }

    @Test
    void aClassThatRunsIsAskedForLaterAndOneSomebodyWantsIsForcedInTheEnd() {
        out(add);
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
        off(add);
        off(size);
        add.setOut(true);
        size.setOut(true);
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
    void onlyClassesChangedForATrialWhereNoOtherIsToChange() {
        IdlePlan few = new IdlePlan(IDLE, false);
        off(add);
        off(size);
        now = System.nanoTime() / 1_000 + 2 * IDLE;
        assertThat(few.changes(hotspot.idle(), now)).isEmpty();
        size.setOut(true);
        assertThat(few.changes(hotspot.idle(), now)).as("loaded without a probe, and changed for no trial").isEmpty();
        on(size);
        IdlePlan.Change back = few.changes(hotspot.idle(), now).get(0);
        assertThat(back.isBack()).isTrue();
        few.begin(back);
        few.done(back, now);
        off(size);
        now += 2 * IDLE;
        assertThat(few.changes(hotspot.idle(), now)).singleElement()
                .satisfies(change -> assertThat(change.out()).containsExactlyInAnyOrder("add", "size"));
    }

    @Test
    void whatCannotBeChangedIsLeft() {
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
        out(others);
        out(add, size);
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
        out(many);
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

    private void out(Scorecard... cards) {
        for (Scorecard each : cards) {
            off(each);
        }
        List<IdlePlan.Change> changes = changes(IDLE + SECOND);
        changes.forEach(this::make);
        for (Scorecard each : cards) {
            assertThat(each.isOut()).isTrue();
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
