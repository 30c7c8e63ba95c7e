package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hooks that do not return are counted, each once, by a clock that is played. */
class HookWatchTest {
    private final AtomicLong clock = new AtomicLong();
    private final HookWatch watch = new HookWatch(clock::get);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        gate.countDown();
        for (Thread each : threads) {
            each.join();
        }
    }

    @Test
    void aHookThatDoesNotReturnIsCountedOnce() throws InterruptedException {
        inHook();
        lookAfter(0);
        lookAfter(HookWatch.LONG_NANOS - 1);
        assertThat(watch.stuck()).as("not long enough").isZero();
        lookAfter(1);
        assertThat(watch.stuck()).isEqualTo(1);
        lookAfter(HookWatch.LONG_NANOS * 5);
        assertThat(watch.stuck()).as("the same").isEqualTo(1);
        inHook();
        lookAfter(0);
        lookAfter(HookWatch.LONG_NANOS);
        assertThat(watch.stuck()).as("another one's").isEqualTo(2);
    }

    @Test
    void hooksThatFollowEachOtherAreNotOneAndNoneIsNone() {
        Hooks hooks = new Hooks();
        watch.add(hooks);
        for (int i = 0; i < 5; i++) {
            hooks.enter();
            lookAfter(HookWatch.LONG_NANOS - 1);
            hooks.depth--;
            hooks.enter();
            lookAfter(HookWatch.LONG_NANOS - 1);
            hooks.depth--;
            lookAfter(HookWatch.LONG_NANOS * 2);
        }
        assertThat(watch.stuck()).isZero();
        hooks.enter();
        lookAfter(0);
        lookAfter(HookWatch.LONG_NANOS);
        assertThat(watch.stuck()).isEqualTo(1);
        hooks.depth--;
        lookAfter(1);
        hooks.enter();
        lookAfter(0);
        lookAfter(HookWatch.LONG_NANOS);
        assertThat(watch.stuck()).as("a later one of the same thread").isEqualTo(2);
    }

    @Test
    void threadsThatAreGoneAreForgottenAndThereIsABound() throws InterruptedException {
        inHook();
        gate.countDown();
        threads.get(0).join();
        lookAfter(HookWatch.LONG_NANOS);
        assertThat(watch.size()).as("its thread has ended").isZero();
        List<Hooks> many = new ArrayList<>();
        for (int i = 0; i < HookWatch.MOST + 10; i++) {
            many.add(new Hooks());
            watch.add(many.get(i));
        }
        assertThat(watch.size()).isEqualTo(HookWatch.MOST);
        assertThat(watch.unwatched()).isEqualTo(10);
        many.clear();
        await().untilAsserted(() -> {
            System.gc();
            watch.look();
            assertThat(watch.size()).as("nobody has them").isZero();
        });
    }

    /** A thread waits inside a hook. */
    private void inHook() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            Hooks hooks = new Hooks();
            watch.add(hooks);
            hooks.enter();
            inside.countDown();
            try {
                gate.await();
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
            hooks.depth--;
        });
        threads.add(thread);
        thread.start();
        inside.await();
    }

    private void lookAfter(long nanos) {
        clock.addAndGet(nanos);
        watch.look();
    }

    private static final class Hooks extends WatchedHooks {
        void enter() {
            begun++;
            depth++;
        }

        @Override
        protected Class<?> innermost() {
            return Hooks.class;
        }
    }
}
