package org.jinspired.probes.strategy;

import org.jinspired.probes.Probes;

/** Makes strategies, one for each thread. The configuration names the class, which has a public constructor without parameters. */
public interface ProbesStrategyFactory {
    /** Called once, before the first {@link #create}. The environment has the configuration. */
    void init(Probes.Environment environment);

    /** Makes the strategy of the calling thread; null for none. */
    ProbesStrategy create(Probes.Context context);
}
