package org.jinspired.probes.conformance;

import java.util.Properties;
import org.jinspired.probes.spi.ProbesProvider;
import sim.base.config.Options;
import sim.metrics.openapi.SimProvider;
import sim.metrics.probe.Metering;

/** SIM's own with {@code sim.enabled=false}. */
class SwitchedOffConformanceTest implements ProbesConformance {
    private final ProbesProvider provider = new SimProvider(
            new Metering(Options.load("enabled=false", new Properties())));

    @Override
    public ProbesProvider provider() {
        return provider;
    }

    @Override
    public boolean meters() {
        return false;
    }
}
