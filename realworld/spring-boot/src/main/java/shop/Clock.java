package shop;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.scheduling.annotation.Scheduled;

/** What a schedule calls. */
public class Clock {
    private final AtomicInteger ticks;

    public Clock(AtomicInteger ticks) {
        this.ticks = ticks;
    }

    @Scheduled(fixedDelay = 50)
    public void tick() {
        ticks.incrementAndGet();
    }

    void awaitTick() throws InterruptedException {
        for (int i = 0; i < 600 && ticks.get() == 0; i++) {
            Thread.sleep(100);
        }
    }
}
