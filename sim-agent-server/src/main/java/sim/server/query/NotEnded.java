package sim.server.query;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The methods of which no call ended in a range, though calls inside did: such as a loop that serves for as long as its thread lives. Their totals are of what ended
 * inside, as at their nodes of the call tree. They have nothing of their own: how much that is, is known when they end. One thread.
 */
final class NotEnded {
    private final Question question;
    private final Forest forest;
    private final PlaceSums places;
    private final int[] methods;

    private NotEnded(Question question, Forest forest, PlaceSums places) {
        this.question = question;
        this.forest = forest;
        this.places = places;
        this.methods = forest.byMethod();
    }

    /** By the number of the method. */
    static Map<Integer, Sums> find(Question question, Forest forest, PlaceSums places) {
        return new NotEnded(question, forest, places).find();
    }

    private Map<Integer, Sums> find() {
        BitSet outermost = forest.outermost(methods, forest.methods.size(), around());
        TreeTotals.Inner inner = new TreeTotals.Inner(question, forest.size());
        Map<Integer, Sums> found = new LinkedHashMap<>();
        for (int place = forest.size() - 1; place >= 0; place--) { // callers have the smaller numbers
            PlaceSums.Figures own = places.figures(place);
            long[] inside = inner.of(place);
            if (own == null && inside == null) {
                continue;
            }
            PlaceSums.Figures figures = own == null ? new PlaceSums.Figures() : own;
            long[] lacking = inside == null ? null : figures.lacks(inside);
            if (outermost.get(place)) {
                found.computeIfAbsent(methods[place], added -> {
                    question.reserve(Sums.BYTES);
                    return new Sums();
                }).addTotals(figures, lacking, 1);
            }
            if (forest.caller(place) != Forest.NONE) {
                figures.totalsInto(inner.made(forest.caller(place)), lacking);
            }
            if (inside != null) {
                inner.free(place);
            }
        }
        return found;
    }

    /** The places of such methods with figures somewhere inside. */
    private BitSet around() {
        BitSet around = new BitSet();
        BitSet inside = new BitSet();
        for (int place = forest.size() - 1; place >= 0; place--) {
            boolean hasFigures = places.figures(place) != null;
            if (!hasFigures && !inside.get(place)) {
                continue;
            }
            boolean isNone = methods[place] == Forest.NONE || places.sums()[methods[place]] != null;
            around.set(place, !isNone);
            if (forest.caller(place) != Forest.NONE) {
                inside.set(forest.caller(place));
            }
        }
        return around;
    }
}
