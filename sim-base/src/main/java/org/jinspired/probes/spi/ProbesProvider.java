package org.jinspired.probes.spi;

import java.lang.reflect.Method;
import org.jinspired.probes.Probes;

/** A metering runtime behind {@link Probes}. Called by any thread. */
public interface ProbesProvider {
    /** Called once, before all other methods. */
    void init();

    /** The calling thread's context. */
    Probes.Context context();

    /** As {@link Probes#name(String)}. */
    Probes.Name name(String name);

    /** As {@link Probes#name(Class)}. */
    Probes.Name name(Class<?> cls);

    /** As {@link Probes#name(Method)}. */
    Probes.Name name(Method method);

    /** The meter of that name, or null. */
    Probes.Meter meter(Probes.Name name);

    /** As {@link Probes#parse}. */
    Probes.Name parse(String value);

    /** The label of that value, or null. */
    Probes.Label label(String value);
}
