package planted;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The planted cause: version 2 reads each price anew, one thread at a time. */
final class PricedOrders implements Orders {
    private static final long READING_MILLIS = 4;

    private final Map<Integer, Integer> prices = new ConcurrentHashMap<>();
    private final boolean isLocked;

    PricedOrders(boolean isLocked) {
        this.isLocked = isLocked;
    }

    @Override
    public void place(int order) throws InterruptedException {
        total(order);
    }

    private int total(int order) throws InterruptedException {
        return isLocked ? refresh(order % 10) : prices.computeIfAbsent(order % 10, article -> article * 7);
    }

    private synchronized int refresh(int article) throws InterruptedException {
        Thread.sleep(READING_MILLIS); // as long as a list price takes to read
        return prices.merge(article, article * 7, (before, now) -> now);
    }
}
