package woven;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import sim.metrics.probe.Metering;
import sim.model.payload.PayloadRow;

/** The JDK's own HTTP server with handlers of a class and lambdas, of which some captured variables, asked for pages; prints what SIM recorded of each. */
public final class Requests {
    private static final int EACH = 50;

    private Requests() {}

    public static void main(String[] args) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/order/", new Orders());
        server.createContext("/stock", exchange -> answer(exchange, 200));
        int created = args.length + 201; // captured by the next one
        String stored = "stored".repeat(args.length + 1);
        server.createContext("/cart", exchange -> {
            exchange.getResponseHeaders().set("X-Cart", stored);
            answer(exchange, created);
        });
        new Returns(202).servedBy(server);
        ExecutorService workers = Executors.newFixedThreadPool(4);
        server.setExecutor(workers);
        server.start();
        int port = server.getAddress().getPort();
        int answered = 0;
        for (int i = 0; i < EACH; i++) {
            answered += get(port, "/order/" + (4711 + i)) == 200 ? 1 : 0;
            answered += get(port, "/order/" + i + "/lines?page=" + i) == 200 ? 1 : 0;
            answered += get(port, "/stock") == 200 ? 1 : 0;
            answered += get(port, "/cart") == 201 ? 1 : 0;
            answered += get(port, "/return") == 202 ? 1 : 0;
            try {
                get(port, "/order/broken");
            } catch (IOException expected) {
                // the handler threw; the server closes the connection
            }
        }
        server.stop(1);
        workers.shutdown();
        workers.awaitTermination(10, TimeUnit.SECONDS); // the last request's handler may still be on its way out
        System.out.println("answered " + answered);
        Map<String, long[]> counts = new TreeMap<>();
        for (PayloadRow row : Metering.runtime().drainFeatures(0, 0).of(PayloadRow.class)) {
            long[] sums = counts.computeIfAbsent(row.text(), added -> new long[2]);
            sums[0] += row.sum().count();
            sums[1] += row.sum().errors();
        }
        counts.forEach((text, sums) -> System.out.println("sim " + text + " " + sums[0] + " " + sums[1]));
        Metering.runtime().namesAfter(0).stream().filter(name -> name.owner().startsWith("split:"))
                .map(name -> name.member()).sorted().forEach(text -> System.out.println("split " + text));
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    private static int get(int port, String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + path).toURL()
                .openConnection();
        return connection.getResponseCode();
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    /** Its handler is a lambda that captured the object and a variable. */
    private static final class Returns {
        private final int status;

        Returns(int status) {
            this.status = status;
        }

        void servedBy(HttpServer server) {
            String path = "/return";
            server.createContext(path, exchange -> {
                exchange.getResponseHeaders().set("X-Path", path);
                answer(exchange, status);
            });
        }
    }

    /** Answers, or fails. */
    static final class Orders implements HttpHandler {
        @Override
        public void handle(HttpExchange exchange) throws IOException {
            if (exchange.getRequestURI().getPath().endsWith("broken")) {
                throw new IllegalStateException("no such order");
            }
            answer(exchange, 200);
        }
    }
}
