package sim.wire.totals;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Methods of an application that lost their series. Their last value is shown for some minutes; then they wait with what they counted, so that the
 * series goes on there if it comes back. There are as many of all applications as {@link SeriesBounds} admits. Whoever made it guards it.
 */
final class DisplacedMethods {
    /** As long as Prometheus looks back, so that every scrape has the last value. */
    private static final int SHOWN_MINUTES = 5;

    private final SeriesBounds bounds;
    /** Those that are shown, and those that are no longer; the oldest first. */
    private final List<MethodTotals> fading = new ArrayList<>();
    private final Deque<MethodTotals> waiting = new ArrayDeque<>();

    DisplacedMethods(SeriesBounds bounds) {
        this.bounds = bounds;
    }

    /** Takes a method's series, unless there is no room to show its last value. */
    boolean add(MethodTotals method) {
        boolean admitted = bounds.fading().admits(fading.size());
        if (admitted) {
            method.unlist(SHOWN_MINUTES);
            fading.add(method);
        }
        return admitted;
    }

    /** Takes one that had lost its series before the process began. */
    void restore(MethodTotals method) {
        if (method.isShown() && bounds.fading().admits(fading.size())) {
            fading.add(method);
        } else {
            method.unlist(0);
            await(method);
        }
    }

    /** The method has a series again. */
    void remove(MethodTotals method) {
        if (fading.remove(method)) {
            bounds.fading().left(fading.size() + 1, fading.size());
        } else if (waiting.remove(method)) {
            bounds.waiting().left(waiting.size() + 1, waiting.size());
        }
    }

    /** A minute has passed. */
    void fade() {
        int shown = fading.size();
        List<MethodTotals> faded = fading.stream().filter(method -> !method.fade()).toList();
        fading.removeAll(faded);
        bounds.fading().left(shown, fading.size());
        faded.forEach(this::await);
    }

    /** Where there is no room the one that waits for longest gives way. */
    private void await(MethodTotals method) {
        boolean admitted = bounds.waiting().admits(waiting.size());
        waiting.addLast(method);
        if (!admitted) {
            waiting.removeFirst().forget();
        }
    }

    /** Gives the room back. */
    void release() {
        bounds.fading().left(fading.size(), 0);
        bounds.waiting().left(waiting.size(), 0);
        fading.clear();
        waiting.clear();
    }
}
