package sim.model.payload;

import sim.model.packed.Numbered;

/**
 * A control object. Sent whenever it changed, and again from time to time while it is used. The last record counts.
 *
 * @param id its number in the instance, from 1
 * @param probe the {@link PayloadProbeEntry#id()}
 * @param name for people
 * @param openedMicros when it was opened or first used, microseconds since the epoch
 * @param closedMicros 0 while it is open
 * @param end how it ended
 */
public record ControlObject(long id, int probe, String name, long openedMicros, long closedMicros, End end) {
    /** The id of all objects past the bound. */
    public static final long OTHER = -1;

    /** How a control object ended. The order is the wire's. */
    public enum End implements Numbered {
        /** It is open. */
        OPEN(0),
        /** The program closed it. */
        CLOSED(1),
        /** The garbage collector collected it. */
        COLLECTED(2);

        private final int number;

        End(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }
    }
}
