package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One scrape of a server, as a scraper of OpenMetrics sees it. */
public final class Scrape {
    public static final String OPEN_METRICS = "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5";
    private static final Pattern LINE = Pattern.compile("([a-z_]+)(?:\\{(.*)})? (\\S+)( # .*)?");

    /** By metric and labels as they are written, such as {@code sim_calls_total{application="shop"}}. */
    private final Map<String, Double> series = new LinkedHashMap<>();
    public final String text;
    public final String contentType;

    private Scrape(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        text = answer.body();
        contentType = answer.headers().firstValue("Content-Type").orElseThrow();
        text.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher parts = LINE.matcher(line);
            assertThat(parts.matches()).as(line).isTrue();
            series.put(parts.group(1) + (parts.group(2) == null ? "" : "{" + parts.group(2) + "}"),
                    Double.valueOf(parts.group(3)));
        });
    }

    /** @param address the server's, with a slash at its end */
    public static Scrape of(String address, String accept) throws Exception {
        return new Scrape(HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create(address + "metrics")).header("Accept", accept).build(),
                HttpResponse.BodyHandlers.ofString()));
    }

    /** The value, or null where there is no such series. */
    public Double value(String metricAndLabels) {
        return series.get(metricAndLabels);
    }

    /** Seconds as whole nanoseconds. */
    public Long nanos(String metricAndLabels) {
        Double seconds = value(metricAndLabels);
        return seconds == null ? null : Math.round(seconds * 1e9);
    }

    public Map<String, Double> all() {
        return series;
    }
}
