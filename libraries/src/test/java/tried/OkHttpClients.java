package tried;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp, executed and enqueued, with an interceptor that sends a request of its own. */
public final class OkHttpClients {
    private OkHttpClients() {}

    public static void main(String[] arguments) throws Exception {
        try (Echo echo = new Echo()) {
            OkHttpClient plain = new OkHttpClient();
            OkHttpClient client = plain.newBuilder().addInterceptor(chain -> {
                if (chain.request().header("X-Token") != null) {
                    try (Response token = plain.newCall(request(echo, "/token")).execute()) {
                        System.out.println("does token " + token.code());
                    }
                }
                return chain.proceed(chain.request());
            }).addInterceptor(chain -> {
                Request sent = chain.request();
                return chain.proceed(sent.url().encodedPath().equals("/signed")
                        ? sent.newBuilder().header("Authorization", "AWS4-HMAC-SHA256 Credential=x").build()
                        : sent);
            }).build();
            execute(client, "no context", request(echo, "/order/1"));
            Told.in("work", () -> {
                execute(client, "sync", request(echo, "/order/4711?secret=1"));
                execute(client, "own",
                        request(echo, "/own").newBuilder().header("traceparent", JdkClients.OWN).build());
                execute(client, "signed on the way", request(echo, "/signed"));
                execute(client, "not found", request(echo, "/status/404"));
                execute(client, "moved", request(echo, "/status/302"));
                execute(client, "token", request(echo, "/order/2").newBuilder().header("X-Token", "1").build());
                execute(client, "post", request(echo, "/order").newBuilder()
                        .post(RequestBody.create(MediaType.parse("text/plain"), "body")).build());
                enqueue(client, "later", request(echo, "/order/4712/lines"));
                enqueue(client, "failed later", request(echo, "/status/503"));
                enqueue(client, "refused later", new Request.Builder().url("http://127.0.0.1:1/nowhere").build());
                try {
                    client.newCall(new Request.Builder().url("http://127.0.0.1:1/nowhere").build()).execute();
                } catch (IOException refused) {
                    System.out.println("does refused " + refused.getClass());
                }
                return null;
            });
            client.dispatcher().executorService().shutdown();
            client.dispatcher().executorService().awaitTermination(10, TimeUnit.SECONDS);
            client.connectionPool().evictAll();
            Told.print();
        }
        System.exit(0); // its pools have threads that wait for a minute
    }

    private static Request request(Echo echo, String path) {
        return new Request.Builder().url(echo.url + path).build();
    }

    private static void execute(OkHttpClient client, String what, Request request) throws IOException {
        Call call = client.newCall(request);
        try (Response response = call.execute()) {
            print(call, request, what, response);
        }
    }

    private static void enqueue(OkHttpClient client, String what, Request request) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        client.newCall(request).enqueue(new Callback() {
            @Override
            public void onFailure(Call call, IOException failure) {
                System.out.println("does " + what + " " + failure.getClass());
                System.out.println("there " + what + " " + Told.current().replaceAll("\\p{XDigit}{32}", "trace"));
                done.countDown();
            }

            @Override
            public void onResponse(Call call, Response response) throws IOException {
                try (response) {
                    print(call, request, what, response);
                }
                System.out.println("there " + what + " " + Told.current().replaceAll("\\p{XDigit}{32}", "trace"));
                done.countDown();
            }
        });
        done.await(10, TimeUnit.SECONDS);
    }

    private static void print(Call call, Request request, String what, Response response) throws IOException {
        Echo.does(what, response.code(), response.body().string());
        System.out.println("does " + what + " same request " + (call.request() == request) + " "
                + response.request().headers().size());
    }
}
