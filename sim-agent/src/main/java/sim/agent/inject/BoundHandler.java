package sim.agent.inject;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import sim.base.failure.Fatal;

/** A handler bound to its arguments' sources, ready to be called. Never throws. */
final class BoundHandler {
    /** The most characters of a failure in its line. */
    private static final int MOST_SAID = 1_000;

    final Handler handler;
    private final MethodHandle target;
    private final Source[] sources;
    /** What each parameter gets if there is no value for it: 0 or false for a primitive type, else null. */
    private final Object[] otherwise;
    private final String said;
    /** The script's probe, if the script's code has steps to count; else null. */
    private final LoadedProbe counted;
    private boolean failed;

    private BoundHandler(Handler handler, MethodHandle found, List<Source> sources, String said, LoadedProbe counted) {
        MethodType type = found.type();
        this.handler = handler;
        this.said = said;
        this.counted = counted;
        this.target = found.asType(type.generic()).asSpreader(Object[].class, type.parameterCount());
        this.sources = sources.toArray(Source[]::new);
        this.otherwise = new Object[type.parameterCount()];
        for (int i = 0; i < otherwise.length; i++) {
            Class<?> parameter = type.parameterType(i);
            otherwise[i] = parameter.isPrimitive() ? Array.get(Array.newInstance(parameter, 1), 0) : null;
        }
    }

    /** The handler of a probe class. */
    static BoundHandler of(Handler handler, LoadedProbe probe, String said) throws ReflectiveOperationException {
        MethodType type = MethodType.fromMethodDescriptorString(handler.descriptor(), probe.type.getClassLoader());
        MethodHandle found = MethodHandles.publicLookup().in(probe.type).findStatic(probe.type, handler.method(), type);
        return new BoundHandler(handler, found, handler.sources(), "the payload probe's handler " + said, null);
    }

    /**
     * The handler of a compiled script. Its arguments are the object, the method's arguments, the result and the error.
     *
     * @param counted the script's probe, if its code has steps to count; else null
     */
    static BoundHandler of(Handler handler, MethodHandle script, LoadedProbe counted) {
        List<Source> sources = new ArrayList<>(List.of(new Source(Source.Kind.THIS, 0)));
        for (int i = 0; i < script.type().parameterCount() - 3; i++) {
            sources.add(new Source(Source.Kind.PARAMETER, i));
        }
        sources.add(new Source(Source.Kind.RETURNED, 0));
        sources.add(new Source(Source.Kind.ERROR, 0));
        return new BoundHandler(handler, script, sources, "the script " + handler.method(), counted);
    }

    /** Calls the handler and returns what it returns; null if it returns nothing or throws. */
    Object call(InterceptedCall at, LoadedProbe.State state) {
        Object[] arguments = state.arguments(sources.length);
        ScriptBudget budget = counted == null ? null : ScriptBudget.ofThread();
        int depth = budget == null ? 0 : budget.depth;
        state.inHandler = true;
        try {
            for (int i = 0; i < sources.length; i++) {
                Object value = sources[i].of(at);
                arguments[i] = value == null ? otherwise[i] : value;
            }
            if (budget != null) {
                budget.begin();
            }
            return (Object) target.invokeExact(arguments);
        } catch (Throwable failure) {
            if (!(failure instanceof ScriptStopped)) {
                failed(failure);
            }
            return null;
        } finally {
            state.inHandler = false; // a store, no call: on a full stack a call would fail, and the flag would stay set
            String spent = null;
            if (budget != null && budget.depth > depth) {
                budget.depth = depth;
                spent = budget.spent;
            }
            LoadedProbe.State.forget(arguments);
            if (spent != null) {
                stopped(spent);
            }
        }
    }

    private void stopped(String why) {
        if (counted.stop()) {
            LoadedProbe.RUNTIME.scriptStopped(said + " is switched off, for it " + why + " in one call");
        }
    }

    private void failed(Throwable failure) {
        boolean isFirst = !failed;
        failed = true;
        LoadedProbe.RUNTIME.handlerFailed(isFirst ? line(failure) : null);
        Fatal.pass(failure);
    }

    /** Null where the heap has no room for it: the next failure is said then. */
    private String line(Throwable failure) {
        try {
            return said + " threw " + text(failure)
                    + "; the application continues, and further failures are counted as payloads.handlers.failed";
        } catch (OutOfMemoryError full) {
            failed = false;
            return null;
        }
    }

    /** The failure as text. Its {@code toString} may be the application's code. */
    private static String text(Throwable failure) {
        try {
            String text = failure.toString();
            return text.length() > MOST_SAID ? text.substring(0, MOST_SAID) + "..." : text;
        } catch (Throwable another) {
            Fatal.pass(another);
            return failure.getClass().getName();
        }
    }
}
