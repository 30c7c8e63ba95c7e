package sim.server.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/**
 * A shop over HTTP with a planted cause: of one order in a thousand the stock is read by a statement that takes long. It is metered by the
 * real runtime, by hand.
 */
final class PlantedShop implements AutoCloseable {
    /** The order whose statement is slow, and how long it is at least. */
    static final int SLOW = 700;
    static final long SLOW_MILLIS = 900;
    /** The order that nobody can pay. */
    static final int UNPAID = 333;

    private final Metering metering;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final HttpClient client = HttpClient.newHttpClient();
    private final ProbeSite controller;
    private final ProbeSite orders;
    private final ProbeSite statement;
    private final ProbeSite payment;
    private final ProbeSite search;

    PlantedShop(Metering metering) throws IOException {
        this.metering = metering;
        this.controller = metering.site("shop.Controller", "handle");
        this.orders = metering.site("shop.Orders", "find");
        this.statement = metering.site("shop.Db", "query");
        this.payment = metering.site("shop.Payment", "check");
        this.search = metering.site("shop.Search", "find");
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(threads);
        server.createContext("/orders/", exchange -> answer(exchange, "GET /orders/{id}", this::order));
        server.createContext("/search/", exchange -> answer(exchange, "GET /search", this::search));
        server.start();
    }

    /** What a request does, given the number at the end of its path. */
    private interface Work {
        void of(int number) throws Exception;
    }

    private void answer(HttpExchange exchange, String name, Work work) throws IOException {
        String path = exchange.getRequestURI().getPath();
        int status = 200;
        Exception failed = null;
        metering.createContext(name, "http").put("path", path);
        controller.begin();
        try {
            work.of(Integer.parseInt(path.substring(path.lastIndexOf('/') + 1)));
        } catch (Exception failure) {
            failed = failure;
            status = 500;
        }
        controller.end(failed);
        metering.endContext(failed);
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private void order(int number) throws Exception {
        orders.begin();
        Exception failed = null;
        try {
            query(number == SLOW ? SLOW_MILLIS : 0);
            query(0);
            if (number == UNPAID) {
                payment.begin();
                failed = new IllegalStateException("card expired");
                payment.end(failed);
                throw failed;
            }
        } finally {
            orders.end(failed);
        }
    }

    private void query(long millis) throws InterruptedException {
        statement.begin();
        if (millis > 0) {
            Thread.sleep(millis);
        }
        statement.end();
    }

    private void search(int number) {
        search.begin();
        search.end();
    }

    void get(String path) throws Exception {
        client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path)).build(),
                HttpResponse.BodyHandlers.discarding());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
