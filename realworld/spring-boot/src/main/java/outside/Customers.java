package outside;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** Who buys in the shop, in a JVM of their own: {@code PORT REQUESTS_A_SECOND SECONDS}. Every tenth wants no pieces, which is refused. */
public final class Customers {
    private static final String ANNA = "Basic "
            + Base64.getEncoder().encodeToString("anna:secret".getBytes(StandardCharsets.UTF_8));

    private Customers() {}

    public static void main(String[] arguments) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        int rate = Integer.parseInt(arguments[1]);
        long begin = System.nanoTime();
        for (int i = 0; i < rate * Integer.parseInt(arguments[2]); i++) {
            TimeUnit.NANOSECONDS.sleep(begin + i * 1_000_000_000L / rate - System.nanoTime());
            client.sendAsync(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + arguments[0]
                    + "/orders?article=book-" + i % 7 + "&pieces=" + i % 10)).header("Authorization", ANNA)
                    .POST(HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.discarding());
        }
    }
}
