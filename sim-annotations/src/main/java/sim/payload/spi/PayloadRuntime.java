package sim.payload.spi;

/**
 * What works behind the payload API; SIM's where SIM is in the JVM, else nothing. Called by the API alone, on the
 * application's threads; none of it throws. Every method here does nothing, so that without SIM the JIT removes the call.
 */
public class PayloadRuntime {
    private static final String SIM = "sim.metrics.probe.JvmPayloads";

    /** For SIM's own, and for no runtime at all. */
    protected PayloadRuntime() {}

    /** The JVM's: SIM's, through {@link OtherRuntime} where that has another copy of this API. Never null. */
    public static PayloadRuntime ofJvm() {
        PayloadRuntime first = Holder.JVM;
        return first.getClass() == PayloadRuntime.class ? Holder.find() : first; // SIM may have been attached since
    }

    /**
     * A payload begins on the calling thread.
     *
     * @param controlObject what it belongs to, or null
     * @param type an event type of the probe, or null
     */
    public void enter(Class<?> probe, Object controlObject, Enum<?> type) {}

    /**
     * The innermost payload of the calling thread ends.
     *
     * @param description null for no payload
     * @param error what it ended by, or null
     */
    public void exit(String description, Throwable error) {}

    /**
     * The same where what it belongs to, or its type, was not known when it began.
     *
     * @param probe         whose payload it is
     * @param controlObject null leaves what was said at the begin
     * @param type          null leaves what was said at the begin
     */
    public void exit(Class<?> probe, String description, Object controlObject, Enum<?> type, Throwable error) {}

    /** Whether anything records, or may as soon as it is met. Two loads. */
    public boolean isActive() {
        return false;
    }

    /** Whether a description is worth working out: the probe records, or may before the next end. */
    public boolean isRecording(Class<?> probe) {
        return false;
    }

    /** A control object is opened; {@code name} may be null. */
    public void open(Class<?> probe, Object controlObject, String name) {}

    /** A control object is closed. */
    public void close(Class<?> probe, Object controlObject) {}

    /** The call tree splits; null does not split. */
    public void enterSplit(Class<?> probe, String description) {}

    /** The innermost split of the calling thread ends. */
    public void exitSplit(Throwable error) {}

    /** Begins to record a probe by its class name or name, or all. */
    public void startRecording(String probe, boolean events) {}

    /** Ends its recording. */
    public void stopRecording(String probe) {}

    /** SIM's, as the loader of this API or the application's loader finds it; null without SIM. */
    static Object locate() {
        for (ClassLoader loader : new ClassLoader[]{PayloadRuntime.class.getClassLoader(),
                ClassLoader.getSystemClassLoader()}) {
            try {
                Object found = Class.forName(SIM, true, loader).getMethod("open").invoke(null);
                if (found != null) {
                    return found;
                }
            } catch (ReflectiveOperationException | LinkageError absent) {
                // no SIM there
            }
        }
        return null;
    }

    private static final class Holder {
        private static boolean said;
        static final PayloadRuntime JVM = find();

        static synchronized PayloadRuntime find() {
            Object found = locate();
            if (found == null || found instanceof PayloadRuntime) {
                return found == null ? new PayloadRuntime() : (PayloadRuntime) found;
            }
            try {
                return new OtherRuntime();
            } catch (LinkageError refused) {
                if (!said) {
                    said = true;
                    System.err.println("sim: the payload API in " + PayloadRuntime.class.getClassLoader()
                            + " is of another release than SIM (" + refused.getCause()
                            + "): its payloads are not recorded. Bring the API of SIM's release, or leave it to SIM");
                }
                return new PayloadRuntime();
            }
        }
    }
}
