package sim.jfr.reader;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import sim.model.jfr.RuleSet;

/**
 * Goes through all events of a recording in the file's order, and tells of each which context it is in and whether it is wanted. A caller
 * that reads the file with the JDK's reader at the same time meets the same events. One thread, once.
 */
final class Pass {
    private final Survey survey;
    private final Input input;
    private final Selection selection;
    private final Joiner joiner;
    private final Map<Type, Boolean> wantedTypes = new HashMap<>();
    private int chunk = -1;
    private Walker walker;
    private int scope = Scopes.NONE;
    private long refused;

    Pass(Survey survey, Input input, Selection selection, Bound bound) {
        this.survey = survey;
        this.input = input;
        this.selection = selection;
        this.joiner = new Joiner(survey, input, bound);
    }

    /** Goes to the next event; false after the last one. */
    boolean next() {
        while (walker == null || !walker.next()) {
            if (!nextChunk()) {
                return false;
            }
        }
        scope = joiner.at(walker.thread(), walker.endTicks());
        return true;
    }

    /** Goes to the next chunk, and skips the remaining events of the present one. */
    boolean nextChunk() {
        if (chunk + 1 == survey.chunks.size()) {
            return false;
        }
        joiner.load(++chunk);
        rewind();
        return true;
    }

    /** Goes back to before the first event of the present chunk. */
    void rewind() {
        walker = new Walker(input, chunk(), survey.metadata.get(chunk), null);
    }

    /** Goes to the next event of the present chunk; false after its last one. */
    boolean nextInChunk() {
        if (!walker.next()) {
            return false;
        }
        scope = joiner.at(walker.thread(), walker.endTicks());
        return true;
    }

    Walker event() {
        return walker;
    }

    Chunk chunk() {
        return survey.chunks.get(chunk);
    }

    /** Passes the positions of the events of all scopes that the event is in. */
    void scopes(LongConsumer each) {
        for (int row = scope; row != Scopes.NONE; row = joiner.outer(row)) {
            each.accept(joiner.position(row));
        }
    }

    Map<String, Object> context() {
        return joiner.context(scope);
    }

    /** Whether the event is wanted. */
    boolean accepts() {
        Type type = walker.type();
        Boolean wanted = wantedTypes.get(type);
        if (wanted == null) {
            wanted = selection.acceptsType(type.name);
            wantedTypes.put(type, wanted);
        }
        if (!wanted || !selection.conditions().isEmpty() && !selection.acceptsContext(context())) {
            return false;
        }
        if (selection.filtered() && !type.own && !survey.filters.isEmpty()) {
            Map.Entry<Long, RuleSet> inForce = survey.filters.floorEntry(walker.endTicks());
            if (inForce != null && inForce.getValue() != null && !inForce.getValue().accepts(type.name, context())) {
                refused++;
                return false;
            }
        }
        return true;
    }

    /** How many events so far the selection wanted and a recorded filter refused. */
    long refused() {
        return refused;
    }
}
