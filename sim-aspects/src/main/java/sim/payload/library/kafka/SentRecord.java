package sim.payload.library.kafka;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import sim.metrics.probe.LoosePayload;
import sim.payload.common.FlowContexts;

/** A record on its way, until it is acknowledged, which ends on the producer's own thread. */
public final class SentRecord implements InvocationHandler {
    private static final String CALLBACK = "org.apache.kafka.clients.producer.Callback";

    private final LoosePayload payload;
    private final String text;
    /** The application's own, or null. */
    private Object callback;

    SentRecord(LoosePayload payload, String text) {
        this.payload = payload;
        this.text = text;
    }

    /** What the producer is to tell: as the library's own type, which SIM's class loader does not see. */
    public Object callback(Class<?> producer, Object own) {
        try {
            callback = own;
            Class<?> type = Class.forName(CALLBACK, false, producer.getClassLoader());
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type}, this);
        } catch (Throwable failure) {
            FlowContexts.failed(failure);
            return own;
        }
    }

    /** The producer did not take it. */
    public void refused() {
        payload.end(text, KafkaProbe.Type.SEND, new IllegalStateException());
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "onCompletion" -> payload.end(text, KafkaProbe.Type.SEND, (Throwable) arguments[1]);
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
