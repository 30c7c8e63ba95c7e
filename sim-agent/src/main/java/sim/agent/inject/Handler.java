package sim.agent.inject;

import java.util.List;

/**
 * A method of a probe class, called where an intercepted method begins or ends.
 *
 * @param method     its name
 * @param descriptor its descriptor
 * @param point      when it is called
 * @param sources    where its arguments come from
 */
record Handler(String method, String descriptor, Point point, List<Source> sources) {
    /** Whether it returns something. */
    boolean answers() {
        return !descriptor.endsWith(")V");
    }
}
