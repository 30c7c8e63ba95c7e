package sim.payload.spi;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * SIM's runtime for a second copy of the API: an application's class loader that looks into itself first has loaded this copy,
 * and SIM uses another one. Only types of the JDK cross between the copies. The method handles are constants, so a call costs no
 * more than usual.
 */
final class OtherRuntime extends PayloadRuntime {
    private static final Object RUNTIME = PayloadRuntime.locate();
    private static final MethodHandle ENTER = handle("enter", void.class, Class.class, Object.class, Enum.class);
    private static final MethodHandle EXIT = handle("exit", void.class, String.class, Throwable.class);
    private static final MethodHandle EXIT_AS = handle("exit", void.class, Class.class, String.class, Object.class,
            Enum.class, Throwable.class);
    private static final MethodHandle IS_ACTIVE = handle("isActive", boolean.class);
    private static final MethodHandle IS_RECORDING = handle("isRecording", boolean.class, Class.class);
    private static final MethodHandle OPEN = handle("open", void.class, Class.class, Object.class, String.class);
    private static final MethodHandle CLOSE = handle("close", void.class, Class.class, Object.class);
    private static final MethodHandle ENTER_SPLIT = handle("enterSplit", void.class, Class.class, String.class);
    private static final MethodHandle EXIT_SPLIT = handle("exitSplit", void.class, Throwable.class);
    private static final MethodHandle START = handle("startRecording", void.class, String.class, boolean.class);
    private static final MethodHandle STOP = handle("stopRecording", void.class, String.class);

    private static final MethodHandle BOOKMARK = handle("bookmark", void.class, String.class);

    private static MethodHandle handle(String method, Class<?> returned, Class<?>... parameters) {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(RUNTIME.getClass(), method, MethodType.methodType(returned, parameters))
                    .bindTo(RUNTIME);
        } catch (ReflectiveOperationException otherRelease) {
            throw new IllegalStateException("it has no " + otherRelease.getMessage(), otherRelease);
        }
    }

    @Override
    public void enter(Class<?> probe, Object controlObject, Enum<?> type) {
        try {
            ENTER.invokeExact(probe, controlObject, type);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public void exit(String description, Throwable error) {
        try {
            EXIT.invokeExact(description, error);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public void exit(Class<?> probe, String description, Object controlObject, Enum<?> type, Throwable error) {
        try {
            EXIT_AS.invokeExact(probe, description, controlObject, type, error);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public boolean isActive() {
        try {
            return (boolean) IS_ACTIVE.invokeExact();
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public boolean isRecording(Class<?> probe) {
        try {
            return (boolean) IS_RECORDING.invokeExact(probe);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public void open(Class<?> probe, Object controlObject, String name) {
        try {
            OPEN.invokeExact(probe, controlObject, name);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public void close(Class<?> probe, Object controlObject) {
        try {
            CLOSE.invokeExact(probe, controlObject);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public void enterSplit(Class<?> probe, String description) {
        try {
            ENTER_SPLIT.invokeExact(probe, description);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public void exitSplit(Throwable error) {
        try {
            EXIT_SPLIT.invokeExact(error);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public void startRecording(String probe, boolean events) {
        try {
            START.invokeExact(probe, events);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public void stopRecording(String probe) {
        try {
            STOP.invokeExact(probe);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    @Override
    public void bookmark(String description) {
        try {
            BOOKMARK.invokeExact(description);
        } catch (Throwable impossible) {
            throw failed(impossible);
        }
    }

    /** The runtime throws only what the JVM throws when a stack is full. */
    private static Error failed(Throwable failure) {
        return failure instanceof Error error ? error : new InternalError(failure);
    }
}
