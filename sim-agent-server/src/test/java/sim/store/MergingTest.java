package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many segments of a level there are at most, however long the store runs and whatever comes late: the plan alone, without files. */
class MergingTest {
    private static long number;

    private static final long MINUTE = 60_000_000;
    private static final long DAY = 24 * 60 * MINUTE;

    /** @param every minutes from one segment to the next; @param days that the level is kept; @param late of how many segments one more comes late */
    @ParameterizedTest
    @CsvSource({"0,true,10,1,0", "1,true,10,1,0", "1,true,10,2,7", "2,true,10,7,0", "2,true,10,7,5", "2,true,10,30,9",
            "3,true,60,30,0", "3,true,60,30,3", "3,true,60,47,4", "3,true,60,400,0", "3,true,60,400,6",
            "4,true,1440,4000,0", "4,true,1440,4000,3", "0,false,10,7,0", "0,false,10,7,6", "0,false,10,59,0",
            "0,false,10,400,8", "1,false,60,30,0"})
    void theSegmentsOfALevelAreAtMostAHundred(int level, boolean isRolled, int every, int days, int late) {
        Random random = new Random(level * 31 + days + late);
        long kept = days * DAY;
        List<Long> periods = Merging.periods(Ladder.STANDARD, level, isRolled, kept);
        List<Segment> segments = new ArrayList<>();
        long now = 0;
        int most = 0;
        int made = 0;
        int written = 0;
        for (int i = 1; now < Math.min(2 * kept, 900 * DAY); i++) {
            now += every * MINUTE;
            segments.add(segment(level, now, 0));
            if (late > 0 && random.nextInt(late) == 0) {
                segments.add(segment(level, Math.max(1, now - random.nextLong(Math.min(kept, 3 * DAY))), 0));
            }
            made++;
            for (int tier = 0; tier < periods.size(); tier++) {
                for (List<Segment> group : Merging.due(List.copyOf(segments), periods, tier, now)) {
                    assertThat(group).hasSizeGreaterThan(1);
                    segments.removeAll(group);
                    segments.add(segment(level, group.stream().mapToLong(Segment::to).max().getAsLong(), tier + 1));
                    written += group.size();
                }
            }
            long floor = now - kept;
            segments.removeIf(each -> each.to() <= floor);
            most = Math.max(most, segments.size());
        }
        assertThat(most).as("segments").isLessThanOrEqualTo(100);
        if (late == 0) {
            assertThat(written).as("times that a segment is written anew").isLessThanOrEqualTo(made * 2);
        }
    }

    /** Whatever is too large together: what came late was left alone, and the others were written anew in each round. */
    @Test
    void whatComesLateIsMergedOnceAndNothingIsWrittenTwice() {
        List<Segment> segments = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            segments.add(segment(1, i * MINUTE, 1));
        }
        segments.add(segment(1, 5 * MINUTE, 0));
        List<List<Segment>> written = Merging.parts(segments, 2).stream().filter(part -> Merging.isWorthIt(part, 0))
                .toList();
        assertThat(written).containsExactly(segments.subList(2, 5));
        assertThat(Merging.parts(segments.subList(0, 4), 2)).noneMatch(part -> Merging.isWorthIt(part, 0));
    }

    private static Segment segment(int level, long to, int tier) {
        return new Segment("f", Tables.named("tree_rows"), Scope.INSTANCE, level, to, to, "a", "a", 1, 1, true, tier,
                ++number);
    }
}
