package woven;

import sim.payload.injected.Payload;
import sim.payload.injected.Probe;
import sim.payload.injected.ProbeContext;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;
import sim.payload.injected.interception.SplitInterception;
import sim.payload.injected.parameter.Parameter;
import sim.payload.injected.parameter.ThisValue;

/** Of each kind an interception, each of a probe of its own: within one, a payload inside another would be none. */
public final class OverflowProbe {
    private static final String OWNER = "woven.OverflowingPayloads$Work";

    private OverflowProbe() {}

    /** At the beginning, by a text. */
    @Probe(name = "Enter")
    public static class Enter {
        @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = OWNER, methodName = "enter", parameterTypes = ".."))
        public static String text(@Parameter(0) String text) {
            return text;
        }
    }

    /** At the end. */
    @Probe(name = "Exit")
    public static class Exit {
        @PayloadInterception(invokeOn = InvocationType.EXIT, exceptionPayloads = true, method = @MethodSpec(className = OWNER, methodName = "exit", parameterTypes = ".."))
        public static String text(@Parameter(0) String text) {
            return text;
        }
    }

    /** With an object. */
    @Probe(name = "Object", controlObjects = true)
    public static class WithObject {
        @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = OWNER, methodName = "object", parameterTypes = ".."))
        public static Payload payload(ProbeContext context, @Parameter(0) String text, @ThisValue Object object) {
            return context.createPayload(text, object, null);
        }
    }

    /** Inside itself, too. */
    @Probe(name = "Reentrant")
    public static class Reentrant {
        @PayloadInterception(invokeOn = InvocationType.ENTER, reentrant = true, exceptionPayloads = true, method = @MethodSpec(className = OWNER, methodName = "reentrant", parameterTypes = ".."))
        public static String text(@Parameter(0) String text) {
            return text;
        }
    }

    /** A split. */
    @Probe(name = "Split")
    public static class Split {
        @SplitInterception(exceptionPayloads = true, method = @MethodSpec(className = OWNER, methodName = "split", parameterTypes = ".."))
        public static String text(@Parameter(0) String text) {
            return text;
        }
    }

    /** A call of a static method of the JDK. */
    @Probe(name = "Jdk")
    public static class Jdk {
        @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "java.lang.Integer", methodName = "parseInt", parameterTypes = ".."))
        public static String text(@Parameter(0) String text) {
            return text;
        }
    }

    /** One of an object of the JDK, by which is split. */
    @Probe(name = "JdkSplit")
    public static class JdkSplit {
        @SplitInterception(exceptionPayloads = true, method = @MethodSpec(className = "java.lang.String", methodName = "repeat", parameterTypes = ".."))
        public static String text(@ThisValue Object text) {
            return (String) text;
        }
    }
}
