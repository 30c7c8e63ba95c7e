package woven;

import sim.payload.injected.Probe;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;
import sim.payload.injected.parameter.Parameter;

/** Asks for a class that is not on the class path. */
@Probe(name = "Apart")
public class ApartProbe {
    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "apart.Shelf", methodName = "find", parameterTypes = ".."))
    public static String find(@Parameter(0) Object key) {
        return "found " + key;
    }
}
