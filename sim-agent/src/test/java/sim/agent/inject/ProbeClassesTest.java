package sim.agent.inject;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sim.payload.library.files.FileProbe;

class ProbeClassesTest {
    private static final String PROBE = FileProbe.class.getName();

    /** The first thread that asks it for the probe waits in it. */
    private static final class Waiting extends ClassLoader {
        final CountDownLatch asked = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);

        static {
            registerAsParallelCapable();
        }

        Waiting() {
            super(ProbeClassesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(PROBE) && asked.getCount() > 0) {
                asked.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException nobodyDoes) {
                    throw new ClassNotFoundException(name, nobodyDoes);
                }
            }
            return super.loadClass(name, resolve);
        }
    }

    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @Test
    void aLoaderThatWaitsKeepsNoOtherThreadWaiting() throws Exception {
        Waiting loader = new Waiting();
        try {
            Future<LoadedProbe> waiting = threads.submit(() -> ProbeClasses.load(PROBE, loader));
            loader.asked.await();
            LoadedProbe loaded = threads.submit(() -> ProbeClasses.load(PROBE, loader)).get(30, TimeUnit.SECONDS);
            loader.goOn.countDown();
            assertThat(waiting.get()).as("each once a loader").isSameAs(loaded);
        } finally {
            loader.goOn.countDown();
        }
    }
}
