package org.jinspired.probes.interceptor;

import org.jinspired.probes.Probes;

/**
 * SIM tells an interceptor of every metered firing on one thread, after the readings were taken. The probe of one firing is the
 * same object at both ends, and must not be used afterwards. If an interceptor throws, SIM switches it off on all threads, and
 * says so in one line.
 */
public interface ProbesInterceptor {
    /** A firing has begun; each reading has its high. Called on the firing's thread, before the application continues. */
    void begin(Probes.Probe probe);

    /** A firing has ended; each reading has low, high and delta. Called on the firing's thread; firings end in the reverse order of their begins. */
    void end(Probes.Probe probe);
}
