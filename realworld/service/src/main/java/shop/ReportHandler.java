package shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/** An entry point that is seldom called, and takes long. */
final class ReportHandler implements HttpHandler {
    private final OrderRepository orders;

    ReportHandler(OrderRepository orders) {
        this.orders = orders;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Service.HANDLED.increment();
        String answer;
        int status = 200;
        try {
            answer = orders.revenue();
        } catch (SQLException failure) {
            status = 500;
            answer = failure.toString();
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
