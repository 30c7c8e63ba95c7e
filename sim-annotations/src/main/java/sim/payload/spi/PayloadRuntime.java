package sim.payload.spi;

/**
 * The implementation behind the payload API: SIM's if SIM is in the JVM, otherwise this class, whose methods do nothing, so that
 * the JIT removes the calls. Only the API calls it, on the application's threads. No method throws.
 */
public class PayloadRuntime {
    private static final String SIM = "sim.payload.runtime.JvmPayloads";

    /** For SIM's subclass, and for JVMs without SIM. */
    protected PayloadRuntime() {}

    /** The runtime of the JVM: SIM's, through {@link OtherRuntime} if SIM uses another copy of this API. Never null. */
    public static PayloadRuntime ofJvm() {
        PayloadRuntime first = Holder.JVM;
        return first.getClass() == PayloadRuntime.class ? Holder.find() : first; // SIM may have been attached since
    }

    /**
     * Begins a payload on the calling thread.
     *
     * @param controlObject the control object to which it belongs, or null
     * @param type an event type of the probe, or null
     */
    public void enter(Class<?> probe, Object controlObject, Enum<?> type) {}

    /**
     * Ends the innermost payload of the calling thread.
     *
     * @param description null for no payload
     * @param error the exception with which it ended, or null
     */
    public void exit(String description, Throwable error) {}

    /**
     * Ends it and says to which control object it belongs, or its type, when that was not known at its begin.
     *
     * @param probe the probe of the payload
     * @param controlObject null leaves the one given at the begin
     * @param type null leaves the one given at the begin
     */
    public void exit(Class<?> probe, String description, Object controlObject, Enum<?> type, Throwable error) {}

    /** Whether any probe records, or may record as soon as SIM meets it. Two loads. */
    public boolean isActive() {
        return false;
    }

    /** Whether the caller should make a description: the probe records, or may do so before the next end. */
    public boolean isRecording(Class<?> probe) {
        return false;
    }

    /** Records that a control object was opened; {@code name} may be null. */
    public void open(Class<?> probe, Object controlObject, String name) {}

    /** Records that a control object was closed. */
    public void close(Class<?> probe, Object controlObject) {}

    /** Begins a split of the call tree; null does not split. */
    public void enterSplit(Class<?> probe, String description) {}

    /** Ends the innermost split of the calling thread. */
    public void exitSplit(Throwable error) {}

    /** Starts to record a probe, by its class name or name, or all probes. */
    public void startRecording(String probe, boolean events) {}

    /** Stops the recording. */
    public void stopRecording(String probe) {}

    /** Records an event for a moment that the application marks. */
    public void bookmark(String description) {}

    /** Counts code of a payload probe that failed, or that cannot be used. Prints the line, unless it is null. */
    public void handlerFailed(String line) {}

    /** SIM's runtime, found by the loader of this API or by the application's loader; null without SIM. */
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
                    System.err.println("sim: " + line(PayloadRuntime.class.getClassLoader()));
                }
                return new PayloadRuntime();
            }
        }
    }

    /** In one line of the screen: what a server's loader says of itself has several. Package-private for its test. */
    static String line(ClassLoader loader) {
        return "the payload API in " + loader.getClass().getSimpleName()
                + " is of another release: nothing of it is recorded. Bring SIM's, or leave it to SIM";
    }
}
