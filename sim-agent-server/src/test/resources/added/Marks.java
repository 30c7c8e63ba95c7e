package sim.metrics.probe;

import java.util.List;
import sim.base.event.Bounded;
import sim.model.snapshot.Mark;

/** The marks since the last drain. */
public final class Marks {
    private static final Bounded<Mark> SET = new Bounded<>(1_000);

    private Marks() {}

    public static void set(Mark mark) {
        SET.offer(mark);
    }

    static void drain(List<Mark> into) {
        SET.drain(into);
    }
}
