package sim.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Who may read the figures of a program on this machine: whoever asks by a name of this machine's, and by no other beside it. */
class ScrapeRequestTest {
    @Test
    void aRequestThatNamesTwoHostsIsNone() throws IOException {
        assertThat(refusal("Host: localhost:9464\r\n")).isNull();
        assertThat(refusal("Host: evil.example\r\n")).startsWith("403");
        assertThat(refusal("Host: evil.example\r\nHost: localhost:9464\r\n")).startsWith("400");
        assertThat(refusal("Host: localhost\r\nhost: localhost\r\n")).startsWith("400");
        assertThat(refusal("Host: localhost\r\nAccept: a\r\nAccept: b\r\n")).isNull();
    }

    private static String refusal(String headers) throws IOException {
        return ScrapeRequest.read(new ByteArrayInputStream(("GET /metrics HTTP/1.1\r\n" + headers + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1))).refusal(true);
    }
}
