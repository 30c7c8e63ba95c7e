package program;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Jetty, and its own client in the same JVM: so many requests from eight threads, every answer checked. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        int requests = Integer.parseInt(arguments[0]);
        Server server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                Content.Sink.write(response, true, "hello " + request.getHttpURI().getQuery(), callback);
                return true;
            }
        });
        server.start();
        HttpClient client = new HttpClient();
        client.start();
        LongAdder right = new LongAdder();
        ExecutorService pool = Executors.newFixedThreadPool(8);
        for (int thread = 0; thread < 8; thread++) {
            int number = thread;
            pool.execute(() -> {
                for (int i = number; i < requests; i += 8) {
                    try {
                        String answer = client.GET("http://127.0.0.1:" + connector.getLocalPort() + "/?n=" + i)
                                .getContentAsString();
                        if (answer.equals("hello n=" + i)) {
                            right.increment();
                        }
                    } catch (Exception failure) {
                        System.out.println("failed: " + failure);
                    }
                }
            });
        }
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.MINUTES);
        client.stop();
        server.stop();
        System.out.println("right answers: " + right.sum());
    }
}
