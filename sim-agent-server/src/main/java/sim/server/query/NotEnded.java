package sim.server.query;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The calls that have not ended in a range, though calls inside did: such as a loop that serves for as long as its thread lives. The totals of their methods have what ended
 * inside, as at their nodes of the call tree. Methods of which no call ended have nothing of their own: how much that is, is known when they end. One thread.
 */
final class NotEnded {
    private static final PlaceSums.Figures NOTHING = new PlaceSums.Figures();

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

    /** Adds to the totals of methods of which other calls ended. Returns the methods of which none did, by the number of the method. */
    static Map<Integer, Sums> find(Question question, Forest forest, PlaceSums places) {
        return new NotEnded(question, forest, places).find();
    }

    private Map<Integer, Sums> find() {
        BitSet ended = new BitSet();
        for (int place = 0; place < forest.size(); place++) {
            ended.set(place, places.figures(place) != null);
        }
        BitSet formerly = forest.outermost(methods, forest.methods.size(), ended);
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
                Sums sums = sums(methods[place], found);
                sums.addTotals(formerly.get(place) ? NOTHING : figures, lacking, 1);
                if (sums.addOpen(lacking, 1)) {
                    question.reserve(Sums.OPEN_BYTES);
                }
            } else if (formerly.get(place)) { // the call around it has not ended, and has it now
                Sums sums = sums(methods[place], found);
                sums.addTotals(own, null, -1);
                if (sums.addEndedInOpen(own.total)) {
                    question.reserve(Sums.OPEN_BYTES);
                }
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

    private Sums sums(int method, Map<Integer, Sums> found) {
        Sums known = places.sums()[method];
        return known != null ? known : found.computeIfAbsent(method, added -> {
            question.reserve(Sums.BYTES);
            return new Sums();
        });
    }

    /** The places of methods with figures there or somewhere inside. */
    private BitSet around() {
        BitSet around = new BitSet();
        BitSet inside = new BitSet();
        for (int place = forest.size() - 1; place >= 0; place--) {
            boolean hasFigures = places.figures(place) != null;
            if (!hasFigures && !inside.get(place)) {
                continue;
            }
            around.set(place, methods[place] != Forest.NONE);
            if (forest.caller(place) != Forest.NONE) {
                inside.set(forest.caller(place));
            }
        }
        return around;
    }
}
