package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.SimHere;

/** What cannot be in a certificate is said before anything is made. */
class CertsCommandTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"--days=0", "--days=-5", "--days=99999999", "--host=a b", "--host=a,,b", "--host=1.2.3.999",
            "--host=a:b", "--host=a_b", "--host=-a"})
    void isOneLineAndLeavesNothing(String option) {
        Path out = folder.resolve("certs");
        SimHere said = SimHere.run(List.of("certs", "--out", out.toString(), option));
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err().lines()).singleElement().asString().startsWith("sim: " + option.substring(0, 6))
                .doesNotContain("xception", "keytool");
        assertThat(out).doesNotExist();
    }

    @Test
    void namesAndAddressesOfAllKindsAreTaken() {
        Path out = folder.resolve("certs");
        SimHere said = SimHere.run(List.of("certs", "--out", out.toString(), "--host",
                "metrics.acme.example,*.acme.example,1host,10.0.0.255,fe80::1,::ffff:10.0.0.1"));
        assertThat(said.exit()).as(said.err()).isZero();
        assertThat(out.resolve("server.pem")).isNotEmptyFile();
    }

    /** Others may read a certificate. */
    @Test
    void aCertificateWithoutAKeyIsNoKeyThatOthersMayRead() throws Exception {
        Path made = Certificates.make(folder.resolve("certs")).ca();
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-r--r--"));
        SimProcess said = SimProcess.run(List.of("server", "--data", folder.resolve("data").toString(), "--port", "0",
                "--http", "0", "--tls-cert", made.toString()));
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.err()).contains("key").doesNotContain("others than its owner");
    }
}
