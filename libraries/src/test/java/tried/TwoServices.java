package tried;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A service that asks another one, and what trace SIM has in each beside the header between them. */
public final class TwoServices {
    private TwoServices() {}

    public static void main(String[] arguments) throws Exception {
        ExecutorService workers = Executors.newCachedThreadPool();
        HttpServer front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HttpServer back = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        front.createContext("/front", new Front("http://127.0.0.1:" + back.getAddress().getPort() + "/back"));
        back.createContext("/back", new Back());
        for (HttpServer each : new HttpServer[]{front, back}) {
            each.setExecutor(workers);
            each.start();
        }
        URI url = URI.create("http://127.0.0.1:" + front.getAddress().getPort() + "/front");
        for (String path : arguments) {
            HttpRequest.Builder asked = HttpRequest.newBuilder(url);
            if (path.equals("own")) {
                asked.header("traceparent", JdkClients.OWN);
            }
            System.out.println("does " + HttpClient.newHttpClient()
                    .send(asked.build(), HttpResponse.BodyHandlers.ofString()).statusCode());
        }
        front.stop(1);
        back.stop(1);
        workers.shutdown();
        Told.print();
    }

    /** Asks the other. */
    private static final class Front implements HttpHandler {
        private final URI other;

        Front(String other) {
            this.other = URI.create(other);
        }

        @Override
        public void handle(HttpExchange exchange) throws IOException {
            System.out.println("front " + Told.current());
            try {
                int status = HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(other).build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode();
                exchange.sendResponseHeaders(status, -1);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        }
    }

    /** Says what it was told. */
    private static final class Back implements HttpHandler {
        @Override
        public void handle(HttpExchange exchange) throws IOException {
            System.out.println("sent " + exchange.getRequestHeaders().get("traceparent"));
            System.out.println("back " + Told.current());
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        }
    }
}
