package planted;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** The planted cause is in what it asks: {@link PaymentDesk} lets some wait. */
final class PaidOrders implements Orders {
    private final HttpClient client = HttpClient.newHttpClient();
    private final String desk;

    PaidOrders(String desk) throws Exception {
        this.desk = desk;
        pay(1); // a start that fails without the desk
    }

    @Override
    public void place(int order) throws Exception {
        pay(order);
    }

    private void pay(int order) throws Exception {
        client.send(HttpRequest.newBuilder(URI.create(desk + "/payments/" + order)).build(),
                HttpResponse.BodyHandlers.discarding());
    }
}
