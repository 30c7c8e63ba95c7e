package sim.model.payload;

import sim.model.packed.Numbered;
import sim.model.snapshot.Control;

/**
 * A request from the agent server about an application's scripts.
 *
 * @param number the answer has the same number
 * @param name the script's name; empty if the request is not about one
 * @param method the method it is for, as a script's pointcut is written; empty if the request is not about one. A
 *     telemetry's class
 * @param expression of Java
 * @param splits     whether it splits the call tree by its text
 * @param telemetry  how it is shown where it is a telemetry; else null
 */
public record ScriptRequest(long number, Action action, String name, String method, String expression,
        boolean splits, Telemetry telemetry) implements Control {
    public static final String KIND = "script";

    /** Of a method's calls. */
    public ScriptRequest(long number, Action action, String name, String method, String expression, boolean splits) {
        this(number, action, name, method, expression, splits, null);
    }

    /**
     * How a telemetry is shown.
     *
     * @param line    its line in the script's chart; empty where there is one alone
     * @param unit    of its numbers, as {@code TelemetryUnit} has it; empty for none
     * @param scale   shown are its numbers by ten to the power of it
     * @param stacked whether lines stand on top of one another
     */
    public record Telemetry(String line, String unit, int scale, boolean stacked) {}

    @Override
    public String kind() {
        return KIND;
    }

    /** What to do. */
    public enum Action implements Numbered {
        /** List the scripts. */
        LIST(0),
        /** Tell about the method: its parameters, or why it cannot be reached. */
        LOOK(1),
        /** Only compile the script for the loaded methods. */
        TRY(2),
        /** Put the script into its methods, and record it. */
        ADD(3),
        /** Take the script out again. */
        REMOVE(4);

        private final int number;

        Action(int number) {
            this.number = number;
        }

        @Override
        public int number() {
            return number;
        }
    }
}
