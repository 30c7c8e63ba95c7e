package tried;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;

/** Apache HttpClient 5, classic and asynchronous. */
public final class ApacheClients {
    private static final String NOWHERE = "http://127.0.0.1:1/nowhere";

    private ApacheClients() {}

    public static void main(String[] arguments) throws Exception {
        try (Echo echo = new Echo();
                CloseableHttpClient client = HttpClients.custom().disableAutomaticRetries()
                        .addRequestInterceptorLast((request, entity, context) -> {
                            if (request.getPath().equals("/signed")) {
                                request.setHeader("Authorization", "AWS4-HMAC-SHA256 Credential=x");
                            }
                        }).build();
                CloseableHttpClient minimal = HttpClients.createMinimal();
                CloseableHttpAsyncClient later = HttpAsyncClients.custom().disableAutomaticRetries().build()) {
            later.start();
            execute(client, "no context", new HttpGet(echo.url + "/order/1"));
            Told.in("work", () -> {
                execute(client, "sync", new HttpGet(echo.url + "/order/4711?secret=1"));
                HttpGet own = new HttpGet(echo.url + "/own");
                own.setHeader("traceparent", JdkClients.OWN);
                execute(client, "own", own);
                execute(client, "signed on the way", new HttpGet(echo.url + "/signed"));
                execute(client, "not found", new HttpGet(echo.url + "/status/404"));
                execute(client, "moved", new HttpGet(echo.url + "/status/302"));
                HttpPost post = new HttpPost(echo.url + "/order");
                post.setEntity(new StringEntity("body"));
                execute(client, "post", post);
                execute(minimal, "minimal", new HttpGet(echo.url + "/minimal"));
                try {
                    client.execute(new HttpGet(NOWHERE), ApacheClients::read);
                } catch (IOException refused) {
                    System.out.println("does refused " + refused.getClass());
                }
                enqueue(later, "later", SimpleRequestBuilder.get(echo.url + "/order/4712/lines?a=b").build());
                SimpleHttpRequest ownLater = SimpleRequestBuilder.get(echo.url + "/own").build();
                ownLater.setHeader("traceparent", JdkClients.OWN);
                enqueue(later, "own later", ownLater);
                enqueue(later, "failed later", SimpleRequestBuilder.get(echo.url + "/status/503").build());
                Future<SimpleHttpResponse> silent = later.execute(
                        SimpleRequestBuilder.get(echo.url + "/silent").build(), null);
                System.out.println("does silent " + silent.get().getCode());
                try {
                    later.execute(SimpleRequestBuilder.get(NOWHERE).build(), null).get(10, TimeUnit.SECONDS);
                } catch (ExecutionException refused) {
                    System.out.println("does refused later " + refused.getCause().getClass());
                }
                return null;
            });
        }
        Told.print(); // the clients' threads have ended: a future is told before a callback, and so before a payload's end
    }

    private static void execute(CloseableHttpClient client, String what, HttpUriRequestBase request)
            throws IOException {
        String[] body = new String[1];
        int status = client.execute(request, response -> {
            body[0] = read(response);
            return response.getCode();
        });
        Echo.does(what, status, body[0]);
        System.out.println("does " + what + " the request has " + request.getHeaders().length);
    }

    private static String read(ClassicHttpResponse response) throws IOException {
        return new String(EntityUtils.toByteArray(response.getEntity()), StandardCharsets.UTF_8);
    }

    private static void enqueue(CloseableHttpAsyncClient client, String what, SimpleHttpRequest request)
            throws Exception {
        CountDownLatch told = new CountDownLatch(1); // the callback may be told after the future
        Future<SimpleHttpResponse> future = client.execute(request, new FutureCallback<>() {
            @Override
            public void completed(SimpleHttpResponse response) {
                says("completed " + response.getCode());
            }

            @Override
            public void failed(Exception failure) {
                says("failed " + failure);
            }

            @Override
            public void cancelled() {
                says("cancelled");
            }

            private void says(String how) {
                System.out.println("does " + what + " " + how);
                told.countDown();
            }
        });
        SimpleHttpResponse response = future.get(10, TimeUnit.SECONDS);
        if (!told.await(10, TimeUnit.SECONDS)) {
            throw new AssertionError(what + ": the callback was not told");
        }
        Echo.does(what, response.getCode(), response.getBodyText());
        System.out.println("does " + what + " the request has " + request.getHeaders().length);
    }
}
