package sim.server.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Says once, of each set of certificates that is shown, when one is not good yet, ends soon, or has ended. One thread. */
final class Validity {
    /** Long enough for somebody to make another. */
    private static final Duration SOON = Duration.ofDays(14);

    private final Consumer<String> say;
    private List<X509Certificate> shown = List.of();
    private String said = "";

    Validity(Consumer<String> say) {
        this.say = say;
    }

    /** Looks at other certificates from now on. */
    void of(List<X509Certificate> others, Instant now) {
        shown = List.copyOf(others);
        said = "";
        look(now);
    }

    void look(Instant now) {
        String line = "";
        for (X509Certificate each : shown) {
            line = line.isEmpty() ? trouble(each, now) : line;
        }
        if (!line.isEmpty() && !line.equals(said)) {
            say.accept(line);
        }
        said = line;
    }

    private static String trouble(X509Certificate each, Instant now) {
        Instant from = each.getNotBefore().toInstant();
        Instant until = each.getNotAfter().toInstant();
        String name = each.getSubjectX500Principal().getName();
        String refused = "; collectors and browsers refuse it. Put another in its place (./sim certs --ca DIR makes one of the same authority): it is used without a restart";
        if (now.isAfter(until)) {
            return name + " expired at " + until + refused;
        }
        if (now.isBefore(from)) {
            return name + " is not good before " + from + refused;
        }
        return now.isAfter(until.minus(SOON))
                ? name + " expires at " + until
                        + ". Put another in its place before (./sim certs --ca DIR makes one of the same authority): it is used without a restart"
                : "";
    }
}
