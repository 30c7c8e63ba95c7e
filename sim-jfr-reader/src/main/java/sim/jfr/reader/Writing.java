package sim.jfr.reader;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import sim.model.jfr.EventNames;

/**
 * Decides event by event what a smaller recording holds: the wanted events, and the scopes they are in. It looks through each chunk
 * beforehand to find those scopes. One thread, once.
 */
final class Writing {
    /** No event is shorter than this: it has at least a size, a type and a time. */
    private static final int SHORTEST = 4;

    private final Pass pass;
    private long written;
    /** The positions of the scopes' events that are kept: in the present chunk by {@link #place}, and in others. */
    private final BitSet needed = new BitSet();
    private final Set<Long> neededElsewhere = new HashSet<>();

    Writing(Pass pass) {
        this.pass = pass;
    }

    Pass pass() {
        return pass;
    }

    /** How many events have been kept, not counting SIM's own. */
    long written() {
        return written;
    }

    /** Goes to the next event. At a new chunk, first finds the scopes that its wanted events are in. */
    void next() {
        while (pass.event() == null || !pass.nextInChunk()) {
            if (!pass.nextChunk()) {
                throw new Damaged("it was changed while it was read");
            }
            needed.clear();
            while (pass.nextInChunk()) {
                if (pass.accepts()) {
                    pass.scopes(this::need);
                }
            }
            pass.rewind();
        }
    }

    /** Whether the event is kept. */
    boolean keeps() {
        Walker event = pass.event();
        if (event.type().own && !event.type().name.equals(EventNames.CONTEXT)) {
            return true;
        }
        if (event.type().contextual && isNeeded(event.position())) {
            return true;
        }
        if (pass.accepts()) {
            written++;
            return true;
        }
        return false;
    }

    private void need(long position) {
        int place = place(position);
        if (place >= 0) {
            needed.set(place);
        } else if (position >= 0) {
            neededElsewhere.add(position);
        }
    }

    private boolean isNeeded(long position) {
        int place = place(position);
        return place >= 0 && needed.get(place) || neededElsewhere.remove(position);
    }

    /** A number for an event of the present chunk; -1 if the event is in another chunk, or too far into this one. */
    private int place(long position) {
        Chunk chunk = pass.chunk();
        long place = position < chunk.start() || position >= chunk.end() ? -1 : (position - chunk.start()) / SHORTEST;
        return place <= Integer.MAX_VALUE ? (int) place : -1;
    }
}
