package shop;

import java.sql.SQLException;

/** An entry point on a thread of its own: twice a second, beside all requests. */
final class StockCount implements Runnable {
    private final OrderRepository orders;

    StockCount(OrderRepository orders) {
        this.orders = orders;
    }

    @Override
    public void run() {
        try {
            orders.count();
        } catch (SQLException failure) {
            System.out.println("failed: " + failure);
        }
    }
}
