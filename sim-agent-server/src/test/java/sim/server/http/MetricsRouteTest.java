package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.Javalin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** A scrape for which there is no room. */
class MetricsRouteTest {
    /** It was answered with 500, because the server has no object mapper of its framework. */
    @Test
    void oneTooManyIsToldToComeAgain() throws Exception {
        MetricsRoute full = new MetricsRoute(null, null, 0, 0);
        Javalin javalin = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            full.add(config.routes);
        }).start("127.0.0.1", 0);
        try {
            HttpResponse<String> answer = HttpClient.newHttpClient().send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + javalin.port() + MetricsRoute.PATH))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).contains("5");
            assertThat(answer.headers().firstValue("Content-Type")).get().asString().contains("application/json");
            assertThat(answer.body()).isEqualTo("{\"error\":\"The server is busy with other scrapes.\"}");
        } finally {
            javalin.stop();
        }
    }
}
