package tried;

import com.sun.management.ThreadMXBean;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.Callable;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;

/** Sends the same request again and again, with each of four clients, and prints the fewest bytes that takes its own thread. */
public final class SentAgain {
    private static final int TIMES = 50;
    private static final int ROUNDS = 12;

    private SentAgain() {}

    public static void main(String[] arguments) throws Exception {
        try (Echo echo = new Echo(); CloseableHttpClient apache = HttpClients.createDefault()) {
            String address = echo.url + "/order/1";
            HttpClient jdk = HttpClient.newHttpClient();
            HttpRequest jdks = HttpRequest.newBuilder(URI.create(address)).build();
            again("java.net.http", () -> jdk.send(jdks, BodyHandlers.discarding()).statusCode());
            again("HttpURLConnection", () -> {
                HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
                try (InputStream answer = connection.getInputStream()) {
                    answer.transferTo(java.io.OutputStream.nullOutputStream());
                }
                return connection.getResponseCode();
            });
            OkHttpClient ok = new OkHttpClient();
            Request oks = new Request.Builder().url(address).build();
            again("OkHttp", () -> {
                try (Response answer = ok.newCall(oks).execute()) {
                    answer.body().string();
                    return answer.code();
                }
            });
            again("Apache", () -> apache.execute(new HttpGet(address), answer -> {
                answer.getEntity().writeTo(java.io.OutputStream.nullOutputStream());
                return answer.getCode();
            }));
        }
        System.exit(0); // their pools have threads that wait for a minute
    }

    private static void again(String client, Callable<Integer> send) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < TIMES; i++) {
                if (send.call() != 200) {
                    throw new IllegalStateException(client);
                }
            }
            fewest = Math.min(fewest, threads.getThreadAllocatedBytes(thread) - before);
        }
        System.out.println("bytes " + client + " " + fewest / TIMES);
    }
}
