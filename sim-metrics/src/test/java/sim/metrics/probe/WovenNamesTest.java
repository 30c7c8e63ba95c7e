package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.NameEntry;

/** A name of woven code takes a place in the dictionary at its first call, not where its class is loaded. */
class WovenNamesTest {
    private static final int MANY = 50_000;
    private static final int CALLED = 100;

    @Test
    void whatNeverRunsTakesNoPlaceFromWhatRuns() {
        Runs runs = new Runs("meters=wall,names.max=1000");
        List<ProbeSite> sites = woven(runs, MANY);
        for (int i = MANY - CALLED; i < MANY; i++) {
            call(sites.get(i));
        }
        runs.drain();
        for (int i = MANY - CALLED; i < MANY; i++) {
            assertThat(runs.row("m" + i).count()).isOne();
        }
        assertThat(runs.metering.namesAfter(0)).extracting(NameEntry::member).doesNotContain("m0")
                .hasSizeBetween(CALLED, CALLED + 10);
        assertThat(runs.counter("names.folded")).isZero();
        assertThat(runs.rows()).doesNotContainKey("[other]");
    }

    @Test
    void namesWithoutRoomAreCountedAndOffForGood() {
        Runs runs = new Runs("meters=wall,names.max=4");
        List<ProbeSite> sites = woven(runs, 10);
        int rooms = 4 - runs.metering.namesAfter(0).size();
        for (int round = 0; round < 3; round++) {
            sites.forEach(WovenNamesTest::call);
        }
        runs.drain();
        for (int i = 0; i < 10; i++) {
            boolean hasRoom = i < rooms;
            assertThat(runs.rows().containsKey("m" + i)).isEqualTo(hasRoom);
            assertThat(sites.get(i).latch().isClosed()).isNotEqualTo(hasRoom);
            assertThat(sites.get(i).begin() != null).isEqualTo(hasRoom);
        }
        assertThat(runs.row("m0").count()).isEqualTo(3);
        assertThat(runs.rows()).doesNotContainKey("[other]");
        assertThat(runs.counter("names.folded")).isEqualTo(10 - rooms);
    }

    @Test
    void theCallersOfNamesWithoutRoomAreCounted() {
        Runs runs = new Runs("meters=wall,names.max=2");
        ProbeSite outer = runs.metering.wovenSite("test", "outer");
        Object begun = outer.begin();
        for (ProbeSite each : woven(runs, 10)) {
            Object inner = each.begin();
            call(outer);
            each.end(inner, null);
        }
        outer.end(begun, null);
        runs.drain();
        assertThat(runs.row("outer").count()).isOne();
        assertThat(runs.row("outer/outer").count()).isEqualTo(10);
    }

    @Test
    void aNameThatIsProbedByHandTooHasOneSite() {
        Runs runs = new Runs("meters=wall");
        ProbeSite woven = runs.metering.wovenSite("test", "both");
        ProbeSite byHand = runs.site("both");
        assertThat(byHand).isSameAs(woven);
        assertThat(runs.metering.wovenSite("test", "both")).isSameAs(woven);
        assertThat(runs.metering.wovenSite("test", "later")).isSameAs(runs.site("later"));
        call(woven);
        call(byHand);
        runs.drain();
        assertThat(runs.row("both").count()).isEqualTo(2);
    }

    @Test
    void probesByHandPastTheBoundAreOtherAsBefore() {
        Runs runs = new Runs("meters=wall,names.max=1");
        ProbeSite woven = runs.metering.wovenSite("test", "both");
        call(woven);
        call(runs.site("both"));
        assertThat(woven.latch().isClosed()).isTrue();
        runs.drain();
        assertThat(runs.row("[other]").count()).isOne();
        assertThat(runs.counter("names.folded")).isOne();
    }

    @Test
    void threadsThatMeetAtAFirstCallGiveTheNameOneNumber() throws Exception {
        Runs runs = new Runs("meters=wall");
        List<ProbeSite> sites = woven(runs, 500);
        int threads = 4;
        CyclicBarrier together = new CyclicBarrier(threads);
        CountDownLatch done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            new Thread(() -> {
                try {
                    for (ProbeSite each : sites) {
                        together.await();
                        call(each);
                    }
                    done.countDown();
                } catch (Exception failed) {
                    together.reset();
                }
            }).start();
        }
        done.await();
        runs.drain();
        sites.forEach(each -> assertThat(runs.row(each.name().getValue()).count()).isEqualTo(threads));
        List<NameEntry> names = runs.metering.namesAfter(0);
        assertThat(names).extracting(NameEntry::member).doesNotHaveDuplicates();
        assertThat(names).extracting(NameEntry::id)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, names.size()).boxed().toList());
        assertThat(runs.counter("names.folded")).isZero();
    }

    @Test
    void aNameIsJudgedFromItsFirstCallOn() {
        Runs runs = new Runs("meters=wall,hotspot.enabled=true");
        ProbeSite site = woven(runs, 2).get(0);
        HotspotControl disable = new HotspotControl(HotspotControl.Action.DISABLE, "test", "m0", 0, 0);
        assertThat(runs.metering.control(disable)).isZero();
        call(site);
        assertThat(runs.drain().scores()).hasSize(1);
        assertThat(runs.metering.control(disable)).isOne();
        assertThat(site.begin()).isNull();
    }

    @Test
    void whereTooManyWaitTheyTakeTheirPlacesAtOnce() {
        Runs runs = new Runs("meters=wall,memory=4MB,names.max=3000"); // four thousand names in a heap of 16 MB
        int own = runs.metering.namesAfter(0).size();
        List<ProbeSite> sites = woven(runs, MANY);
        assertThat(runs.metering.namesAfter(0)).hasSize(3_000);
        sites.forEach(WovenNamesTest::call);
        runs.drain();
        assertThat(runs.row("m" + (MANY - 1))).isNull();
        assertThat(sites.get(MANY - 1).begin()).isNull();
        assertThat(runs.counter("names.folded")).isEqualTo(MANY + own - 3_000);
    }

    private static List<ProbeSite> woven(Runs runs, int many) {
        return IntStream.range(0, many).mapToObj(i -> runs.metering.wovenSite("test", "m" + i)).toList();
    }

    private static void call(ProbeSite site) {
        site.end(site.begin(), null);
    }
}
