package sim.metrics.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A tally that asks, each time a call is added to it, how that came about. */
public final class AskedTally<T> extends Tally {
    private final Supplier<T> asked;
    private final List<T> answers = new ArrayList<>();

    private AskedTally(Tally like, Supplier<T> asked) {
        super(like.node, like.layout);
        this.asked = asked;
    }

    /** One for the same place. */
    public static <T> AskedTally<T> like(Tally tally, Supplier<T> asked) {
        return new AskedTally<>(tally, asked);
    }

    public List<T> answers() {
        return answers;
    }

    @Override
    void add(int at, long delta, long inner) {
        answers.add(asked.get());
        super.add(at, delta, inner);
    }
}
