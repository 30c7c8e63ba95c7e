package shop.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.Executors;
import sim.context.Activation;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.data.Contexts;

/** The server: what a request is handled in is inside the context its headers name. */
@Instrument
public final class Stock {
    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        Stock stock = new Stock();
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.createContext("/reserve", exchange -> {
            try (Activation caller = Contexts.extract(exchange.getRequestHeaders()::getFirst).activate()) {
                stock.reserve(exchange);
            }
        });
        server.start();
        // Whole or not at all: the one that waits for the file reads it at once.
        Path port = Files.writeString(Path.of(arguments[0] + ".new"), Integer.toString(server.getAddress().getPort()));
        Files.move(port, Path.of(arguments[0]), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Inside the shop's order; the value order came along. */
    @CreateContext(name = "reservation", tag = "stock")
    void reserve(HttpExchange exchange) throws IOException {
        byte[] answer = take(exchange.getRequestURI().getQuery()).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private String take(String article) {
        int shelf = article.hashCode();
        for (int i = 0; i < 50_000; i++) {
            shelf = 31 * shelf + (shelf >>> 7);
        }
        return article + " from shelf " + Math.floorMod(shelf, 100);
    }
}
