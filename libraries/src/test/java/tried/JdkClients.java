package tried;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The JDK's two HTTP clients, in every way they may be asked. */
public final class JdkClients {
    static final String OWN = "00-11111111111111111111111111111111-2222222222222222-01";
    private static final String NOWHERE = "http://127.0.0.1:1/nowhere";

    private JdkClients() {}

    public static void main(String[] arguments) throws Exception {
        try (Echo echo = new Echo()) {
            HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
            send(client, echo, "no context", request(echo, "/order/1"));
            Told.in("work", () -> {
                send(client, echo, "sync", request(echo, "/order/4711?secret=1"));
                sendAsync(client, "async", request(echo, "/order/4712/lines"));
                send(client, echo, "own", HttpRequest.newBuilder(request(echo, "/own"), (name, value) -> true)
                        .header("traceparent", OWN).build());
                send(client, echo, "signed", HttpRequest.newBuilder(request(echo, "/signed"), (name, value) -> true)
                        .header("Authorization", "AWS4-HMAC-SHA256 Credential=x").build());
                send(client, echo, "not found", request(echo, "/status/404"));
                sendAsync(client, "failed", request(echo, "/status/503"));
                send(client, echo, "post", HttpRequest.newBuilder(URI.create(echo.url + "/order"))
                        .POST(HttpRequest.BodyPublishers.ofString("body")).build());
                try {
                    client.send(HttpRequest.newBuilder(URI.create(NOWHERE)).build(),
                            HttpResponse.BodyHandlers.discarding());
                } catch (IOException refused) {
                    System.out.println("does refused " + refused.getClass());
                }
                try {
                    client.sendAsync(HttpRequest.newBuilder(URI.create(NOWHERE)).build(),
                            HttpResponse.BodyHandlers.discarding()).join();
                } catch (CompletionException refused) {
                    System.out.println("does refused later " + refused.getCause().getClass());
                }
                CompletableFuture<?> future = client.sendAsync(request(echo, "/x"),
                        HttpResponse.BodyHandlers.discarding());
                System.out.println("does future " + future.getClass());
                future.join();
                connections(echo);
                return null;
            });
            connection(echo, "no context, old", "/old/1", null);
            Told.print();
        }
    }

    private static HttpRequest request(Echo echo, String path) {
        return HttpRequest.newBuilder(URI.create(echo.url + path)).header("X-Mine", "1").build();
    }

    private static void send(HttpClient client, Echo echo, String what, HttpRequest request) throws Exception {
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        Echo.does(what, response.statusCode(), response.body());
    }

    private static void sendAsync(HttpClient client, String what, HttpRequest request) {
        HttpResponse<String> response = client.sendAsync(request, HttpResponse.BodyHandlers.ofString(), null).join();
        Echo.does(what, response.statusCode(), response.body());
    }

    private static void connections(Echo echo) throws IOException {
        connection(echo, "get", "/old/4711?q=1", null);
        connection(echo, "own, old", "/old/own", OWN);
        HttpURLConnection post = open(echo, "/old/post");
        post.setDoOutput(true);
        post.setRequestMethod("POST");
        post.getOutputStream().write(1);
        Echo.does("post, old", post.getResponseCode(), read(post.getInputStream()));
        HttpURLConnection connected = open(echo, "/old/connected");
        connected.connect();
        Echo.does("connected", connected.getResponseCode(), read(connected.getInputStream()));
        HttpURLConnection missing = open(echo, "/status/404");
        try {
            missing.getInputStream();
        } catch (FileNotFoundException expected) {
            Echo.does("missing", missing.getResponseCode(), read(missing.getErrorStream()));
        }
        HttpURLConnection unavailable = open(echo, "/status/503");
        System.out
                .println("does field " + unavailable.getHeaderField("Content-Type") + unavailable.getResponseMessage());
        HttpURLConnection nowhere = (HttpURLConnection) URI.create(NOWHERE).toURL().openConnection();
        for (int i = 0; i < 2; i++) {
            try {
                nowhere.getInputStream();
            } catch (IOException refused) {
                System.out.println("does refused, old " + refused.getClass());
            }
        }
        try (InputStream content = URI.create(echo.url + "/old/stream").toURL().openStream()) {
            Echo.does("stream", 200, read(content));
        }
        System.out.println("does file "
                + URI.create("file:///").toURL().openConnection().getContentType());
    }

    private static void connection(Echo echo, String what, String path, String own) throws IOException {
        HttpURLConnection connection = open(echo, path);
        if (own != null) {
            connection.setRequestProperty("traceparent", own);
        }
        int status = connection.getResponseCode();
        connection.getContentLength();
        Echo.does(what, status, read(connection.getInputStream()));
    }

    private static HttpURLConnection open(Echo echo, String path) throws IOException {
        return (HttpURLConnection) URI.create(echo.url + path).toURL().openConnection();
    }

    private static String read(InputStream content) throws IOException {
        return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
}
