package shop;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Component;

/** Called on another thread. */
@Component
public class Audit {
    private final Set<Long> noted = ConcurrentHashMap.newKeySet();

    @Async
    public void note(Long order) {
        noted.add(order);
    }

    public int awaitTotal(int wanted) throws InterruptedException {
        for (int i = 0; i < 600 && noted.size() < wanted; i++) {
            Thread.sleep(100);
        }
        return noted.size();
    }
}
