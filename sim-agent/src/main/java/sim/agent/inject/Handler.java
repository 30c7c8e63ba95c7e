package sim.agent.inject;

import java.util.List;

/**
 * A method of a probe class that is called where an intercepted one begins or ends.
 *
 * @param method     its name
 * @param descriptor and descriptor
 * @param point      when
 * @param sources    where its arguments come from
 */
record Handler(String method, String descriptor, Point point, List<Source> sources) {
    /** Whether it returns something. */
    boolean answers() {
        return !descriptor.endsWith(")V");
    }
}
