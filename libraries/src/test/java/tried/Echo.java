package tried;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that answers with the headers it was sent, but those that differ from run to run, and with the status the path ends in. */
final class Echo implements AutoCloseable {
    private static final List<String> LEFT_OUT = List.of("host", "user-agent");
    private final HttpServer server;
    private final ExecutorService workers = Executors.newCachedThreadPool();
    final String url;

    Echo() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", Echo::answer);
        server.setExecutor(workers);
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        exchange.getRequestBody().readAllBytes();
        Map<String, String> headers = new TreeMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!LEFT_OUT.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name.toLowerCase(Locale.ROOT), String.join(",", values));
            }
        });
        byte[] body = (exchange.getRequestMethod() + headers).getBytes(StandardCharsets.UTF_8);
        int status = path.startsWith("/status/") ? Integer.parseInt(path.substring("/status/".length())) : 200;
        if (status == 302) {
            exchange.getResponseHeaders().add("Location", "/order/1");
        }
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** Prints a status and a body without what SIM adds, and that beside, against the context. */
    static void does(String what, int status, String body) {
        String added = body.replaceAll("(?s).*traceparent=([^,}]*).*", "$1");
        boolean isAdded = !added.equals(body);
        System.out.println("does " + what + " " + status + " "
                + body.replaceAll("(, )?traceparent=00-[0-9a-f]{32}-[0-9a-f]{16}-01", "").replace("{, ", "{"));
        System.out.println("sent " + what + " "
                + (!isAdded ? "nothing" : Told.current().startsWith(added.split("-")[1]) ? "context" : added));
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
