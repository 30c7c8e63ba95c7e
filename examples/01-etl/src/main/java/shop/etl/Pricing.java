package shop.etl;

import sim.instrumentation.annotation.Instrument;

/** Burns CPU in user mode, and recurses. */
@Instrument
final class Pricing {
    private Pricing() {}

    static Order discounted(Order order) {
        int percent = Math.min(20, 2 * depth(order.category()) + loyalty(order.customer()));
        return new Order(order.id(), order.customer(), order.category(), order.quantity(),
                order.cents() * (100 - percent) / 100);
    }

    /** Recursive: one call for each level of the category. */
    private static int depth(String category) {
        int slash = category.indexOf('/');
        return slash < 0 ? 1 : 1 + depth(category.substring(slash + 1));
    }

    private static int loyalty(String customer) {
        int hash = customer.hashCode();
        for (int i = 0; i < 5_000; i++) {
            hash = 31 * hash + (hash >>> 7);
        }
        return Math.floorMod(hash, 10);
    }
}
