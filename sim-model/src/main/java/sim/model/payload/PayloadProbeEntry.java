package sim.model.payload;

import java.util.List;

/**
 * A payload probe and its features. Sent whenever it changed, and again from time to time. The last record counts.
 *
 * @param id the probe's number in its instance, from 1
 * @param type the probe's class or key
 * @param name for people
 * @param description in a sentence, or empty
 * @param payloads whether it records payloads
 * @param splits whether it splits the call tree
 * @param objects whether payloads may belong to control objects
 * @param types its event types, in the order of their numbers
 * @param lines its telemetries
 */
public record PayloadProbeEntry(int id, String type, String name, String description, boolean payloads, boolean splits,
        boolean objects, List<EventType> types, List<Line> lines) {
    /**
     * @param name for people
     * @param colour red, green and blue in eight bits each; -1 if it has none
     */
    public record EventType(String name, int colour) {}

    /**
     * A line of a telemetry.
     *
     * @param telemetry the chart
     * @param line the line in it, or empty
     * @param unit the published name of the unit
     * @param scale by how many places the decimal point moves, from -{@value #MOST_SCALE} to {@value #MOST_SCALE}
     * @param stacked whether the chart's lines are added up
     * @param consolidation how the readings of a step of the chart become one point: {@code MEAN}, {@code SUM}, {@code LEAST}, {@code MOST} or
     *            {@code LAST}
     */
    public record Line(String telemetry, String line, String unit, int scale, boolean stacked, String consolidation) {
        public static final int MOST_SCALE = 9;
        /** The consolidation of telemetries that name none, such as those of the published API. */
        public static final String MEAN = "MEAN";

        /**
         * A scale as somebody wrote it.
         *
         * @throws IllegalArgumentException saying which there are
         */
        public static int scale(long written) {
            if (written < -MOST_SCALE || written > MOST_SCALE) {
                throw new IllegalArgumentException("the scale " + written + " must be from -" + MOST_SCALE + " to "
                        + MOST_SCALE);
            }
            return (int) written;
        }
    }
}
