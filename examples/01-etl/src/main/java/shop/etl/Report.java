package shop.etl;

import java.util.ArrayList;
import java.util.List;
import sim.instrumentation.annotation.Instrument;

/** Wasteful on purpose: builds pages nobody keeps and asks for a collection, so gc.count and gc.time are not zero. */
final class Report {
    private Report() {}

    @Instrument
    static int render(Ledger ledger, List<Order> orders) {
        int length = 0;
        for (int copy = 0; copy < 5; copy++) {
            List<String> pages = new ArrayList<>();
            for (Order order : orders) {
                pages.add("order " + order.id() + " of " + order.customer() + ": " + order.cents());
            }
            length += String.join("\n", pages).length();
        }
        System.gc();
        return length + ledger.postings();
    }
}
