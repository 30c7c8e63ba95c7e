package sim.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Who may read the figures of a program on this machine: whoever asks by a name of this machine's, and by no other beside it. And what a
 * scraper says that it takes.
 */
class ScrapeRequestTest {
    @Test
    void aRequestThatNamesTwoHostsIsNone() {
        assertThat(refusal("Host: localhost:9464\r\n")).isNull();
        assertThat(refusal("Host: evil.example\r\n")).startsWith("403");
        assertThat(refusal("Host: evil.example\r\nHost: localhost:9464\r\n")).startsWith("400");
        assertThat(refusal("Host: localhost\r\nhost: localhost\r\n")).startsWith("400");
        assertThat(refusal("Host: localhost\r\nAccept: a\r\nAccept: b\r\n")).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"application/openmetrics-text|true",
            "text/plain;q=0.5, Application/OpenMetrics-Text;version=1.0.0;q=0.1|true",
            "application/openmetrics-text;q=0|false", "application/openmetrics-text;version=1.0.0; q=0.0,*/*|false",
            "application/openmetrics-text;version=0.0.1;q=0,application/openmetrics-text;version=1.0.0|true",
            "text/plain;version=0.0.4|false"})
    void whatHasTheWeightNoughtIsNotTaken(String accepted, boolean isTaken) {
        assertThat(read("Accept: " + accepted + "\r\n").takesOpenMetrics()).isEqualTo(isTaken);
        String encodings = accepted.toLowerCase(Locale.ROOT).replace("application/openmetrics-text", "gzip");
        assertThat(read("Accept-Encoding: " + encodings + "\r\n").takesGzip()).isEqualTo(isTaken);
        assertThat(read("").takesGzip()).isFalse();
    }

    private static String refusal(String headers) {
        return read(headers).refusal(true);
    }

    private static ScrapeRequest read(String headers) {
        byte[] head = ("GET /metrics HTTP/1.1\r\n" + headers + "\r\n").getBytes(StandardCharsets.ISO_8859_1);
        return ScrapeRequest.of(head, head.length);
    }
}
