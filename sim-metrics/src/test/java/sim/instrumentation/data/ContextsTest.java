package sim.instrumentation.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ContextsTest {
    @Test
    void noExecutorIsToldAtOnceNotAtItsFirstTask() {
        assertThatNullPointerException().isThrownBy(() -> Contexts.wrap((Executor) null));
        assertThatNullPointerException().isThrownBy(() -> Contexts.wrap((ExecutorService) null));
        assertThatNullPointerException().isThrownBy(() -> Contexts.wrap((ScheduledExecutorService) null));
    }

    @Test
    void noTaskIsHandedBackAsItWasGiven() {
        noTask();
        ContextManager.createNewContext("work", "");
        try {
            noTask();
        } finally {
            ContextManager.destroyCurrentContext();
        }
    }

    private static void noTask() {
        assertThat(Contexts.wrap((Runnable) null)).isNull();
        assertThat(Contexts.wrap((Callable<?>) null)).isNull();
        assertThat(Contexts.wrap((Supplier<?>) null)).isNull();
    }
}
