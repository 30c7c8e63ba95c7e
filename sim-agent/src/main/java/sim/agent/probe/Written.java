package sim.agent.probe;

import java.util.Set;

/**
 * A class with probes in it.
 *
 * @param probed  how many methods have got one
 * @param doubted methods of which only a verification tells whether the JVM accepts them, by name and descriptor: see
 *                {@link BracketedMethod#isDoubted}
 */
public record Written(byte[] bytes, int probed, Set<String> doubted) {}
