package org.jinspired.probes.interceptor;

import org.jinspired.probes.Probes;

/**
 * Told of every metered firing on one thread, after the metering beneath it: the readings are there. The probe of one
 * firing is the same object at both ends and means nothing afterwards.
 */
public interface ProbesInterceptor {
    void begin(Probes.Probe probe);

    void end(Probes.Probe probe);
}
