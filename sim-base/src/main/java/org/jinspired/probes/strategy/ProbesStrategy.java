package org.jinspired.probes.strategy;

import org.jinspired.probes.Probes;

/** Votes before every firing on one thread whether it is metered. If it throws, SIM switches it off, and says so in one line. */
public interface ProbesStrategy {
    /** Negative: do not meter the firing. Positive: meter it. 0: no opinion. One negative vote outweighs all positive ones. */
    int vote(Probes.Probe probe);
}
