package org.jinspired.probes.conformance;

import java.util.Properties;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptor;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import org.jinspired.probes.spi.ProbesProvider;
import org.jinspired.probes.strategy.ProbesStrategy;
import org.jinspired.probes.strategy.ProbesStrategyFactory;
import sim.base.config.Options;
import sim.metrics.openapi.SimProvider;
import sim.metrics.probe.Metering;

/** SIM's own with extensions of every kind, which take another path. */
class InterceptedConformanceTest implements ProbesConformance {
    private final ProbesProvider provider = new SimProvider(new Metering(Options.load(
            "probes.interceptors=quiet,probes.strategies=none,probes.counters=some.counter", extensions())));

    @Override
    public ProbesProvider provider() {
        return provider;
    }

    @Override
    public boolean meters() {
        return true;
    }

    private static Properties extensions() {
        Properties properties = new Properties();
        properties.setProperty("sim.probes.interceptor.quiet.factory.class", Quiet.class.getName());
        properties.setProperty("sim.probes.strategy.none.factory.class", Abstaining.class.getName());
        return properties;
    }

    public static final class Quiet implements ProbesInterceptorFactory {
        @Override
        public void init(Probes.Environment environment) {
            // nothing to prepare
        }

        @Override
        public ProbesInterceptor create(Probes.Context context) {
            return new ProbesInterceptor() {
                @Override
                public void begin(Probes.Probe probe) {
                    probe.readings();
                }

                @Override
                public void end(Probes.Probe probe) {
                    probe.readings();
                }
            };
        }
    }

    public static final class Abstaining implements ProbesStrategyFactory {
        @Override
        public void init(Probes.Environment environment) {
            // nothing to prepare
        }

        @Override
        public ProbesStrategy create(Probes.Context context) {
            return probe -> 0;
        }
    }
}
