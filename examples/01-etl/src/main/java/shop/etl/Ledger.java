package shop.etl;

import java.util.List;
import sim.instrumentation.annotation.Instrument;

/** One monitor for all: clerks block each other here, since every posting holds it for a millisecond. */
@Instrument
final class Ledger {
    private long cents;
    private int postings;

    void post(List<Order> orders, int clerk) {
        synchronized (this) {
            postings++;
            pause();
            if (orders.isEmpty()) {
                throw new IllegalStateException("clerk " + clerk + " has nothing to post");
            }
        }
    }

    synchronized void close(List<Order> orders) {
        cents = 0;
        for (Order order : orders) {
            cents += (long) order.cents() * order.quantity();
        }
    }

    synchronized long total() {
        return cents;
    }

    synchronized int postings() {
        return postings;
    }

    /** Sleeping shows as waiting here, and as blocking in whoever wants the monitor meanwhile. */
    private void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
