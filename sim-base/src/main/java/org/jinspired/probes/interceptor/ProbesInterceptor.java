package org.jinspired.probes.interceptor;

import org.jinspired.probes.Probes;

/**
 * Told of every metered firing on one thread, after the metering beneath it: the readings are there. The probe of one
 * firing is the same object at both ends and means nothing afterwards. What it throws switches it off, on all threads, with one
 * line.
 */
public interface ProbesInterceptor {
    /** A firing has begun: each reading has its high. On the firing's thread, between its begin and the application's next step. */
    void begin(Probes.Probe probe);

    /** It has ended: each reading has low, high and delta. Likewise; firings end in the reverse order of their begins. */
    void end(Probes.Probe probe);
}
