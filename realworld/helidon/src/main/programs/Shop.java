import io.helidon.http.Status;
import io.helidon.webclient.api.WebClient;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.HttpRules;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;

/** Helidon and its client in one JVM, on virtual threads: so many requests, every answer checked. The JVM compiles this file. */
public final class Shop {
    private final LongAdder placed = new LongAdder();

    public static void main(String[] arguments) throws Exception {
        new Shop().run(Integer.parseInt(arguments[0]));
    }

    private void run(int requests) throws Exception {
        WebServer server = WebServer.builder().host("127.0.0.1").port(0).routing(this::routes).build().start();
        WebClient client = WebClient.builder().baseUri("http://127.0.0.1:" + server.port()).build();
        int right = 0;
        int refused = 0;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Status>> answers = new ArrayList<>();
            for (int i = 0; i < requests; i++) {
                int number = i;
                answers.add(threads.submit(() -> ask(client, number)));
            }
            for (Future<Status> each : answers) {
                right += each.get().equals(Status.OK_200) ? 1 : 0;
                refused += each.get().equals(Status.BAD_REQUEST_400) ? 1 : 0;
            }
        }
        client.closeResource();
        server.stop();
        System.out.println("right: " + right + ", refused: " + refused + ", placed: " + placed.sum());
    }

    private void routes(HttpRules rules) {
        rules.get("/orders/{number}", this::place);
    }

    private void place(ServerRequest request, ServerResponse response) {
        int number = Integer.parseInt(request.path().pathParameters().get("number"));
        if (number % 10 == 3) {
            response.status(Status.BAD_REQUEST_400).send("sold out");
        } else {
            placed.increment();
            response.send("order " + number);
        }
    }

    private static Status ask(WebClient client, int number) {
        try (var answer = client.get("/orders/" + number).request()) {
            String text = answer.as(String.class);
            if (answer.status().equals(Status.OK_200) && !text.equals("order " + number)) {
                throw new IllegalStateException(text);
            }
            return answer.status();
        }
    }
}
