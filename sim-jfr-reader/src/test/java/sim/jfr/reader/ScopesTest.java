package sim.jfr.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** The innermost scope at a tick, against looking at all of them. */
class ScopesTest {
    private record Scope(long thread, long from, long to) {}

    private final List<Scope> all = new ArrayList<>();

    @Test
    void withoutScopesThereIsNone() {
        Scopes none = new Scopes(0);
        none.settle();
        assertThat(none.at(1, 10)).isEqualTo(Scopes.NONE);
    }

    @Test
    void ofTwoOfOneTimeTheOneThatWasClosedFirstIsInside() {
        Scopes scopes = new Scopes(2);
        scopes.add(1, 10, 20, 500);
        scopes.add(1, 10, 20, 600);
        scopes.settle();
        assertThat(scopes.at(1, 15)).isEqualTo(0);
        assertThat(scopes.outer(0)).isEqualTo(1);
        assertThat(scopes.outer(1)).isEqualTo(Scopes.NONE);
    }

    @RepeatedTest(20)
    void theInnermostIsFoundInWhateverOrderTheyCome(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (long thread = 1; thread <= 5; thread++) {
            nest(random, thread, 0, 2_000, 0);
        }
        if (repetition.getCurrentRepetition() % 2 == 0) {
            Collections.shuffle(all, random);
        }
        Scopes scopes = new Scopes(all.size());
        all.forEach(each -> scopes.add(each.thread, each.from, each.to, scopes.size()));
        scopes.settle();
        for (int i = 0; i < 20_000; i++) {
            long thread = random.nextInt(7);
            long tick = random.nextInt(2_100) - 50;
            Scope innermost = all.stream()
                    .filter(each -> each.thread == thread && each.from <= tick && tick < each.to)
                    .min((a, b) -> Long.compare(a.to - a.from, b.to - b.from)).orElse(null);
            int found = scopes.at(thread, tick);
            assertThat(found == Scopes.NONE ? null : all.get(found)).isEqualTo(innermost);
        }
        for (int row = 0; row < all.size(); row++) {
            Scope inner = all.get(row);
            Scope around = all.stream()
                    .filter(each -> each.thread == inner.thread && each != inner && each.from <= inner.from
                            && inner.to <= each.to)
                    .min((a, b) -> Long.compare(a.to - a.from, b.to - b.from)).orElse(null);
            int outer = scopes.outer(row);
            assertThat(outer == Scopes.NONE ? null : all.get(outer)).isEqualTo(around);
        }
    }

    /** Scopes inside one another, each shorter than the one around it, in the order of their ends. */
    private void nest(Random random, long thread, long from, long to, int depth) {
        long at = from + random.nextInt(3);
        while (at < to - 2 && depth < 8) {
            long end = Math.min(to - 1, at + 1 + random.nextInt((int) (to - at)));
            nest(random, thread, at, end, depth + 1);
            all.add(new Scope(thread, at, end));
            at = end + random.nextInt(1 + (int) (to - from) / 4);
        }
    }
}
