package org.jinspired.probes;

import java.lang.reflect.InvocationTargetException;
import java.util.Iterator;
import java.util.ServiceLoader;
import org.jinspired.probes.spi.ProbesProvider;
import org.jinspired.probes.spi.ProbesProviderFactory;

/** Chooses the provider: once, when {@link Probes} is initialised. */
final class Providers {
    private static final String PROPERTY = "org.jinspired.probes.spi.factory";
    private static final String OURS = "sim.metrics.openapi.SimProviderFactory";

    private Providers() {}

    static ProbesProvider load() {
        ProbesProviderFactory factory = factory();
        ProbesProvider provider = factory.create();
        if (provider == null) {
            throw new IllegalStateException("the provider of " + factory.getClass().getName() + " cannot be used: its "
                    + "create() returned null; make it return one, or name another factory with -D" + PROPERTY + "=");
        }
        provider.init();
        return provider;
    }

    private static ProbesProviderFactory factory() {
        String named = System.getProperty(PROPERTY);
        if (named != null) {
            return make(named);
        }
        Iterator<ProbesProviderFactory> found = ServiceLoader
                .load(ProbesProviderFactory.class, Probes.class.getClassLoader()).iterator();
        return found.hasNext() ? found.next() : make(OURS);
    }

    private static ProbesProviderFactory make(String type) {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        ClassLoader own = Probes.class.getClassLoader();
        try {
            return instance(Class.forName(type, true, own));
        } catch (ClassNotFoundException elsewhere) {
            try {
                return instance(Class.forName(type, true, application));
            } catch (ReflectiveOperationException | ClassCastException | LinkageError wrong) {
                throw unusable(type, wrong);
            }
        } catch (ReflectiveOperationException | ClassCastException | LinkageError wrong) {
            throw unusable(type, wrong);
        }
    }

    private static ProbesProviderFactory instance(Class<?> type) throws ReflectiveOperationException {
        return (ProbesProviderFactory) type.getConstructor().newInstance();
    }

    private static IllegalStateException unusable(String type, Throwable wrong) {
        Throwable why = wrong instanceof InvocationTargetException ? wrong.getCause() : wrong;
        return new IllegalStateException(PROPERTY + "=" + type + " cannot be used (" + why
                + "): name a public class with "
                + "a public constructor without parameters that implements " + ProbesProviderFactory.class.getName(),
                why);
    }
}
