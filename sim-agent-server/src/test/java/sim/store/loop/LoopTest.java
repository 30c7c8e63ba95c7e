package sim.store.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rounds that throw, and a listener that cannot be told. */
class LoopTest {
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();

    @Test
    void noErrorEndsItAndEachIsTold() {
        try (Loop loop = new Loop("test", () -> true, this::fail, failure -> told.incrementAndGet())) {
            await().until(() -> rounds.get() > 3);
            assertThat(loop.isAlive()).isTrue();
        }
        assertThat(told.get()).isBetween(rounds.get() - 1, rounds.get());
    }

    /** As on a heap that is full: there is no memory for the line either. */
    @Test
    void noErrorOfWhoIsToldEndsItEither() {
        try (Loop loop = Loop.every("test", Duration.ofMillis(1), this::fail, failure -> {
            throw new OutOfMemoryError("again");
        })) {
            await().until(() -> rounds.get() > 3);
            assertThat(loop.isAlive()).isTrue();
        }
    }

    @Test
    void itEndsWhenItShallNotGoOnAndWhenItIsClosed() throws Exception {
        Loop three = new Loop("test", () -> rounds.get() < 3, rounds::incrementAndGet, failure -> {});
        three.await();
        assertThat(rounds).hasValue(3);
        Loop patient = Loop.every("patient", Duration.ofDays(1), rounds::incrementAndGet, failure -> {});
        await().until(() -> Thread.getAllStackTraces().keySet().stream().anyMatch(
                thread -> thread.getName().equals("patient") && thread.getState() == Thread.State.TIMED_WAITING));
        patient.close();
        assertThat(patient.isAlive()).isFalse();
        assertThat(rounds).as("its end is no turn").hasValue(3);
    }

    @Test
    void aRoundThatTookLongIsFollowedByALongPause() {
        try (Loop sparing = Loop.sparing("sparing", Duration.ofMillis(1), 1_000_000, Duration.ofDays(1), () -> {
            rounds.incrementAndGet();
            Thread.sleep(2);
        }, failure -> {})) {
            await().during(Duration.ofMillis(300)).atMost(Duration.ofSeconds(30)).until(() -> rounds.get() == 1);
            assertThat(sparing.isAlive()).isTrue();
        }
    }

    /** A save that hung for a minute was followed by 19 without one. */
    @Test
    void thePauseAfterARoundThatHungIsBounded() {
        try (Loop sparing = Loop.sparing("sparing", Duration.ofMillis(1), 1_000_000, Duration.ofMillis(5), () -> {
            rounds.incrementAndGet();
            Thread.sleep(2);
        }, failure -> {})) {
            await().until(() -> rounds.get() > 3);
            assertThat(sparing.isAlive()).isTrue();
        }
    }

    /** A server that is ended while it writes a segment said that its directory may not be writable. */
    @Test
    void aRoundThatIsCutShortByItsEndHasNotFailed() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        Loop loop = new Loop("test", () -> true, () -> {
            working.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException cut) {
                throw new IOException("a segment cannot be written", new ClosedByInterruptException().initCause(cut));
            }
        }, failure -> told.incrementAndGet());
        working.await();
        loop.close();
        assertThat(loop.isAlive()).isFalse();
        assertThat(told).hasValue(0);
    }

    private void fail() {
        rounds.incrementAndGet();
        throw new OutOfMemoryError("of the test");
    }
}
