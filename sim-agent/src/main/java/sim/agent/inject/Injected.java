package sim.agent.inject;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import sim.metrics.failure.Fatal;
import sim.metrics.probe.Metering;

/**
 * What the code put into intercepted methods calls. A begin is a call site that is linked when the method runs first: then its probes are
 * loaded. While none of them records it is a load or two. Never throws, and nothing is handed to it that was not there.
 */
public final class Injected {
    private static final MethodHandle ON;
    private static final MethodHandle BEGIN;

    static {
        try {
            MethodHandles.Lookup here = MethodHandles.lookup();
            ON = here.findVirtual(Site.class, "isOn", MethodType.methodType(boolean.class));
            BEGIN = here.findVirtual(Site.class, "begin", MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private Injected() {}

    /**
     * The bootstrap of a begin, of which the first argument is the object, or null, and the others are the method's.
     *
     * @param number     of the method's interceptions, by {@link Selections}
     * @param descriptor the method's
     */
    public static CallSite begin(MethodHandles.Lookup caller, String method, MethodType type, int number,
            String descriptor) {
        MethodHandle nothing = MethodHandles.dropArguments(MethodHandles.constant(Object.class, null), 0,
                type.parameterArray());
        try {
            Site site = new Site(caller.lookupClass(), method.equals("_init_") ? "<init>" : method);
            for (Interception each : Selections.of(number)) {
                place(each, site, caller, descriptor);
            }
            MethodHandle begin = BEGIN.bindTo(site).asCollector(Object[].class, type.parameterCount()).asType(type);
            return new ConstantCallSite(MethodHandles.guardWithTest(ON.bindTo(site), begin, nothing));
        } catch (Exception | LinkageError failure) {
            Metering.runtime().failed(failure);
            return new ConstantCallSite(nothing);
        }
    }

    private static void place(Interception wanted, Site site, MethodHandles.Lookup caller, String descriptor) {
        try {
            if (wanted.script() != null) {
                wanted.script().place(wanted, site, caller, descriptor);
            } else {
                site.add(Placed.of(wanted, ProbeClasses.load(wanted.probe(), caller.lookupClass().getClassLoader())));
            }
        } catch (Throwable failure) {
            Metering.runtime().handlerFailed("the payload probe's handler " + wanted.said() + " cannot be called for "
                    + wanted.method() + ": " + failure);
            Fatal.pass(failure);
        }
    }

    /** A call that began returned. */
    public static void end(Object begun) {
        if (begun != null) {
            Site.end((Invocation) begun, null, null);
        }
    }

    /** The same with what it returned. */
    public static void returned(Object result, Object begun) {
        if (begun != null) {
            Site.end((Invocation) begun, result, null);
        }
    }

    /** It threw. */
    public static void threw(Throwable error, Object begun) {
        if (begun != null) {
            Site.end((Invocation) begun, null, error);
        }
    }
}
