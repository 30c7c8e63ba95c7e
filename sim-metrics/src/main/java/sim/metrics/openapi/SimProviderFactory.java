package sim.metrics.openapi;

import org.jinspired.probes.spi.ProbesProvider;
import org.jinspired.probes.spi.ProbesProviderFactory;
import sim.metrics.probe.Metering;

/** Makes the Open API's provider on this JVM's metering runtime: what is used unless another one is named. */
public final class SimProviderFactory implements ProbesProviderFactory {
    public SimProviderFactory() {}

    @Override
    public ProbesProvider create() {
        return new SimProvider(Metering.runtime());
    }
}
