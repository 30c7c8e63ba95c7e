package sim.agent.probe;

import sim.metrics.weaving.WeavingFailure;

/** What is reported of a class that something failed to change: the reason, and one line. */
public final class Refusal {
    private Refusal() {}

    public static WeavingFailure reason(Throwable failure) {
        String text = failure.toString();
        if (text.contains("TooLargeException") || text.contains("too large") || text.contains("too big")) {
            return WeavingFailure.TOO_LARGE;
        }
        boolean missing = failure instanceof NoClassDefFoundError || failure instanceof TypeNotPresentException
                || text.contains("can't find") || text.contains("issing type") || text.contains("Missing");
        return missing ? WeavingFailure.MISSING_TYPE : WeavingFailure.THREW;
    }

    public static String text(Throwable failure) {
        return failure.toString().lines().findFirst().orElse("");
    }
}
