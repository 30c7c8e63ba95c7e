package planted;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Takes orders over HTTP: {@code GET /orders/17}. */
final class OrdersByHttp implements HttpHandler, AutoCloseable {
    private final Orders orders;
    private final Runnable placed;
    private final ExecutorService workers;
    private final HttpServer server;

    OrdersByHttp(Orders orders, Runnable placed, int workers) throws IOException {
        this.orders = orders;
        this.placed = placed;
        this.workers = Executors.newFixedThreadPool(workers);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(this.workers);
        server.createContext("/orders/", this);
        server.start();
        System.out.println("port " + server.getAddress().getPort());
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        try {
            orders.place(Integer.parseInt(path.substring(path.lastIndexOf('/') + 1)));
        } catch (Exception failure) {
            throw new IOException(failure);
        } finally {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
            placed.run();
        }
    }

    @Override
    public void close() {
        server.stop(1);
        workers.shutdown();
    }
}
