package tried;

import java.nio.file.Files;
import java.nio.file.Path;
import sim.instrumentation.annotation.Instrument;

/** Makes some ten thousand calls a second until a file appears, and prints how many it made. Its argument: the file. */
@Instrument
public class Steady {
    private static final int AT_ONCE = 100;

    public static void main(String[] args) throws Exception {
        Path end = Path.of(args[0]);
        long made = 0;
        while (!Files.exists(end)) {
            for (int i = 0; i < AT_ONCE; i++) {
                call();
            }
            made += AT_ONCE;
            Thread.sleep(10);
        }
        System.out.println(made);
    }

    static void call() {}
}
