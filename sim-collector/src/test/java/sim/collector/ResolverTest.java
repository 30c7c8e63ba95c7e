package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The agent server's address, by a name. */
class ResolverTest {
    @Test
    void whoeverInterruptsItsThreadIsAnsweredJustTheSame() throws Exception {
        try (Resolver resolver = new Resolver("localhost")) {
            Thread answering = resolver.asked(Thread::currentThread).get();
            answering.interrupt();
            assertThat(resolver.resolve(() -> false)).isNotNull();
            assertThat(resolver.asked(Thread::currentThread).get()).isSameAs(answering);
        }
    }

    /** A woven call would say that it started them. */
    @Test
    void noThreadIsStartedToAskANameServer() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        try (Resolver resolver = new Resolver("localhost")) {
            List<Thread> answering = new CopyOnWriteArrayList<>();
            for (int i = 0; i < 3; i++) {
                resolver.resolve(() -> false);
                resolver.asked(() -> {
                    answering.add(Thread.currentThread());
                    return null;
                }).get();
            }
            assertThat(Set.copyOf(answering)).hasSize(1).doesNotContainAnyElementsOf(before);
            resolver.close();
            await().until(() -> !answering.get(0).isAlive());
        }
    }
}
