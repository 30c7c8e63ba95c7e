package woven;

/** Ends the JVM while it writes to standard error. */
public final class Fatal {
    private Fatal() {}

    public static void main(String... arguments) {
        work();
        synchronized (System.err) {
            System.err.println("fatal");
            System.exit(3);
        }
    }

    private static void work() {}
}
