package org.jinspired.probes.strategy;

import org.jinspired.probes.Probes;

/** Makes strategies, one for each thread. Named in the configuration; has a public constructor without parameters. */
public interface ProbesStrategyFactory {
    /** Called once, before the first {@link #create}; the configuration is in the environment. */
    void init(Probes.Environment environment);

    /** The strategy of a thread, called on it; null for none. */
    ProbesStrategy create(Probes.Context context);
}
