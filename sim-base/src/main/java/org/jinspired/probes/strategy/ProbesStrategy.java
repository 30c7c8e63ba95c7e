package org.jinspired.probes.strategy;

import org.jinspired.probes.Probes;

/** Asked before every firing on one thread whether to meter it. What it throws switches it off, with one line. */
public interface ProbesStrategy {
    /** Negative to have it not metered, positive to have it metered, 0 for no opinion. One no outweighs every yes. */
    int vote(Probes.Probe probe);
}
