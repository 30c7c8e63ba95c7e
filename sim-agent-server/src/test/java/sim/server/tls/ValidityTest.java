package sim.server.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.cli.Certificates;
import sim.wire.tls.TlsFiles;

/** A certificate that nobody will believe is said when it is loaded, and when its time comes. */
class ValidityTest {
    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();
    private final Validity validity = new Validity(said::add);

    @Test
    void oneThatExpiredIsSaidWhenItIsLoaded() throws Exception {
        Path old = Certificates.expired(folder);
        validity.of(new TlsFiles(old.resolve("server.p12"), null, null, old.resolve("password")).shown(),
                Instant.now());
        validity.look(Instant.now());
        assertThat(said).singleElement().asString().contains("CN=old expired at", "./sim certs");
    }

    @Test
    void oneThatEndsWhileTheServerRunsIsSaidBeforeAndThen() throws Exception {
        List<X509Certificate> shown = new TlsFiles(Certificates.make(folder).server(), null, null, null).shown();
        Instant until = shown.get(0).getNotAfter().toInstant();
        validity.of(shown, Instant.now());
        assertThat(said).isEmpty();
        for (int days : new int[]{15, 13, 12, -1, -2}) {
            validity.look(until.minus(Duration.ofDays(days)));
        }
        assertThat(said).hasSize(2);
        assertThat(said.get(0)).contains("expires at " + until);
        assertThat(said.get(1)).contains("expired at " + until);
    }

    @Test
    void oneThatIsNotGoodYetIsSaid() throws Exception {
        List<X509Certificate> shown = new TlsFiles(Certificates.make(folder).server(), null, null, null).shown();
        validity.of(shown, shown.get(0).getNotBefore().toInstant().minusSeconds(60));
        assertThat(said).singleElement().asString().contains("is not good before");
    }
}
