package shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The entry point: a request's thread comes here from the JDK. */
final class OrderHandler implements HttpHandler {
    private final OrderService service;

    OrderHandler(OrderService service) {
        this.service = service;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Service.HANDLED.increment();
        byte[] answer;
        int status = 200;
        try {
            answer = service.order(new Query(exchange.getRequestURI())).getBytes(StandardCharsets.UTF_8);
        } catch (Exception failure) {
            status = 500;
            answer = failure.toString().getBytes(StandardCharsets.UTF_8);
        }
        exchange.sendResponseHeaders(status, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }
}
