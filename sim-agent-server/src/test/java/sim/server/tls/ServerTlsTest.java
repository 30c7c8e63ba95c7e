package sim.server.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.cli.Certificates;
import sim.wire.tls.TlsFiles;

/** Both doors have the same certificates at each moment. */
class ServerTlsTest {
    @TempDir
    Path folder;

    /** A year later: collectors have the authority's certificate, and shall not get another. */
    @Test
    void certificatesAreRenewedByTheAuthorityOfAnEarlierRun() throws Exception {
        Certificates first = Certificates.make(folder.resolve("first"));
        PrintStream out = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true));
        Certificates second;
        try {
            second = Certificates.make(folder.resolve("second"), "--ca", folder.resolve("first").toString(), "--host",
                    "metrics.example", "--days", "100000");
        } finally {
            System.setOut(out);
        }
        assertThat(said.toString()).as("nothing of a first start")
                .contains("localhost, 127.0.0.1, ::1, metrics.example",
                        "where --tls-cert names the former one")
                .doesNotContain("./sim server", "tls.trust", "ca-key.pem");
        X509Certificate authority = new TlsFiles(first.ca(), folder.resolve("first/ca-key.pem"), null, null).shown()
                .get(0);
        for (Path made : List.of(second.server(), second.collector())) {
            X509Certificate renewed = new TlsFiles(made, null, null, null).shown().get(0);
            renewed.verify(authority.getPublicKey());
            assertThat(renewed.getNotAfter()).isBeforeOrEqualTo(authority.getNotAfter());
            assertThat(Files.getPosixFilePermissions(made)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        }
        assertThat(Files.exists(folder.resolve("second/ca-key.pem"))).isFalse();
        assertThat(Files.readAllBytes(second.ca())).isEqualTo(Files.readAllBytes(first.ca()));
    }

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
