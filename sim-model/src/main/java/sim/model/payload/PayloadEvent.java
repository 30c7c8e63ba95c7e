package sim.model.payload;

import sim.model.packed.Numbered;

/**
 * A single payload, or the opening or closing of a control object.
 *
 * @param recording the {@link PayloadRecording#id()}
 * @param probe the {@link PayloadProbeEntry#id()}
 * @param kind what happened
 * @param startMicros microseconds since the epoch
 * @param nanos how long it took
 * @param node the place in the call tree, 0 for the top
 * @param text the description; the object's name for an opening or closing
 * @param type the number of the event type, -1 for none
 * @param object the {@link ControlObject#id()}, 0 for none
 * @param thread the thread's name
 * @param context the flow context, 0 for none
 * @param error whether it ended by an exception
 */
public record PayloadEvent(long recording, int probe, Kind kind, long startMicros, long nanos, int node, String text,
        int type, long object, String thread, long context, boolean error) {
    /** The kind of an event. The order is the wire's. */
    public enum Kind implements Numbered {
        /** A payload. */
        PAYLOAD(0),
        /** A control object was opened. */
        OPEN(1),
        /** A control object was closed. */
        CLOSE(2);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }
    }
}
