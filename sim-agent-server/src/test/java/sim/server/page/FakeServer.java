package sim.server.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Executors;

/**
 * Serves the page as the agent server does, under the same Content-Security-Policy, with answers made by hand: the page
 * can be tried, and looked at, without a store. {@code main} serves it on a port for a look in a browser.
 */
final class FakeServer implements AutoCloseable {
    private static final Map<String, String> TYPES = Map.of("html", "text/html; charset=utf-8", "css",
            "text/css; charset=utf-8", "js", "text/javascript; charset=utf-8", "svg", "image/svg+xml");

    private final HttpServer server;
    private volatile Answers answers = new Answers();

    FakeServer(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", this::handle);
        server.setExecutor(Executors.newFixedThreadPool(4, task -> {
            Thread thread = new Thread(task, "fake-server");
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
    }

    public static void main(String[] arguments) throws IOException {
        FakeServer server = new FakeServer(Integer.parseInt(arguments[0]));
        server.answers().fill();
        System.out.println(server.address());
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    Answers answers() {
        return answers;
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI uri = exchange.getRequestURI();
            String path = uri.getPath();
            exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'self'");
            exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
            if (path.startsWith("/api/v1/")) {
                String query = uri.getQuery() == null ? "" : uri.getQuery();
                send(exchange, "application/json",
                        answers.to(path.substring(8), query).getBytes(StandardCharsets.UTF_8));
                return;
            }
            byte[] file = read(path.equals("/") ? "/index.html" : path);
            if (file == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            send(exchange, TYPES.getOrDefault(path.equals("/") ? "html" : path.substring(path.lastIndexOf('.') + 1),
                    "application/octet-stream"), file);
        }
    }

    private static byte[] read(String path) throws IOException {
        String development = System.getProperty("sim.page.directory");
        if (development != null && !path.startsWith("/webjars/")) {
            Path file = Path.of(development + path);
            return Files.isRegularFile(file) ? Files.readAllBytes(file) : null;
        }
        String resource = path.startsWith("/webjars/") ? "/META-INF/resources" + path : "/web" + path;
        try (InputStream in = FakeServer.class.getResourceAsStream(resource)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    private static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
