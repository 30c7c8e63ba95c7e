package sim.agent.inject;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import sim.base.failure.Fatal;
import sim.metrics.probe.Metering;

/**
 * Called by the code that SIM puts into intercepted methods. A begin is an invokedynamic call site. Linking it, at the method's first run,
 * loads its probes. While none of them records, it costs a load or two. Never throws. Handlers are given only values that the method has
 * anyway.
 */
public final class Injected {
    private static final MethodHandle ON;
    private static final MethodHandle BEGIN;
    private static final MethodHandle BEGIN_MANY;
    private static final MethodHandle AFTER;
    private static final MethodHandle ENDED;
    private static final MethodHandle MADE;
    private static final MethodHandle LEFT;

    static {
        try {
            MethodHandles.Lookup here = MethodHandles.lookup();
            ON = here.findVirtual(Site.class, "isOn", MethodType.methodType(boolean.class));
            BEGIN = here.findVirtual(Site.class, "begin",
                    MethodType.genericMethodType(InterceptedCall.FEW).changeReturnType(Begun.class));
            BEGIN_MANY = here.findVirtual(Site.class, "beginMany",
                    MethodType.methodType(Begun.class, Object[].class));
            AFTER = here.findStatic(Injected.class, "after",
                    MethodType.methodType(void.class, Throwable.class, Object.class, Object.class));
            ENDED = here.findStatic(Injected.class, "ended",
                    MethodType.methodType(void.class, Throwable.class, Object.class));
            MADE = here.findStatic(Injected.class, "made",
                    MethodType.methodType(void.class, Throwable.class, Object.class, Object.class));
            LEFT = here.findStatic(Injected.class, "left",
                    MethodType.methodType(void.class, Throwable.class, Object.class));
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private Injected() {}

    /**
     * The bootstrap method of a begin. The first argument of the call site is the object, or null; the others are the method's arguments.
     *
     * @param number     of the method's interceptions, see {@link Selections}
     * @param descriptor the method's descriptor
     */
    public static CallSite begin(MethodHandles.Lookup caller, String method, MethodType type, int number,
            String descriptor) {
        MethodHandle nothing = MethodHandles.dropArguments(MethodHandles.constant(type.returnType(), null), 0,
                type.parameterArray());
        try {
            Site site = new Site(caller.lookupClass(), method.equals("_init_") ? "<init>" : method, null);
            List<Interception> wanted = Selections.of(number);
            for (Interception each : wanted) {
                place(each, site, site.owner, caller, descriptor, null);
            }
            MethodHandle begin = begin(site, type, wanted, false);
            return new ConstantCallSite(MethodHandles.guardWithTest(ON.bindTo(site), begin, nothing));
        } catch (Exception | LinkageError failure) {
            Metering.runtime().failed(failure);
            return new ConstantCallSite(nothing);
        }
    }

    /** What begins a call. It gets only the values that a handler reads; boxing the others would be wasted. */
    private static MethodHandle begin(Site site, MethodType type, List<Interception> wanted, boolean asksObject) {
        int values = type.parameterCount();
        if (values > InterceptedCall.FEW) {
            return BEGIN_MANY.bindTo(site).asCollector(Object[].class, values).asType(type);
        }
        MethodHandle begin = MethodHandles.insertArguments(BEGIN.bindTo(site), values,
                new Object[InterceptedCall.FEW - values]);
        for (int i = 0; i < values; i++) {
            int value = i;
            if (!(asksObject && i == 0) && wanted.stream().noneMatch(each -> each.reads(value))) {
                begin = MethodHandles.dropArguments(MethodHandles.insertArguments(begin, i, (Object) null), i,
                        type.parameterType(i));
            }
        }
        return begin.asType(type);
    }

    /**
     * The bootstrap method of a call of a JDK method. The call site replaces the call itself.
     *
     * @param type       of the call: the object, if there is one, comes before the arguments
     * @param called     the method
     * @param number     of the call's interceptions, see {@link Selections}
     * @param descriptor the method's descriptor
     */
    public static CallSite call(MethodHandles.Lookup caller, String name, MethodType type, MethodHandle called,
            int number, String descriptor) {
        MethodHandle plain = called.asFixedArity().asType(type);
        try {
            MethodHandleInfo method = caller.revealDirect(called);
            Site site = new Site(method.getDeclaringClass(), method.getName(),
                    CallPlace.of(caller.lookupClass()));
            List<Interception> meant = new ArrayList<>();
            boolean asksObject = false;
            for (Interception each : Selections.of(number)) {
                Class<?> owner = Class.forName(each.method().owner().replace('/', '.'), false,
                        ClassLoader.getPlatformClassLoader());
                boolean dispatches = method.getReferenceKind() == MethodHandleInfo.REF_invokeVirtual
                        || method.getReferenceKind() == MethodHandleInfo.REF_invokeInterface;
                if (dispatches
                        ? Receivers.mayBeMeant(method)
                        : Receivers.isMeant(each.method(), owner, method.getDeclaringClass())) {
                    meant.add(each);
                    asksObject |= dispatches;
                    place(each, site, owner, caller, descriptor, !dispatches
                            ? null
                            : Receivers.of(each.method(), owner, method.getName(),
                                    method.getMethodType().parameterArray()));
                }
            }
            return new ConstantCallSite(
                    meant.isEmpty() ? plain : around(site, plain, method.getReferenceKind(), meant, asksObject));
        } catch (Exception | LinkageError failure) {
            Metering.runtime().failed(failure);
            return new ConstantCallSite(plain);
        }
    }

    private static MethodHandle around(Site site, MethodHandle plain, int kind, List<Interception> meant,
            boolean asksObject) {
        MethodType type = plain.type();
        boolean hasObject = kind != MethodHandleInfo.REF_invokeStatic && kind != MethodHandleInfo.REF_newInvokeSpecial;
        MethodType values = type.changeReturnType(Object.class).generic();
        for (int i = 0; i < type.parameterCount(); i++) { // SIM's loader may not see these types, so they are passed as objects
            if (type.parameterType(i).isPrimitive()) {
                values = values.changeParameterType(i, type.parameterType(i));
            }
        }
        MethodHandle begin = hasObject
                ? begin(site, values, meant, asksObject)
                : MethodHandles.insertArguments(begin(site, values.insertParameterTypes(0, Object.class), meant, false),
                        0, (Object) null);
        MethodHandle call = MethodHandles.tryFinally(MethodHandles.dropArguments(plain, 0, Object.class),
                after(type.returnType(), kind == MethodHandleInfo.REF_newInvokeSpecial, meant));
        // This store stands outside the handler that ends the call. The stack has one frame less here, and a store needs less of it than the begin, which had
        // succeeded
        call = MethodHandles.tryFinally(call, cleanup(type.returnType(), LEFT));
        MethodHandle around = MethodHandles.foldArguments(call, begin.asType(type.changeReturnType(Object.class)));
        return MethodHandles.guardWithTest(ON.bindTo(site), around, plain);
    }

    /** What ends a call. Its arguments are what was thrown, what is returned, and what the begin returned. */
    private static MethodHandle after(Class<?> returned, boolean makes, List<Interception> meant) {
        if (makes || returned != void.class && meant.stream().anyMatch(Interception::wantsResult)) {
            return cleanupOfResult(returned, makes ? MADE : AFTER);
        }
        return cleanup(returned, ENDED);
    }

    private static MethodHandle cleanup(Class<?> returned, MethodHandle end) {
        return returned == void.class
                ? end
                : cleanupOfResult(returned, MethodHandles.dropArguments(end, 1, Object.class));
    }

    private static MethodHandle cleanupOfResult(Class<?> returned, MethodHandle end) {
        MethodHandle result = MethodHandles.dropArguments(MethodHandles.identity(returned), 0, Throwable.class);
        return MethodHandles.foldArguments(MethodHandles.dropArguments(result, 2, Object.class),
                end.asType(MethodType.methodType(void.class, Throwable.class, returned, Object.class)));
    }

    private static void after(Throwable error, Object result, Object begun) {
        if (begun != null) {
            Site.end((InterceptedCall) begun, error == null ? result : null, error);
        }
    }

    private static void ended(Throwable error, Object begun) {
        after(error, null, begun);
    }

    private static void left(Throwable error, Object begun) {
        if (error != null && begun != null) {
            ((Begun) begun).left = true;
        }
    }

    /** Ends the call of a constructor. Only now is there an object to show to handlers. */
    private static void made(Throwable error, Object made, Object begun) {
        for (InterceptedCall at = (InterceptedCall) begun; at != null; at = at.before) {
            if (error == null && at.values != null) {
                at.values[0] = made;
            }
        }
        ended(error, begun);
    }

    private static void place(Interception wanted, Site site, Class<?> owner, MethodHandles.Lookup caller,
            String descriptor, Receivers receivers) {
        try {
            if (wanted.script() != null) {
                wanted.script().place(wanted, site, owner, caller, descriptor, receivers);
            } else {
                site.add(Placed.of(wanted, ProbeClasses.load(wanted.probe(), caller.lookupClass().getClassLoader()),
                        receivers));
            }
        } catch (Throwable failure) {
            LoadedProbe.RUNTIME.handlerFailed("the payload probe's handler " + wanted.said() + " cannot be called for "
                    + wanted.method() + ": " + failure);
            Fatal.pass(failure);
        }
    }

    /** Ends a call that returned, without its result. */
    public static void end(Object begun) {
        if (begun != null) {
            Site.end((InterceptedCall) begun, null, null);
        }
    }

    /** Ends a call that returned, with its result. */
    public static void returned(Object result, Object begun) {
        if (begun != null) {
            Site.end((InterceptedCall) begun, result, null);
        }
    }

    /** Ends a call that threw. */
    public static void threw(Throwable error, Object begun) {
        if (begun != null) {
            Site.end((InterceptedCall) begun, null, error);
        }
    }
}
