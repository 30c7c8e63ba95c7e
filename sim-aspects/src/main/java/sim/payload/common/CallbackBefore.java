package sim.payload.common;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * A callback that a library gets instead of the application's own one, and that passes every call on to it. It is a proxy of the
 * library's interface, which SIM's class loader does not see. Called on the library's threads.
 */
public abstract class CallbackBefore implements InvocationHandler {
    /** The application's own callback, or null. */
    private Object own;

    /**
     * Makes the proxy.
     *
     * @param type the name of the library's interface
     * @param library a loader that sees it
     * @param before the application's own callback, or null
     * @return the proxy; the application's own callback if that is not possible
     */
    protected final Object standBefore(String type, ClassLoader library, Object before) {
        try {
            own = before;
            Class<?> callback = Class.forName(type, false, library);
            return Proxy.newProxyInstance(callback.getClassLoader(), new Class<?>[]{callback}, this);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return before;
        }
    }

    /** Called when the library calls a method of the interface, also one of a later version. */
    protected abstract void told(String method, Object[] arguments);

    @Override
    public final Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> String.valueOf(own);
            };
        }
        try {
            told(method.getName(), arguments);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
        if (own == null) {
            return null;
        }
        try {
            return method.invoke(own, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
