package sim.server.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;
import sim.server.identity.OwnFile;
import sim.server.tls.ServerTls;
import sim.wire.tls.TlsFiles;

/** The options of {@code sim server} about encryption. */
final class ServerTlsOptions {
    private static final Logger LOG = LoggerFactory.getLogger(ServerTlsOptions.class);

    @Option(names = "--tls-cert", paramLabel = "FILE", description = "encrypts both ports: the server's certificate, with the ones between it and the authority; PEM, or PKCS#12 with the key in it")
    private Path cert;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "its private key, if it is not in the same file; PEM")
    private Path key;

    @Option(names = "--tls-password-file", paramLabel = "FILE", description = "a file whose first line is the password of PKCS#12 files")
    private Path password;

    @Option(names = "--tls-collectors", paramLabel = "FILE", description = "collectors must show a certificate of an authority in this file; PEM or PKCS#12")
    private Path collectors;

    private static void warn(Path secret) {
        try {
            if (OwnFile.isKeyReadByOthers(secret)) {
                LOG.warn("others than its owner may read the key in {}: chmod 600 {}", secret, secret);
            }
        } catch (IOException unreadable) {
            // what is wrong with it is said when it is read
        }
    }

    /** Null without a certificate. */
    ServerTls make() {
        if (cert == null) {
            if (key != null || password != null || collectors != null) {
                throw new IllegalStateException(
                        "--tls-key, --tls-password-file and --tls-collectors need --tls-cert; ./sim certs makes certificates");
            }
            return null;
        }
        warn(key == null ? cert : key);
        return new ServerTls(new TlsFiles(cert, key, collectors, password));
    }
}
