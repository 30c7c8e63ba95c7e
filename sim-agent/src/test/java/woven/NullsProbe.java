package woven;

import sim.payload.injected.Probe;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;

/** Methods of the JDK that {@link Nulls} calls on null, and one that may not be called in another way. */
@Probe(name = "Nulls", description = "calls that go wrong")
public class NullsProbe {
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.io.InputStream", methodName = "read", parameterTypes = "..", subtypes = true))
    public static String read() {
        return "read";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.util.Map", methodName = "get", parameterTypes = "java.lang.Object", subtypes = true))
    public static String get() {
        return "get";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.util.concurrent.BlockingQueue", methodName = "offer", parameterTypes = {
            "java.lang.Object", "long", "java.util.concurrent.TimeUnit"}, subtypes = true))
    public static String offer() {
        return "offer";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "java.lang.String", methodName = "codePointCount", parameterTypes = {
            "int", "int"}))
    public static String count() throws Told {
        throw new Told();
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.lang.Throwable", methodName = "fillInStackTrace", subtypes = true))
    public static String filled() {
        return "filled";
    }

    /** An exception that cannot even be said. */
    static final class Told extends Exception {
        @Override
        public String toString() {
            throw new IllegalStateException("cannot be told");
        }
    }
}
