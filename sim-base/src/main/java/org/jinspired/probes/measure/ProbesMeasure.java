package org.jinspired.probes.measure;

/** What a meter reads on one thread. */
public interface ProbesMeasure {
    /** Cumulative, for the calling thread; must not go down. */
    long getValue();
}
