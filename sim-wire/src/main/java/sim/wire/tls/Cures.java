package sim.wire.tls;

import java.io.EOFException;
import java.net.SocketException;
import java.nio.file.FileSystemException;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;

/** What a user can do about a connection that failed because of certificates, or of files that it needs. Any thread. */
public final class Cures {
    private Cures() {}

    /**
     * The cure, a sentence without its full stop; null if the failure is about something else.
     *
     * @param server how the user names the server, such as {@code server=}
     * @param trust  how the user names the authorities, such as {@code tls.trust=}
     */
    public static String of(Throwable failure, String server, String trust) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable each = failure; each != null && causes.size() < 20; each = each.getCause()) {
            causes.add(each);
        }
        if (has(causes, FileSystemException.class)) {
            return "Correct the name of that file, or who may read it";
        }
        if (has(causes, CertPathBuilderException.class)) {
            return "Name the authority of its certificate, such as the ca.pem of ./sim certs, with " + trust;
        }
        if (has(causes, CertificateExpiredException.class)) {
            return "Give it a certificate that has not expired: ./sim certs --ca DIR makes one of the same authority";
        }
        if (has(causes, SSLException.class) && has(causes, CertificateException.class)) {
            return "Write a name of its certificate in " + server
                    + ", or make one for this name: ./sim certs --host NAME --ca DIR";
        }
        boolean broken = has(causes, SocketException.class) || has(causes, EOFException.class);
        if (has(causes, SSLException.class) && !broken) {
            // the JDK has no type for it, and two spellings
            return String.valueOf(failure.getMessage()).contains("recognized SSL message")
                    ? "It has no TLS there: correct " + server + ", or start it with --tls-cert"
                    : "Correct the certificates, or " + server;
        }
        return has(causes, GeneralSecurityException.class) ? "Correct what is in that file" : null;
    }

    private static boolean has(List<Throwable> causes, Class<?> type) {
        for (Throwable each : causes) {
            if (type.isInstance(each)) {
                return true;
            }
        }
        return false;
    }
}
