package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import sim.metrics.tree.Node;

/** A sweep at the end of a full stack, which fails in the middle of a frame: the next one finds that as it was, or done. */
class FullStackSweepTest {
    private static final int ROUNDS = 400;
    private static final int WARM = 20_000;

    private final Runs runs = new Runs("meters=wall,tree.nodes=8");
    private final ProbeSite a = runs.site("a");
    private final ProbeSite b = runs.site("b");
    private final Frame caller = new Frame(runs.metering.threads.current(), 1);
    private final Frame frame = new Frame(runs.metering.threads.current(), 1);
    private Node other;
    private boolean isDone;
    private int failed;
    private int torn;

    @Test
    @Timeout(120)
    void aCallTakesItsNewPlaceWholeOrNotAtAll() throws InterruptedException {
        a.begin();
        b.begin();
        a.begin();
        ThreadContext context = runs.metering.threads.current();
        assertThat(context.innermost().folded).isTrue();
        caller.node = context.frames[2].node;
        a.end();
        b.end();
        a.end();
        other = caller.node.nameless();
        frame.site = a;
        for (int i = 0; i < WARM; i++) {
            a.below(caller.node); // compiled, as where calls begin: it then needs less of the stack than what follows
        }
        Thread thread = new Thread(null, () -> {
            for (int i = 0; i < ROUNDS; i++) {
                isDone = false;
                wide(i, i, i, i);
            }
        }, "overflowing", 200 << 10);
        thread.start();
        thread.join();
        assertThat(failed).isGreaterThan(ROUNDS);
        assertThat(torn).isZero();
    }

    /** Moves the frames below it by a few words, so that the stack ends elsewhere in each round. */
    private long wide(int left, long more, long words, long yet) {
        return left > 0 ? wide(left - 1, words, yet, more) + more : down();
    }

    private long down() {
        long below = 0;
        try {
            below = down();
        } catch (StackOverflowError full) {
            below++;
        }
        if (!isDone) {
            standAgain();
        }
        return below;
    }

    private void standAgain() {
        frame.node = other;
        frame.folded = false;
        frame.folds = false;
        try {
            frame.standAgain(caller);
            isDone = true;
        } catch (StackOverflowError full) {
            failed++;
        }
        torn += frame.node != other && !frame.folded ? 1 : 0;
    }
}
