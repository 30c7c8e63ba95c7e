package org.jinspired.probes.conformance;

import java.util.Properties;
import org.jinspired.probes.spi.ProbesProvider;
import sim.metrics.config.Options;
import sim.metrics.openapi.SimProvider;
import sim.metrics.probe.Metering;

class SimConformanceTest implements ProbesConformance {
    private final ProbesProvider provider = new SimProvider(new Metering(Options.load("", new Properties())));

    @Override
    public ProbesProvider provider() {
        return provider;
    }

    @Override
    public boolean meters() {
        return true;
    }
}
