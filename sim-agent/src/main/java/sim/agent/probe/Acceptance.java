package sim.agent.probe;

import java.util.function.Predicate;
import sim.agent.code.Hierarchy;
import sim.agent.code.Verifier;
import sim.metrics.weaving.WeavingFailure;

/**
 * Whether the JVM would accept a changed class, given that it accepted the original. Asked on the thread that loads the class.
 *
 * @param reason null if it would
 * @param what   the method and what is wrong, one line
 */
public record Acceptance(WeavingFailure reason, String what) {
    private static final Acceptance ACCEPTED = new Acceptance(null, null);

    public static Acceptance of(byte[] bytes, byte[] changed, ClassLoader loader) {
        return of(bytes, changed, any -> true, loader);
    }

    /** The same of a class with probes: what is in no doubt is not verified. */
    public static Acceptance of(byte[] bytes, Written probed, ClassLoader loader) {
        return probed.doubted().isEmpty()
                ? ACCEPTED
                : of(bytes, probed.bytes(), probed.doubted()::contains, loader);
    }

    private static Acceptance of(byte[] bytes, byte[] changed, Predicate<String> methods, ClassLoader loader) {
        Hierarchy types = Hierarchy.of(loader);
        Verifier.Finding finding = Verifier.verify(changed, methods, types);
        if (!finding.passes()) {
            return new Acceptance(WeavingFailure.VERIFY,
                    finding.method() + " would not pass the JVM's verifier: " + finding.what());
        }
        if (!finding.undecided().isEmpty()
                && !Verifier.verify(bytes, methods, types).undecided().containsAll(finding.undecided())) {
            return new Acceptance(WeavingFailure.MISSING_TYPE, "cannot be verified without types that cannot be"
                    + " found: " + String.join(", ", finding.undecided()));
        }
        return ACCEPTED;
    }

    public boolean isGiven() {
        return reason == null;
    }

    /** Why a class stays as it was if something failed to change it. */
    public static WeavingFailure reason(Throwable failure) {
        String text = failure.toString();
        if (text.contains("TooLargeException") || text.contains("too large") || text.contains("too big")) {
            return WeavingFailure.TOO_LARGE;
        }
        boolean missing = failure instanceof NoClassDefFoundError || failure instanceof TypeNotPresentException
                || text.contains("can't find") || text.contains("issing type") || text.contains("Missing");
        return missing ? WeavingFailure.MISSING_TYPE : WeavingFailure.THREW;
    }

    /** The same in one line. */
    public static String text(Throwable failure) {
        return failure.toString().lines().findFirst().orElse("");
    }
}
