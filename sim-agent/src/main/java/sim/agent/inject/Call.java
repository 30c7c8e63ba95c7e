package sim.agent.inject;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.util.List;
import sim.metrics.probe.Metering;

/** A handler that can be called. Never throws. */
final class Call {
    final Handler handler;
    private final MethodHandle target;
    private final Source[] sources;
    /** What a parameter of a primitive type gets where there is nothing. */
    private final Object[] otherwise;
    private final String said;
    private boolean failed;

    Call(Handler handler, LoadedProbe probe, String said) throws ReflectiveOperationException {
        this.handler = handler;
        this.said = said;
        MethodType type = MethodType.fromMethodDescriptorString(handler.descriptor(), probe.type.getClassLoader());
        MethodHandle found = MethodHandles.publicLookup().in(probe.type).findStatic(probe.type, handler.method(), type);
        this.target = found.asType(type.generic()).asSpreader(Object[].class, type.parameterCount());
        List<Source> wanted = handler.sources();
        this.sources = wanted.toArray(Source[]::new);
        this.otherwise = new Object[sources.length];
        for (int i = 0; i < sources.length; i++) {
            Class<?> parameter = type.parameterType(i);
            otherwise[i] = parameter.isPrimitive() ? Array.get(Array.newInstance(parameter, 1), 0) : null;
        }
    }

    /** What the handler returns; null where it returns nothing, or throws. */
    Object call(Invocation at, LoadedProbe.State state) {
        state.inHandler = true;
        try {
            Object[] arguments = new Object[sources.length];
            for (int i = 0; i < sources.length; i++) {
                Object value = sources[i].of(at);
                arguments[i] = value == null ? otherwise[i] : value;
            }
            return (Object) target.invokeExact(arguments);
        } catch (Throwable failure) {
            failed(failure);
            return null;
        } finally {
            state.inHandler = false;
        }
    }

    private void failed(Throwable failure) {
        String line = failed
                ? null
                : "the payload probe's handler " + said + " threw " + failure
                        + "; the application goes on, further ones are counted as payloads.handlers.failed";
        failed = true;
        Metering.runtime().handlerFailed(line);
    }
}
