package sim.agent;

import java.lang.reflect.Field;
import org.aspectj.bridge.Version;

/** Takes off AspectJ's start what nobody asked it for. Before the weaver is made; what cannot be changed stays as it is. */
final class WeaverStart {
    private static final String TRACES = "org.aspectj.tracing.factory";

    private WeaverStart() {}

    static void shorten() {
        keepOutLogging();
        skipBuildTime();
    }

    /** Its traces, which are off, would begin java.util.logging before the application can say which log manager it wants. */
    private static void keepOutLogging() {
        if (System.getProperty(TRACES) == null) {
            System.setProperty(TRACES, "default");
        }
    }

    /**
     * It writes the time it was built itself into each class it weaves, and for it parses a date with the names of all time
     * zones: 180 to 225 ms. The time is for reading; no time is a value it knows.
     */
    private static void skipBuildTime() {
        try {
            Field time = Version.class.getDeclaredField("time");
            time.setAccessible(true);
            time.setLong(null, Version.NOTIME);
        } catch (ReflectiveOperationException | RuntimeException anotherVersion) {
            // it then takes its time
        }
    }
}
