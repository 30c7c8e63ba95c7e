package woven;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
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
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Snapshot;

/**
 * The JDK's own HTTP server, whose handlers hand what they do on to a pool, as lambdas that captured the exchange first, last or alone, and answer
 * well and badly; prints what SIM has of each.
 */
public final class HandedRequests {
    private static final int EACH = 20;

    private HandedRequests() {}

    public static void main(String[] args) throws Exception {
        String stored = "stored".repeat(args.length + 1);
        ExecutorService pool = Executors.newFixedThreadPool(4);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/last", exchange -> pool.execute(() -> answer(stored, 200, exchange)));
        server.createContext("/first", exchange -> pool.execute(() -> answer(exchange, stored)));
        server.createContext("/alone", exchange -> pool.execute(() -> answer(exchange)));
        server.createContext("/here", exchange -> {
            Runnable work = () -> answer(stored, 200, exchange);
            work.run();
        });
        server.createContext("/streamed", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            pool.execute(() -> write(stored, exchange));
        });
        server.createContext("/broken", exchange -> answer(stored, 500, exchange));
        server.createContext("/broken/later", exchange -> pool.execute(() -> answer(stored, 503, exchange)));
        server.createContext("/broken/first", exchange -> pool.execute(() -> answer(exchange, stored, 502)));
        server.createContext("/thrown/later", exchange -> pool.execute(() -> thrown(stored, exchange)));
        server.createContext("/missing", exchange -> answer(stored, 404, exchange));
        server.createContext("/filtered", exchange -> answer(stored, 200, exchange)).getFilters().add(new Checks());
        server.createContext("/guarded", exchange -> answer(stored, 200, exchange)).getFilters().add(new Guard());
        ExecutorService workers = Executors.newFixedThreadPool(4);
        server.setExecutor(workers);
        server.start();
        int port = server.getAddress().getPort();
        for (int i = 0; i < EACH; i++) {
            for (String path : new String[]{"last/" + i, "first/" + i, "alone/" + i, "here/" + i, "streamed/" + i,
                    "broken/" + i, "broken/later/" + i, "broken/first/" + i, "thrown/later/" + i, "missing/" + i,
                    "filtered/" + i, "guarded/" + i}) {
                ask(port, path);
            }
        }
        server.stop(1);
        for (ExecutorService each : new ExecutorService[]{workers, pool}) { // the last ones may still be on their way out
            each.shutdown();
            each.awaitTermination(10, TimeUnit.SECONDS);
        }
        print();
    }

    /** Has a method of the shape of a handler called, as {@code Filter.beforeHandler} has an operation. */
    private static final class Checks extends Filter {
        @Override
        public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
            check(exchange);
            chain.doFilter(exchange);
        }

        @Override
        public String description() {
            return "checks";
        }
    }

    /** Has such a method of its own. */
    private static final class Guard extends Filter {
        @Override
        public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
            guard(exchange);
            chain.doFilter(exchange);
        }

        private static void guard(HttpExchange exchange) {
            exchange.getResponseHeaders().set("X-Guarded", "yes");
        }

        @Override
        public String description() {
            return "guards";
        }
    }

    private static void check(HttpExchange exchange) {
        exchange.getResponseHeaders().set("X-Checked", "yes");
    }

    private static void print() {
        Map<String, Long> counts = new TreeMap<>();
        for (PayloadRow row : Metering.runtime().drainFeatures(0, 0).of(PayloadRow.class)) {
            counts.merge(row.text(), row.sum().count(), Long::sum);
        }
        counts.forEach((text, count) -> System.out.println("sim " + text + " " + count));
        Map<Long, ContextRecord> contexts = new TreeMap<>(); // the last one of each
        Map<String, Integer> outcomes = new TreeMap<>();
        Snapshot snapshot = Metering.runtime().drain();
        snapshot.contexts().forEach(each -> contexts.put(each.id(), each));
        contexts.values().forEach(each -> outcomes.merge(each.name() + " route "
                + each.values().get("http.route") + " status " + each.values().get("http.response.status_code")
                + " type " + each.values().get("error.type") + " error " + each.error(), 1, Integer::sum));
        outcomes.forEach((outcome, count) -> System.out.println("context " + count + " " + outcome));
        for (KindRecord kind : snapshot.kinds()) {
            System.out.println("kind " + kind.name() + " " + kind.contexts() + " " + kind.failed());
        }
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    private static void ask(int port, String path) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/" + path).toURL()
                .openConnection();
        if (connection.getResponseCode() < 400) {
            connection.getInputStream().readAllBytes();
        }
    }

    private static void answer(HttpExchange exchange) {
        answer("", 200, exchange);
    }

    private static void answer(HttpExchange exchange, String stored) {
        answer(exchange, stored, 200);
    }

    private static void answer(HttpExchange exchange, String stored, int status) {
        answer(stored, status, exchange);
    }

    private static void thrown(String stored, HttpExchange exchange) {
        answer(exchange);
        throw new IllegalStateException(stored);
    }

    private static void answer(String stored, int status, HttpExchange exchange) {
        exchange.getResponseHeaders().set("X-Stored", stored);
        try (exchange) {
            exchange.sendResponseHeaders(status, -1);
        } catch (IOException gone) {
            throw new IllegalStateException(gone);
        }
    }

    private static void write(String stored, HttpExchange exchange) {
        try (exchange) {
            exchange.getResponseBody().write(stored.getBytes());
        } catch (IOException gone) {
            throw new IllegalStateException(gone);
        }
    }
}
