package sim.agent.inject;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Makes the lambdas of scripts. A script's class is hidden, so that it is unloaded with its script. The JDK's own way refers to the class
 * of a lambda's code by its name, and up to Java 17 cannot find a hidden one.
 */
public final class ScriptLambda {
    private static final MethodHandle MAKE;

    static {
        try {
            MAKE = MethodHandles.lookup().findStatic(ScriptLambda.class, "make", MethodType.methodType(Object.class,
                    Class.class, MethodHandle.class, MethodType.class, Object[].class));
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private ScriptLambda() {}

    /**
     * The bootstrap method, with the same arguments as the JDK's own.
     *
     * @param captured what the lambda captures, and the interface it implements
     * @param method   the interface's method as it is declared
     * @param code     the lambda's code
     * @param called   the method's type at this lambda
     */
    public static CallSite of(MethodHandles.Lookup caller, String name, MethodType captured, MethodType method,
            MethodHandle code, MethodType called) {
        MethodHandle make = MethodHandles.insertArguments(MAKE, 0, captured.returnType(), code, called);
        return new ConstantCallSite(make.asCollector(Object[].class, captured.parameterCount()).asType(captured));
    }

    private static Object make(Class<?> type, MethodHandle code, MethodType called, Object... captured) {
        return MethodHandleProxies.asInterfaceInstance(type,
                MethodHandles.insertArguments(code, 0, captured).asType(called));
    }
}
