package shop.cache;

import sim.instrumentation.annotation.Instrument;

/** Uses the cache, and knows nothing of its probe. */
@Instrument
public final class Shop {
    private static final int EACH = 100;

    private final Cache cache = new Cache();

    private Shop() {}

    public static void main(String[] arguments) {
        int found = new Shop().run();
        System.out.println(found + " of " + 4 * EACH + " found");
    }

    private int run() {
        int found = 0;
        try (Cache.Connection first = cache.connect("1"); Cache.Connection second = cache.connect("2")) {
            for (int i = 0; i < EACH; i++) {
                int number = i;
                first.load("items", () -> fill(first, "items", number));
                second.load("customers", () -> fill(second, "customers", number));
                found += find(first, "items", number) + find(second, "customers", number);
                found += find(first, "items", -1 - number) + find(second, "customers", -1 - number);
            }
        }
        return found;
    }

    private void fill(Cache.Connection connection, String region, int number) {
        connection.write(region, "key" + number, "value" + number);
    }

    private int find(Cache.Connection connection, String region, int number) {
        return connection.read(region, "key" + number) == null ? 0 : 1;
    }
}
