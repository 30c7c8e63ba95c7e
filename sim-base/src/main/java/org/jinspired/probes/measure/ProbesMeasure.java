package org.jinspired.probes.measure;

/** The source of a meter's readings on one thread. */
public interface ProbesMeasure {
    /** The cumulative value for the calling thread. It must not go down. */
    long getValue();
}
