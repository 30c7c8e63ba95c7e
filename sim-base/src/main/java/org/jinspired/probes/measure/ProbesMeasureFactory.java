package org.jinspired.probes.measure;

import org.jinspired.probes.Probes;

/** Makes a meter's measures, one for each thread. Named in the configuration; has a public constructor without parameters. */
public interface ProbesMeasureFactory {
    /** Called once, before the first {@link #create}; the configuration is in the environment. */
    void init(Probes.Environment environment);

    /** The measure of a thread, called on it; null for none. */
    ProbesMeasure create(Probes.Context context);
}
