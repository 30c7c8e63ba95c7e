package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Score;
import sim.model.snapshot.Verdict;
import sim.testkit.Child;

/** Whatever fails on the way of verdicts and scores to a snapshot, each is in one, or is counted. */
class DrainedTest {
    private static final int NAMES = 20;
    private static final int UP = 300;

    private final Names names = new Names(NAMES + 10);
    private final Hotspot hotspot = new Hotspot(Options.load("", new Properties()), () -> {});
    private final List<Scorecard> cards = IntStream.rangeClosed(1, NAMES)
            .mapToObj(id -> hotspot.open(names.parse("shop.Cart").name("m" + id), id)).toList();

    static List<Verdict> verdicts(Hotspot of) {
        List<Verdict> verdicts = new ArrayList<>();
        of.drainVerdicts(verdicts);
        return verdicts;
    }

    @Test
    void verdictsThatTheListHasNoMemoryForComeNextTime() {
        cards.forEach(card -> card.control(HotspotControl.Action.PIN));
        cards.forEach(card -> card.control(HotspotControl.Action.DISABLE));
        FullList<Verdict> list = new FullList<>();
        for (int room = 0; room < 2 * NAMES; room += 7) {
            list.room = room;
            assertThatThrownBy(() -> hotspot.drainVerdicts(list)).isInstanceOf(OutOfMemoryError.class);
        }
        list.room = Integer.MAX_VALUE;
        hotspot.drainVerdicts(list);
        assertThat(list).extracting(Verdict::name, Verdict::sequence).containsExactlyElementsOf(
                IntStream.range(0, 2 * NAMES)
                        .mapToObj(i -> org.assertj.core.groups.Tuple.tuple(1 + i / 2, 1L + i % 2)).toList());
        assertThat(hotspot.dropped()).isZero();
    }

    @Test
    void scoresThatTheListHasNoMemoryForComeNextTimeOnceEach() {
        FullList<Score> list = new FullList<>();
        list.room = NAMES / 2;
        assertThatThrownBy(() -> hotspot.drainScores(list)).isInstanceOf(OutOfMemoryError.class);
        cards.get(0).control(HotspotControl.Action.PIN);
        list.room = Integer.MAX_VALUE;
        hotspot.drainScores(list);
        assertThat(list).extracting(Score::name)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, NAMES).boxed().toList());
        hotspot.drainScores(list);
        assertThat(list).as("nothing has changed").isEmpty();
    }

    /** A full stack ends a verdict at any step, as a full heap does. */
    @Test
    void aVerdictForWhichThereIsNoRoomIsCounted() throws Exception {
        Scorecard card = cards.get(0);
        card.control(HotspotControl.Action.PIN); // so that all classes are there
        card.control(HotspotControl.Action.RESET);
        Throwable[] wrong = new Throwable[1];
        Thread deep = new Thread(null, () -> {
            for (int round = 0; round < 20; round++) {
                fill(card);
            }
        }, "deep", 256 << 10);
        deep.setUncaughtExceptionHandler((thread, failure) -> wrong[0] = failure);
        deep.start();
        deep.join();
        assertThat(wrong[0]).isNull();
        card.control(HotspotControl.Action.PIN);
        card.control(HotspotControl.Action.RESET);
        List<Verdict> told = verdicts(hotspot);
        Verdict last = told.get(told.size() - 1);
        assertThat(last.sequence()).as("verdicts").isGreaterThan(100);
        assertThat(told).extracting(Verdict::sequence).doesNotHaveDuplicates();
        // one that was in the queue already when the stack was full is counted, and comes later
        assertThat(told.size() + hotspot.dropped()).as("told and counted")
                .isGreaterThanOrEqualTo(last.sequence());
    }

    /**
     * Each verdict ends at another step. Before, the name's label and what is read of its calls could be those of the verdict before, for good. In a JVM that interprets: compiled code looks for
     * room once for all methods that it has inlined, and then no verdict ends on the way.
     */
    @Test
    void whatAVerdictLeadsToIsSoAfterTheNextDrain() {
        Child.Result result = Child.jvm("-Xint", DeepVerdicts.class.getName());
        assertThat(result.exit()).as(result.all()).isZero();
        assertThat(result.lines("wrong ")).isEmpty();
        assertThat(Long.parseLong(result.lines("dropped ").get(0).substring(8))).as("verdicts that ended on the way")
                .isPositive();
    }

    /** Judges at the deepest depths, from the deepest up: there is more room with each. Returns how far up from there it is. */
    private static int fill(Scorecard card) {
        int up = 0;
        try {
            up = fill(card) + 1;
        } catch (StackOverflowError full) {
            // this is the deepest
        }
        try {
            if (up < UP) {
                card.control(up % 2 == 0 ? HotspotControl.Action.PIN : HotspotControl.Action.RESET);
            }
        } catch (StackOverflowError full) {
            // as meant
        }
        return up;
    }

    /** A list that cannot grow further. */
    private static final class FullList<E> extends ArrayList<E> {
        private static final long serialVersionUID = 1;
        private int room;

        @Override
        public boolean add(E element) {
            if (size() >= room) {
                throw new OutOfMemoryError("Java heap space");
            }
            return super.add(element);
        }
    }
}
