package org.jinspired.probes.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Proxy;
import java.util.Properties;
import org.jinspired.probes.Probes;
import org.jinspired.probes.spi.ProbesProvider;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.instrumentation.data.Probe;
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

    /** The JVM numbers the classes it makes up anew in each run, so that their names would never be met again. */
    @Test
    void theLambdasOfAClassShareOneNameByWhicheverWay() {
        Runnable one = () -> {};
        Runnable another = () -> {};
        Probes.Name name = provider.name(one.getClass());
        assertThat(name).isSameAs(provider.name(another.getClass()))
                .hasToString(SimConformanceTest.class.getName() + "$$Lambda");
        assertThat(provider.context().run(one).getName()).isSameAs(name.name("run"));
    }

    /** As woven code names it, so that whoever asks for its label asks for the same name. */
    @Test
    void aProxyIsNamedWithoutItsNumbers() {
        Runnable proxy = (Runnable) Proxy.newProxyInstance(SimConformanceTest.class.getClassLoader(),
                new Class<?>[]{Runnable.class}, (self, method, arguments) -> null);
        assertThat(provider.name(proxy.getClass()).getValue()).isEqualTo("$Proxy");
        assertThat(provider.name(proxy.getClass()).toString()).doesNotContainPattern("[0-9]");
        assertThat(Probe.createMethodProbe(proxy.getClass(), "run").getName())
                .isEqualTo(provider.name(proxy.getClass()).name("run").toString());
    }

    @Test
    void aHiddenClassIsNamedWithoutItsNumber() throws Exception {
        byte[] bytes;
        try (var file = SimConformanceTest.class.getResourceAsStream("SimConformanceTest$Hidden.class")) {
            bytes = file.readAllBytes();
        }
        Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, false).lookupClass();
        assertThat(provider.name(hidden)).hasToString(Hidden.class.getName());
    }

    private static final class Hidden {}
}
