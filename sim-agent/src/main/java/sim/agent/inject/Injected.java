package sim.agent.inject;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import sim.metrics.failure.Fatal;
import sim.metrics.probe.Metering;

/**
 * What the code put into intercepted methods calls. A begin is a call site that is linked when the method runs first: then its probes are
 * loaded. While none of them records it is a load or two. Never throws, and nothing is handed to it that was not there.
 */
public final class Injected {
    private static final MethodHandle ON;
    private static final MethodHandle BEGIN;
    private static final MethodHandle BEGIN_MANY;

    static {
        try {
            MethodHandles.Lookup here = MethodHandles.lookup();
            ON = here.findVirtual(Site.class, "isOn", MethodType.methodType(boolean.class));
            BEGIN = here.findVirtual(Site.class, "begin", MethodType.genericMethodType(Invocation.FEW));
            BEGIN_MANY = here.findVirtual(Site.class, "beginMany",
                    MethodType.methodType(Object.class, Object[].class));
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
            List<Interception> wanted = Selections.of(number);
            for (Interception each : wanted) {
                place(each, site, caller, descriptor);
            }
            MethodHandle begin = begin(site, type, wanted);
            return new ConstantCallSite(MethodHandles.guardWithTest(ON.bindTo(site), begin, nothing));
        } catch (Exception | LinkageError failure) {
            Metering.runtime().failed(failure);
            return new ConstantCallSite(nothing);
        }
    }

    /** What begins a call: with the values that a handler reads alone, for others of them would be boxed in vain. */
    private static MethodHandle begin(Site site, MethodType type, List<Interception> wanted) {
        int values = type.parameterCount();
        if (values > Invocation.FEW) {
            return BEGIN_MANY.bindTo(site).asCollector(Object[].class, values).asType(type);
        }
        MethodHandle begin = MethodHandles.insertArguments(BEGIN.bindTo(site), values,
                new Object[Invocation.FEW - values]);
        for (int i = 0; i < values; i++) {
            int value = i;
            if (wanted.stream().noneMatch(each -> each.reads(value))) {
                begin = MethodHandles.dropArguments(MethodHandles.insertArguments(begin, i, (Object) null), i,
                        type.parameterType(i));
            }
        }
        return begin.asType(type);
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
