package shop;

import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A small service as many run it: HTTP, a pool of connections, a database, a cache with a lock, a service behind it, exceptions.
 * What a person would look for in it is planted, a class for each cause. {@code [PORT]}; it prints the port, runs until it is ended, and
 * then prints how many requests its handlers were given.
 */
public final class Service {
    private static final int THREADS = 16;
    private static final int CONNECTIONS = 4;
    private static final int SECONDS_TO_END = 20;
    /** Requests that a handler was given. */
    static final LongAdder HANDLED = new LongAdder();

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        HikariConfig settings = new HikariConfig();
        settings.setJdbcUrl("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
        settings.setMaximumPoolSize(CONNECTIONS);
        OrderRepository orders = new OrderRepository(new HikariDataSource(settings));
        orders.create();
        OrderService service = new OrderService(orders, new PriceCache(), new CouponService(), new WarehouseClient());
        Executors.newSingleThreadScheduledExecutor().scheduleWithFixedDelay(new StockCount(orders), 1_000, 500,
                TimeUnit.MILLISECONDS);
        HttpServer server = HttpServer.create(
                new InetSocketAddress("127.0.0.1", arguments.length == 0 ? 0 : Integer.parseInt(arguments[0])), 0);
        server.createContext("/order", new OrderHandler(service));
        server.createContext("/report", new ReportHandler(orders));
        ExecutorService requests = Executors.newFixedThreadPool(THREADS);
        server.setExecutor(requests);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, requests), "end"));
        server.start();
        System.out.println("service on " + server.getAddress().getPort());
    }

    /** Says how many there were once there are no more. */
    private static void end(HttpServer server, ExecutorService requests) {
        server.stop(1);
        requests.shutdown();
        try {
            if (requests.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS)) {
                System.out.println("handled: " + HANDLED);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
