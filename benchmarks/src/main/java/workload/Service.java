package workload;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A service with pools, and its clients in the same JVM: {@code SECONDS}. A request computes in long and short calls, waits for a remote
 * system, borrows a connection from a pool that is too small, asks another pool for half of its answer, and books what it did under a lock.
 */
public final class Service {
    private static final int WORKERS = 8;
    private static final int CLIENTS = 4;
    private static final int CONNECTIONS = 2;

    private final BlockingQueue<Object> connections = new ArrayBlockingQueue<>(CONNECTIONS);
    private final ExecutorService helpers = Executors.newFixedThreadPool(2, Service::daemon);
    private final AtomicLong answered = new AtomicLong();
    private long booked;

    private Service() {
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(new Object());
        }
    }

    public static void main(String[] arguments) throws Exception {
        Service service = new Service();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(WORKERS, Service::daemon));
        server.createContext("/", service::answer);
        server.start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[0]));
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        for (int i = 0; i < CLIENTS; i++) {
            clients.execute(() -> ask(address, end));
        }
        clients.shutdown();
        clients.awaitTermination(1, TimeUnit.HOURS);
        server.stop(0);
        Figures.print("requests", service.answered.get());
        Figures.print("booked", service.booked);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    private static void ask(URI address, long end) {
        HttpClient client = HttpClient.newHttpClient();
        while (System.nanoTime() < end) {
            try {
                client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding());
            } catch (IOException | InterruptedException failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] answer = Long.toString(page(answered.incrementAndGet())).getBytes();
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (Exception failure) {
            throw new IOException(failure);
        }
    }

    private long page(long number) throws Exception {
        Future<Long> half = helpers.submit(() -> compute(number, 20_000));
        long sum = price(number) + remote(number) + row(number) + half.get();
        book(sum);
        return sum;
    }

    /** Many short calls. */
    private long price(long number) {
        long sum = 0;
        for (int i = 0; i < 50; i++) {
            sum += tax(number + i);
        }
        return sum;
    }

    private long tax(long amount) {
        return compute(amount, 30);
    }

    private long remote(long number) {
        LockSupport.parkNanos(200_000);
        return number;
    }

    private long row(long number) throws InterruptedException {
        Object connection = borrow();
        try {
            return query(number);
        } finally {
            connections.add(connection);
        }
    }

    private Object borrow() throws InterruptedException {
        return connections.take();
    }

    private long query(long number) {
        long sum = compute(number, 5_000);
        remote(number);
        return sum;
    }

    private synchronized void book(long sum) {
        booked += compute(sum, 2_000) & 1;
    }

    private static long compute(long seed, int rounds) {
        long value = seed;
        for (int i = 0; i < rounds; i++) {
            value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            value ^= value >>> 29;
        }
        return value;
    }
}
