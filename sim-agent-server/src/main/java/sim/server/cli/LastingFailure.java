package sim.server.cli;

import java.util.function.Consumer;

/** Says a failure that lasts once, however often it is met, also one that takes its place, and when it is over. One thread at a time. */
final class LastingFailure {
    private final String what;
    private final String over;
    private final Consumer<String> warning;
    private final Consumer<String> info;
    /** What was said; null where nothing lasts. */
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
        if (!why.equals(lasting) && !(failure instanceof InterruptedException)) { // then the server ends
            lasting = why;
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
