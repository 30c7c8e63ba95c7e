package sim.server.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.cli.Certificates;

/** Both doors have the same certificates at each moment. */
class ServerTlsTest {
    @TempDir
    Path folder;

    @Test
    void bothDoorsChangeTogether() throws Exception {
        Certificates first = Certificates.make(folder.resolve("first"));
        Certificates second = Certificates.make(folder.resolve("second"));
        try (ServerTls tls = first.tls()) {
            tls.http().start();
            SSLContext before = tls.context();
            assertThat(tls.http().getSslContext()).isSameAs(before);
            first.replaceBy(second);
            Awaitility.await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(tls.context()).isNotSameAs(before));
            assertThat(tls.http().getSslContext()).isSameAs(tls.context());
            SSLContext after = tls.context();
            Files.writeString(first.server(), "no certificate");
            Awaitility.await().during(Duration.ofSeconds(3)).atMost(Duration.ofSeconds(20)).until(
                    () -> tls.context() == after && tls.http().getSslContext() == after);
            tls.http().stop();
        }
    }
}
