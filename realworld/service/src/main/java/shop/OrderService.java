package shop;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** What an order takes: who, for how much, is it there, what else, written down. */
final class OrderService {
    private final OrderRepository orders;
    private final PriceCache prices;
    private final CouponService coupons;
    private final WarehouseClient warehouse;
    private final AtomicInteger last = new AtomicInteger();

    OrderService(OrderRepository orders, PriceCache prices, CouponService coupons, WarehouseClient warehouse) {
        this.orders = orders;
        this.prices = prices;
        this.coupons = coupons;
        this.warehouse = warehouse;
    }

    String order(Query query) throws SQLException, IOException, InterruptedException {
        String customer = orders.findCustomer(query.number("customer"));
        int article = query.number("article");
        long cents = Math.max(0, prices.price(article) - coupons.discount(query.text("coupons")));
        int pieces = warehouse.reserve(query.number("warehouse"), article);
        int[] others = Recommendations.of(query.number("customer"));
        orders.save(last.incrementAndGet(), query.number("customer"), cents * pieces);
        return Receipt.print(customer, cents, others);
    }
}
