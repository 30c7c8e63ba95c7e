package sim.wire.totals;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Methods of an application that lost their series. Each stands still with what it counted, for readers to see, and its series goes on there if
 * it comes back. There are as many of all applications as {@link SeriesBounds} admits. Where there is no room for one more, what the oldest
 * counted is added to that of the others: all series together never go back. Whoever made it guards it.
 */
final class DisplacedMethods {
    /** As long as Prometheus looks back, so that every scrape has the last value. */
    private static final int STILL_MINUTES = 5;

    private final SeriesBounds bounds;
    private final Consumer<Figures> others;
    /** The one that lost its series first is first. */
    private final Deque<MethodTotals> still = new ArrayDeque<>();

    /** @param others counts what belonged to a method that gives way */
    DisplacedMethods(SeriesBounds bounds, Consumer<Figures> others) {
        this.bounds = bounds;
        this.others = others;
    }

    /** Takes a method's series, unless there is no room and the oldest has not stood still for long enough. */
    boolean add(MethodTotals method) {
        if (!bounds.displaced().admits(still.size())) {
            if (still.isEmpty() || still.getFirst().stillMinutes() > 0) {
                return false;
            }
            giveWay(still.removeFirst());
        }
        method.unlist(STILL_MINUTES);
        still.addLast(method);
        return true;
    }

    /** Takes one that had lost its series before the process began. */
    void restore(MethodTotals method) {
        if (bounds.displaced().admits(still.size())) {
            still.addLast(method);
        } else {
            giveWay(method);
        }
    }

    private void giveWay(MethodTotals method) {
        others.accept(method.figures());
        method.forget();
    }

    /** The method has a series again. */
    void remove(MethodTotals method) {
        if (still.remove(method)) {
            bounds.displaced().left(still.size() + 1, still.size());
        }
    }

    /** A minute has passed. */
    void age() {
        still.forEach(MethodTotals::stood);
    }

    /** Gives the room back. */
    void release() {
        bounds.displaced().left(still.size(), 0);
        still.clear();
    }
}
