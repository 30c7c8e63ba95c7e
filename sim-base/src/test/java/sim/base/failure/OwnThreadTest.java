package sim.base.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OwnThreadTest {
    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private final List<Throwable> reached = Collections.synchronizedList(new ArrayList<>());
    private final long failed = OwnThread.failed();

    @BeforeEach
    void theApplicationHandlesWhatNobodyCatches() {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> reached.add(failure));
    }

    @AfterEach
    void asItWas() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }

    @Test
    void whatAThreadThrowsIsCountedAndStaysWithSim() throws InterruptedException {
        Thread thread = OwnThread.of(() -> {
            throw new OutOfMemoryError("tried");
        }, "sim-tried");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getContextClassLoader()).isNull();
        thread.start();
        thread.join();
        assertThat(OwnThread.failed()).isEqualTo(failed + 1);
        assertThat(reached).isEmpty();
    }

    @Test
    void aLoopGoesOnAfterARoundThatThrows() {
        List<String> rounds = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            OwnThread.round(() -> {
                rounds.add("begun");
                throw new StackOverflowError("tried");
            });
        }
        assertThat(rounds).hasSize(3);
        assertThat(OwnThread.failed()).isEqualTo(failed + 3);
        assertThat(reached).isEmpty();
    }
}
