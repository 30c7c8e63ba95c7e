package woven;

import sim.payload.injected.Probe;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;
import sim.payload.injected.parameter.Parameter;
import sim.payload.injected.parameter.ThisValue;

/** Says what was asked for, at a method with values nobody reads. */
@Probe(name = "Cost")
public final class CostProbe {
    private CostProbe() {}

    @PayloadInterception(invokeOn = InvocationType.ENTER, method = @MethodSpec(className = "woven.Cost", methodName = "find", parameterTypes = {
            "java.lang.String", "long", "double"}))
    public static String find(@ThisValue Object cost, @Parameter(0) String key) {
        return key;
    }

    @PayloadInterception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "woven.Cost", methodName = "last", parameterTypes = {}))
    public static String last(@ThisValue Object cost) {
        return "last";
    }
}
