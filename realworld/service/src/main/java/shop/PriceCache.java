package shop;

import java.util.HashMap;
import java.util.Map;

/** The lock: one price at a time, also while another one is loaded. */
final class PriceCache {
    private static final long VALID_NANOS = 1_000_000_000;
    /** What a slow disk takes. */
    private static final long LOAD_MILLIS = 10;

    private record Price(long cents, long loaded) {}

    private final Map<Integer, Price> prices = new HashMap<>();

    long price(int article) throws InterruptedException {
        synchronized (prices) {
            Price price = prices.get(article);
            if (price == null || System.nanoTime() - price.loaded() > VALID_NANOS) {
                price = load(article);
                prices.put(article, price);
            }
            return price.cents();
        }
    }

    private static Price load(int article) throws InterruptedException {
        Thread.sleep(LOAD_MILLIS);
        return new Price(1_000 + article * 37L, System.nanoTime());
    }
}
