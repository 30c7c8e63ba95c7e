package shop.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.data.ContextManager;
import sim.instrumentation.data.Contexts;

/** The client: every order is a context, and every request names it to the stock. */
@Instrument
public final class Shop {
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI stock;

    Shop(URI stock) {
        this.stock = stock;
    }

    public static void main(String[] arguments) throws Exception {
        Shop shop = new Shop(URI.create(arguments[0]));
        long until = System.nanoTime() + Duration.parse("PT" + arguments[2].toUpperCase(Locale.ROOT)).toNanos();
        int order = 4711;
        do {
            shop.order(order++);
        } while (System.nanoTime() < until);
        System.out.println("shop: " + (order - 4711) + " orders placed");
    }

    /** Two requests at a time; what comes back is handled in the order's context, on the client's threads. */
    @CreateContext(name = "order", tag = "shop")
    void order(int number) throws Exception {
        ContextManager.getCurrentContext().carry("order", number);
        CompletableFuture<Void> book = reserve("book").thenAccept(answer -> confirm("book", answer));
        CompletableFuture<Void> lamp = reserve("lamp").thenAccept(answer -> confirm("lamp", answer));
        CompletableFuture.allOf(book, lamp).get();
    }

    private CompletableFuture<HttpResponse<String>> reserve(String article) {
        HttpRequest.Builder request = HttpRequest.newBuilder(stock.resolve("/reserve?" + article));
        Contexts.inject(request::setHeader); // traceparent, and the order as baggage
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private void confirm(String article, HttpResponse<String> answer) {
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(article + ": " + answer.body());
        }
    }
}
