package woven;

/** A method that calls another at one place of its own. */
public final class Around {
    private Around() {}

    public static void within(Runnable task) {
        task.run();
    }

    /** The same at another place. */
    public static void without(Runnable task) {
        task.run();
    }
}
