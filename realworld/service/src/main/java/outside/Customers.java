package outside;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is outside of the service, in a JVM of its own: {@code PORT REQUESTS_A_SECOND SECONDS}. Customers who order at an even rate
 * whether the service keeps up or not, one report a second, and the warehouse that the service asks. Prints how many requests were answered, and how.
 */
public final class Customers {
    /** What the warehouse takes. */
    private static final long RESERVE_MILLIS = 50;
    private static final int ARTICLES = 20;
    private static final String COUPONS = "10,20,free,30,summer,40";

    private final HttpClient client = HttpClient.newHttpClient();
    private final LongAdder right = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final String service;
    private final int warehouse;

    private Customers(String service, int warehouse) {
        this.service = service;
        this.warehouse = warehouse;
    }

    public static void main(String[] arguments) throws Exception {
        HttpServer warehouse = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        warehouse.createContext("/reserve", exchange -> {
            try {
                Thread.sleep(RESERVE_MILLIS);
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
            exchange.sendResponseHeaders(200, 1);
            exchange.getResponseBody().write('2');
            exchange.close();
        });
        warehouse.setExecutor(Executors.newCachedThreadPool());
        warehouse.start();
        Customers customers = new Customers("http://127.0.0.1:" + arguments[0], warehouse.getAddress().getPort());
        customers.order(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        System.out.println("answered: " + customers.right + ", failed: " + customers.wrong);
        System.exit(0);
    }

    private void order(int rate, int seconds) throws InterruptedException {
        long begin = System.nanoTime();
        for (int i = 0; i < rate * seconds; i++) {
            TimeUnit.NANOSECONDS.sleep(begin + i * 1_000_000_000L / rate - System.nanoTime());
            ask("/order?customer=" + i * 7 % 1_000 + "&article=" + i % ARTICLES + "&warehouse=" + warehouse
                    + "&coupons=" + COUPONS);
            if (i % rate == 0) {
                ask("/report?all=true");
            }
        }
        TimeUnit.SECONDS.sleep(1); // for the last answers
    }

    private void ask(String what) {
        client.sendAsync(HttpRequest.newBuilder(URI.create(service + what)).build(),
                HttpResponse.BodyHandlers.ofString()).whenComplete((answer, failure) -> {
                    (failure == null && answer.statusCode() == 200 ? right : wrong).increment();
                });
    }
}
