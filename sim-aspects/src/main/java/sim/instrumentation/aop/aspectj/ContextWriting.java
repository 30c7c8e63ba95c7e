package sim.instrumentation.aop.aspectj;

import java.lang.reflect.AnnotatedElement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.Signature;
import org.aspectj.lang.reflect.CodeSignature;
import org.aspectj.lang.reflect.ConstructorSignature;
import org.aspectj.lang.reflect.MethodSignature;
import sim.context.Context;
import sim.instrumentation.annotation.WriteToContext;
import sim.metrics.probe.Metering;

/** Called by the writer and counter aspects: reads values from a join point and writes them into the current context. */
final class ContextWriting {
    /** The most values that are read of a map, because a map may have no end. */
    private static final int MOST_VALUES = 10_000;
    private static final String REDACTED = "[redacted]";
    private static final String[] NONE = {};

    private ContextWriting() {}

    /**
     * The default values before: the arguments of a method or constructor, the new value of a field, the message of a handled exception.
     */
    static Map<String, Object> defaultBefore(JoinPoint joinPoint) {
        Map<String, Object> values = new LinkedHashMap<>();
        Object[] args = joinPoint.getArgs();
        String key = key(joinPoint);
        switch (joinPoint.getKind()) {
            case JoinPoint.METHOD_EXECUTION, JoinPoint.CONSTRUCTOR_EXECUTION -> {
                String[] names = ((CodeSignature) joinPoint.getSignature()).getParameterNames();
                String[] redacted = redacted(joinPoint);
                for (int i = 0; i < args.length; i++) {
                    String name = names == null ? "arg" + i : names[i];
                    values.put(key + ".params." + name, isIn(redacted, name) ? REDACTED : args[i]);
                }
                if (args.length > 0 && redacted.length == 0 && (names == null || isNameless(names))) {
                    Metering.runtime().wroteNameless(key, args.length);
                }
            }
            case JoinPoint.FIELD_SET -> values.put(key + ".value", args[0]);
            case JoinPoint.EXCEPTION_HANDLER -> {
                Throwable handled = (Throwable) args[0];
                String message = Metering.runtime().messageOf(handled);
                values.put(key + ".exception", message == null ? handled.getClass().getName() : message);
            }
            default -> {
                // no values are known before other join points
            }
        }
        return values;
    }

    /** The default values after: the result of a method that has one, the value of a field that was read. */
    static Map<String, Object> defaultAfter(JoinPoint joinPoint, Object returned) {
        Map<String, Object> values = new LinkedHashMap<>();
        switch (joinPoint.getKind()) {
            case JoinPoint.METHOD_EXECUTION -> {
                if (((MethodSignature) joinPoint.getSignature()).getReturnType() != void.class) {
                    values.put(key(joinPoint) + ".result", isIn(redacted(joinPoint), "result") ? REDACTED : returned);
                }
            }
            case JoinPoint.FIELD_GET -> values.put(key(joinPoint) + ".value", returned);
            default -> {
                // a constructor has no result
            }
        }
        return values;
    }

    /** What the method's annotation names. Both the signature and the method remember what they found. */
    private static String[] redacted(JoinPoint joinPoint) {
        AnnotatedElement member = joinPoint.getSignature() instanceof MethodSignature method
                ? method.getMethod()
                : joinPoint.getSignature() instanceof ConstructorSignature made ? made.getConstructor() : null;
        WriteToContext annotation = member == null ? null : member.getAnnotation(WriteToContext.class);
        return annotation == null ? NONE : annotation.redact();
    }

    /** What the weaver makes up where a class file has no names. */
    private static boolean isNameless(String[] names) {
        for (int i = 0; i < names.length; i++) {
            if (!names[i].startsWith("arg") || !names[i].equals("arg" + i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIn(String[] names, String name) {
        for (String each : names) {
            if (each.equals(name)) {
                return true;
            }
        }
        return false;
    }

    static void before(AbstractContextWriter writer, JoinPoint joinPoint) {
        RunningHooks hooks = null;
        try {
            hooks = RunningHooks.enter(writer);
            if (hooks != null) {
                writer.beforeInvoke(joinPoint);
            }
        } catch (Throwable failure) {
            writer.own.failed("beforeInvoke", failure);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
    }

    static void afterReturning(AbstractContextWriter writer, JoinPoint joinPoint, Object returned) {
        RunningHooks hooks = null;
        try {
            hooks = RunningHooks.enter(writer);
            if (hooks != null) {
                writer.afterReturningInvoke(joinPoint, returned);
            }
        } catch (Throwable failure) {
            writer.own.failed("afterReturningInvoke", failure);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
    }

    /** The default hook. Without a context nothing is read either, because reading may call the application's code. */
    static void writeBefore(AbstractContextWriter writer, JoinPoint joinPoint) {
        try {
            Context context = Metering.runtime().currentContext();
            write(context, context == null ? null : writer.readValuesBefore(joinPoint));
        } catch (Throwable failure) {
            writer.own.failed(reader(writer, "readValuesBefore", "readValuesBeforeExecution"), failure);
        }
    }

    static void writeAfter(AbstractContextWriter writer, JoinPoint joinPoint, Object returned) {
        try {
            Context context = Metering.runtime().currentContext();
            write(context, context == null ? null : writer.readValuesAfter(joinPoint, returned));
        } catch (Throwable failure) {
            writer.own.failed(reader(writer, "readValuesAfter", "readValuesAfterReturningExecution"), failure);
        }
    }

    /** The name of the hook that an aspect has overridden. There are two names; the first hook calls the second. */
    private static String reader(AbstractContextWriter writer, String first, String second) {
        return writer.own.has(first) ? first : second;
    }

    static void after(AbstractContextWriter writer, JoinPoint joinPoint) {
        RunningHooks hooks = null;
        try {
            hooks = RunningHooks.enter(writer);
            if (hooks != null) {
                writer.afterInvoke(joinPoint);
            }
        } catch (Throwable failure) {
            writer.own.failed("afterInvoke", failure);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
    }

    static void count(AbstractContextCounter counter, JoinPoint joinPoint) {
        RunningHooks hooks = null;
        try {
            hooks = RunningHooks.enter(counter);
            if (hooks != null) {
                Context context = Metering.runtime().currentContext();
                Metering.runtime().increment(context == null ? "" : counter.getCounterName(joinPoint, context));
            }
        } catch (Throwable failure) {
            counter.own.failed("getCounterName", failure);
        } finally {
            if (hooks != null) {
                hooks.aspects[--hooks.depth] = null;
                if (hooks.interrupted[hooks.depth]) {
                    hooks.interruptAgain();
                }
            }
        }
    }

    private static void write(Context context, Map<String, Object> values) {
        if (context == null || values == null) {
            Metering.runtime().write(Map.of());
            return;
        }
        int left = MOST_VALUES;
        for (Map.Entry<String, Object> value : values.entrySet()) {
            if (left-- == 0) {
                throw new IllegalStateException(
                        "it gives more than " + MOST_VALUES + " values, and SIM does not read the rest");
            }
            context.put(value.getKey(), value.getValue());
        }
    }

    private static String key(JoinPoint joinPoint) {
        Signature member = joinPoint instanceof HandlerJoinPoint
                ? ((HandlerJoinPoint) joinPoint).enclosing().getSignature()
                : joinPoint.getSignature();
        return member.getDeclaringTypeName() + "." + member.getName();
    }
}
