package org.jinspired.probes.interceptor;

import org.jinspired.probes.Probes;

/** Makes interceptors, one for each thread. The configuration names the class, which has a public constructor without parameters. */
public interface ProbesInterceptorFactory {
    /** Called once, before the first {@link #create}. The environment has the configuration. */
    void init(Probes.Environment environment);

    /** Makes the interceptor of the calling thread; null for none. */
    ProbesInterceptor create(Probes.Context context);
}
