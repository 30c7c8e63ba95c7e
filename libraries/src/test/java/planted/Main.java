package planted;

import java.util.concurrent.CountDownLatch;

/**
 * A program with one planted cause. Its arguments: the cause, the version, how many orders come to warm it up and how many then, an address it may need,
 * and how orders come in: nothing for HTTP, whose port it prints; a broker and a topic for a queue. It says when it is warm, and ends when all orders are
 * placed.
 */
public final class Main {
    private static final int WORKERS = 4;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Orders orders = orders(arguments[0], arguments[1].equals("2.0"), arguments[4]);
        CountDownLatch cold = new CountDownLatch(Integer.parseInt(arguments[2]));
        CountDownLatch open = new CountDownLatch(Integer.parseInt(arguments[2]) + Integer.parseInt(arguments[3]));
        Runnable placed = () -> {
            open.countDown();
            cold.countDown();
        };
        try (AutoCloseable way = arguments.length == 5
                ? new OrdersByHttp(orders, placed, WORKERS)
                : new OrdersByQueue(orders, placed, arguments[5], arguments[6], WORKERS)) {
            cold.await();
            System.out.println("warm");
            open.await();
        }
    }

    private static Orders orders(String cause, boolean isSecondVersion, String address) throws Exception {
        switch (cause) {
            case "statement" :
                return new StockCheck();
            case "lock" :
                return new PricedOrders(isSecondVersion);
            case "allocation" :
                return new PrintedOrders(isSecondVersion);
            case "downstream" :
                return new PaidOrders(address);
            case "each" :
                return new PackedOrders();
            default :
                throw new IllegalArgumentException(cause);
        }
    }
}
