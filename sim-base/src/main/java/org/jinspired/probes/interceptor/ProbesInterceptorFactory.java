package org.jinspired.probes.interceptor;

import org.jinspired.probes.Probes;

/** Makes interceptors, one for each thread. Named in the configuration; has a public constructor without parameters. */
public interface ProbesInterceptorFactory {
    /** Called once, before the first {@link #create}; the configuration is in the environment. */
    void init(Probes.Environment environment);

    /** The interceptor of a thread, called on it; null for none. */
    ProbesInterceptor create(Probes.Context context);
}
