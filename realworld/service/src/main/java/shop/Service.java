package shop;

import com.sun.net.httpserver.HttpServer;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A small service as many run it: HTTP, a pool of connections, a database, a cache with a lock, a service behind it, exceptions.
 * What a person would look for in it is planted, a class for each cause. {@code [PORT]}; it prints the port and runs until it is ended.
 */
public final class Service {
    private static final int THREADS = 16;
    private static final int CONNECTIONS = 4;

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
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.start();
        System.out.println("service on " + server.getAddress().getPort());
    }
}
