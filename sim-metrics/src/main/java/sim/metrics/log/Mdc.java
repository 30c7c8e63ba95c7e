package sim.metrics.log;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The mapped diagnostic context of one logging library that the application has loaded: texts by key, of the calling thread, which its log lines can
 * show. Its methods are looked up once for a class. Any thread.
 */
final class Mdc {
    /** Held by the class itself: nothing here keeps a class loader alive. */
    private static final ClassValue<Mdc> BY_CLASS = new ClassValue<>() {
        @Override
        protected Mdc computeValue(Class<?> type) {
            try {
                return new Mdc(type);
            } catch (ReflectiveOperationException | LinkageError other) {
                return null;
            }
        }
    };

    private final MethodHandle get;
    private final MethodHandle put;
    private final MethodHandle remove;

    private Mdc(Class<?> type) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        get = lookup.findStatic(type, "get", MethodType.methodType(String.class, String.class));
        put = lookup.findStatic(type, "put", MethodType.methodType(void.class, String.class, String.class));
        remove = lookup.findStatic(type, "remove", MethodType.methodType(void.class, String.class));
    }

    /** That of a class; null if it is none. */
    static Mdc of(Class<?> type) {
        return BY_CLASS.get(type);
    }

    String get(String key) throws Throwable {
        return (String) get.invokeExact(key);
    }

    /** @param text null for none */
    void set(String key, String text) throws Throwable {
        if (text == null) {
            remove.invokeExact(key);
        } else {
            put.invokeExact(key, text);
        }
    }
}
