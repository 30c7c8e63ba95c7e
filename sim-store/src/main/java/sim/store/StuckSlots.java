package sim.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slots of the head that cannot become segments, because of a row in them. Questions read them in the head, and other slots become segments as usual.
 * Each is tried again every hour, and removed when all its rows are too old. The upkeep's thread.
 */
final class StuckSlots {
    private static final Logger LOG = LoggerFactory.getLogger(StuckSlots.class);
    private static final long AGAIN_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Map<Long, Slot> slots = new TreeMap<>();

    /** Whether a slot is left alone now. */
    boolean rests(long slot) {
        Slot known = slots.get(slot);
        return known != null && System.nanoTime() - known.triedNanos < AGAIN_NANOS;
    }

    void add(long slot, Throwable failure) {
        String why = Failures.line(failure);
        if (slots.put(slot, new Slot(why, System.nanoTime())) == null) {
            LOG.error(
                    "slot {} of the store cannot become segments ({}); questions read it where it is, it is tried again every hour, and "
                            + "it goes when all in it is older than --keep says",
                    slot, why);
        }
    }

    /** It is a slot no longer. */
    void sealed(long slot) {
        slots.remove(slot);
    }

    List<Long> slots() {
        return new ArrayList<>(slots.keySet());
    }

    /** Which and why, a line each. */
    List<String> told() {
        List<String> told = new ArrayList<>();
        slots.forEach((number, slot) -> told.add("slot " + number + ": " + slot.why));
        return told;
    }

    private record Slot(String why, long triedNanos) {}
}
