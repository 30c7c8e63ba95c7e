package sim.payload.library.apache;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CancellationException;
import sim.metrics.probe.LoosePayload;
import sim.payload.common.FlowContexts;
import sim.payload.library.client.ClientPayloads;

/**
 * A request of the asynchronous client, from its sending to its callback, which is told what it would be told. Begins on the
 * application's thread, ends on one of the client's.
 */
public final class AsyncRequest implements InvocationHandler {
    private static final String CALLBACK = "org.apache.hc.core5.concurrent.FutureCallback";
    private static final ThreadLocal<AsyncRequest> SENDING = new ThreadLocal<>();

    private final LoosePayload payload;
    private final AsyncRequest outer = SENDING.get();
    /** Known before the answer can come. */
    private volatile String text;
    /** The application's own, or null. */
    private Object callback;

    AsyncRequest(LoosePayload payload) {
        this.payload = payload;
        SENDING.set(this);
    }

    /** The one the calling thread is just sending, or null. */
    static AsyncRequest sending() {
        return SENDING.get();
    }

    void called(String known) {
        text = known;
    }

    /** What the client is to tell: as the library's own type, which SIM's class loader does not see. */
    public Object callback(Object client, Object own) {
        try {
            callback = own;
            Class<?> type = Class.forName(CALLBACK, false, client.getClass().getClassLoader());
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type}, this);
        } catch (Throwable failure) {
            FlowContexts.failed(failure);
            return own;
        }
    }

    /** The calling thread has sent it. */
    public void isSent() {
        if (outer == null) {
            SENDING.remove();
        } else {
            SENDING.set(outer);
        }
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "completed" -> ClientPayloads.end(payload, text, ApacheHttpCalls.status(arguments[0]), null);
            case "failed" -> ClientPayloads.end(payload, text, 0, (Throwable) arguments[0]);
            case "cancelled" -> ClientPayloads.end(payload, text, 0, new CancellationException());
            case "equals" -> {
                return proxy == arguments[0];
            }
            case "hashCode" -> {
                return System.identityHashCode(proxy);
            }
            case "toString" -> {
                return String.valueOf(callback);
            }
            default -> {
                // a later version's: the application's own answers
            }
        }
        if (callback == null) {
            return null;
        }
        try {
            return method.invoke(callback, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }
}
