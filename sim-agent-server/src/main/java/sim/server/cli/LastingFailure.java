package sim.server.cli;

import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Says a failure that lasts once, however often it is met and whatever figures it tells, also one that takes its place, and when it is over. One
 * thread at a time.
 */
final class LastingFailure {
    private static final Pattern FIGURES = Pattern.compile("\\d+");

    private final String what;
    private final String over;
    private final Consumer<String> warning;
    private final Consumer<String> info;
    /** What was said, without its figures; null where nothing lasts. */
    private String lasting;

    /**
     * @param what fails
     * @param over is said where it no longer does
     */
    LastingFailure(String what, String over, Consumer<String> warning, Consumer<String> info) {
        this.what = what;
        this.over = over;
        this.warning = warning;
        this.info = info;
    }

    synchronized void met(Throwable failure) {
        String why = String.valueOf(failure.getMessage());
        String alike = FIGURES.matcher(why).replaceAll("");
        if (!alike.equals(lasting) && !(failure instanceof InterruptedException)) { // then the server ends
            lasting = alike;
            warning.accept(what + ": " + why + "; it is tried again, and said when it is over");
        }
    }

    synchronized void isOver() {
        if (lasting != null) {
            lasting = null;
            info.accept(over);
        }
    }
}
