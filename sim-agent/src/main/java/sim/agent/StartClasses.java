package sim.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Loads the classes of SIM that every start needs, in the order in which they are needed, beside the thread that starts the program. That
 * thread then finds them loaded. Initialises none.
 */
final class StartClasses implements Runnable {
    static final String LIST = "/META-INF/sim/start.classes";

    private StartClasses() {}

    /** Begins to load on another thread, and returns at once. */
    static void load() {
        Thread thread = new Thread(null, new StartClasses(), "sim-classes", 0, false);
        thread.setDaemon(true);
        try {
            thread.start();
        } catch (OutOfMemoryError noThread) {
            // each class is then loaded where it is needed
        }
    }

    @Override
    public void run() {
        ClassLoader loader = StartClasses.class.getClassLoader();
        try (InputStream list = StartClasses.class.getResourceAsStream(LIST)) {
            String names = new String(list.readAllBytes(), StandardCharsets.US_ASCII);
            int at = 0;
            for (int end = names.indexOf('\n'); end >= 0; end = names.indexOf('\n', at)) {
                Class.forName(names.substring(at, end), false, loader);
                at = end + 1;
            }
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError later) {
            // the code that needs the class gets the error
        }
    }
}
