package sim.export.zipkin;

import java.net.URI;
import java.time.Duration;

/**
 * Where to send, and how.
 *
 * @param url        the receiver; the path of Zipkin's interface is added to it
 * @param patience   how long the receiver has for an answer
 * @param mostSpans  so many wait at most
 * @param firstPause after a failure; each further one in a row doubles it
 */
public record ZipkinTarget(URI url, Duration patience, int mostSpans, Duration firstPause) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_SPANS = 20_000;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    public ZipkinTarget(URI url) {
        this(url, PATIENCE, MOST_SPANS, FIRST_PAUSE);
    }

    URI spans() {
        return URI.create(url.toString().replaceAll("/+$", "") + "/api/v2/spans");
    }
}
