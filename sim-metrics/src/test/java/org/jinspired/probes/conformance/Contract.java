package org.jinspired.probes.conformance;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jinspired.probes.Probes;
import org.jinspired.probes.spi.ProbesProvider;

/**
 * What the contracts ask of the provider they are run against: implement {@link ProbesConformance} in a class of its own,
 * whose instances JUnit makes anew for each test.
 */
public interface Contract {
    /** The provider, initialised; the same at every call of one test. */
    ProbesProvider provider();

    /** Whether its probes are metered: then they have readings, and savepoints see them. */
    boolean meters();

    default Probes.Name name(String dotted) {
        return provider().parse(dotted);
    }

    default Probes.Context context() {
        return provider().context();
    }

    static <T> List<T> list(Iterator<? extends T> all) {
        List<T> list = new ArrayList<>();
        all.forEachRemaining(list::add);
        return list;
    }

    /** Runs it on a thread of its own and passes on what it throws. */
    static void elsewhere(Runnable runnable) {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(runnable, "elsewhere");
        thread.setUncaughtExceptionHandler((ignored, failure) -> thrown[0] = failure);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException stop) {
            throw new IllegalStateException(stop);
        }
        if (thrown[0] != null) {
            throw new AssertionError("thrown on the other thread", thrown[0]);
        }
    }
}
