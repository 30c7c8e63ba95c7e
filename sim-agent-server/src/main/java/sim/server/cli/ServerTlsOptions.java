package sim.server.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import sim.server.tls.ServerTls;
import sim.wire.tls.TlsFiles;

/** The options of {@code sim server} about encryption. */
final class ServerTlsOptions {
    @Option(names = "--tls-cert", paramLabel = "FILE", description = "encrypts both ports: the server's certificate, with the ones between it and the authority; PEM, or PKCS#12 with the key in it")
    private Path cert;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "its private key, if it is not in the same file; PEM")
    private Path key;

    @Option(names = "--tls-password-file", paramLabel = "FILE", description = "a file whose first line is the password of PKCS#12 files")
    private Path password;

    @Option(names = "--tls-collectors", paramLabel = "FILE", description = "collectors must show a certificate of an authority in this file; PEM or PKCS#12")
    private Path collectors;

    /** Null without a certificate. */
    ServerTls make() {
        if (cert == null) {
            if (key != null || password != null || collectors != null) {
                throw new IllegalStateException(
                        "--tls-key, --tls-password-file and --tls-collectors need --tls-cert; ./sim certs makes certificates");
            }
            return null;
        }
        ServerTls tls = new ServerTls(new TlsFiles(cert, key, collectors, password)); // else there may be no key
        SecretFile.look("the key", key == null ? cert : key);
        if (password != null) {
            SecretFile.look("the password", password);
        }
        return tls;
    }
}
