package planted;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service of its own, which asks a bank about one payment of 50 and waits for the answer. Prints its port, and ends with standard input. */
public final class PaymentDesk implements HttpHandler {
    private static final int ASKED = 50;
    private static final long BANK_MILLIS = 2_000;

    public static void main(String[] arguments) throws Exception {
        ExecutorService workers = Executors.newFixedThreadPool(4);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(workers);
        server.createContext("/payments/", new PaymentDesk());
        server.start();
        System.out.println("port " + server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // until it is closed
        }
        server.stop(1);
        workers.shutdown();
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        try {
            if (Integer.parseInt(path.substring(path.lastIndexOf('/') + 1)) % ASKED == 0) {
                askTheBank();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private static void askTheBank() throws InterruptedException {
        Thread.sleep(BANK_MILLIS); // its answer is as slow
    }
}
