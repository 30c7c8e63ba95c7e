package sim.metrics.extension;

import org.jinspired.probes.Probes;

/**
 * A firing as SIM's own extensions see it: its readings as they are, without an object for each. The arrays are the
 * runtime's and mean something only while the extension is told; index by {@code Meter}'s ordinal, further meters behind
 * them. A probe that reads wall time alone may have one element only.
 */
public interface Firing extends Probes.Probe {
    /** The readings at the begin, with the tick at 0; null while the firing has not ended. */
    long[] low();

    /** The latest readings, with the tick at 0. */
    long[] high();

    /**
     * At the end: whether the runtime gave the firing up, because its own end was never met or its name was switched. Its
     * readings tell nothing then, and it counts nowhere.
     */
    boolean isGivenUp();
}
