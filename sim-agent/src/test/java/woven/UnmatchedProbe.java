package woven;

import sim.payload.injected.Probe;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;

/** Asks for what is there and is not used by the program it is tried with. */
@Probe(name = "Unmatched")
public class UnmatchedProbe {
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "woven.Store", methodName = "find", parameterTypes = "..", subtypes = true))
    public static String store() {
        return "store";
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "java.util.zip.Deflater", methodName = "deflate", parameterTypes = ".."))
    public static String deflate() {
        return "deflate";
    }
}
