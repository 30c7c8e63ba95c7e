package shop;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/** The service behind this one: its thread waits in a socket's read, which the JVM calls running. */
final class WarehouseClient {
    int reserve(int port, int article) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL("http://127.0.0.1:" + port + "/reserve?article="
                + article).openConnection();
        try (InputStream answer = connection.getInputStream()) {
            return Integer.parseInt(new String(answer.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
