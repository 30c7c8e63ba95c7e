package org.jinspired.probes.measure;

import org.jinspired.probes.Probes;

/** Makes a meter's measures, one for each thread. The configuration names the class, which has a public constructor without parameters. */
public interface ProbesMeasureFactory {
    /** Called once, before the first {@link #create}. The environment has the configuration. */
    void init(Probes.Environment environment);

    /** Makes the measure of the calling thread; null for none. */
    ProbesMeasure create(Probes.Context context);
}
