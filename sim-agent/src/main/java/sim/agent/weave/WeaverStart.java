package sim.agent.weave;

import java.lang.reflect.Field;
import org.aspectj.bridge.Version;

/** Leaves out of AspectJ's start what nobody needs. Runs before the weaver is made. What cannot be changed stays. */
final class WeaverStart {
    private static final String TRACES = "org.aspectj.tracing.factory";

    private WeaverStart() {}

    static void shorten() {
        keepOutLogging();
        skipBuildTime();
    }

    /** Keeps the weaver's traces, which are off, from starting java.util.logging before the application can choose its log manager. */
    private static void keepOutLogging() {
        if (System.getProperty(TRACES) == null) {
            System.setProperty(TRACES, "default");
        }
    }

    /**
     * Keeps the weaver from writing its own build time into each class that it weaves. To do so it would parse a date with the names of all
     * time zones, which takes 180 to 225 ms. The time is only informative, and the weaver accepts that there is none.
     */
    private static void skipBuildTime() {
        try {
            Field time = Version.class.getDeclaredField("time");
            time.setAccessible(true);
            time.setLong(null, Version.NOTIME);
        } catch (ReflectiveOperationException | RuntimeException anotherVersion) {
            // another version of the weaver: the start takes that time
        }
    }
}
