package sim.payload.library.apache;

import java.util.concurrent.CancellationException;
import sim.payload.runtime.LoosePayload;
import sim.payload.common.CallbackBefore;
import sim.payload.library.client.ClientPayloads;

/**
 * A request of the asynchronous client, from its sending to its callback. Begins on the application's thread and ends on one of the
 * client's.
 */
public final class AsyncRequest extends CallbackBefore {
    private static final String CALLBACK = "org.apache.hc.core5.concurrent.FutureCallback";
    private static final ThreadLocal<AsyncRequest> SENDING = new ThreadLocal<>();

    private final LoosePayload payload;
    private final AsyncRequest outer = SENDING.get();
    /** The description, set before the answer can arrive. */
    private volatile String text;

    AsyncRequest(LoosePayload payload) {
        this.payload = payload;
        SENDING.set(this);
    }

    /** The request that the calling thread is sending now, or null. */
    static AsyncRequest sending() {
        return SENDING.get();
    }

    void called(String known) {
        text = known;
    }

    /** The callback for the client. */
    public Object callback(Object client, Object own) {
        return standBefore(CALLBACK, client.getClass().getClassLoader(), own);
    }

    /** Notes that the calling thread has sent it. */
    public void isSent() {
        if (outer == null) {
            SENDING.remove();
        } else {
            SENDING.set(outer);
        }
    }

    @Override
    protected void told(String method, Object[] arguments) {
        switch (method) {
            case "completed" -> ClientPayloads.end(payload, text, ApacheHttpCalls.status(arguments[0]), null);
            case "failed" -> ClientPayloads.end(payload, text, 0, (Throwable) arguments[0]);
            case "cancelled" -> ClientPayloads.end(payload, text, 0, new CancellationException());
            default -> {
                // a method of a later version: the application's own callback handles it
            }
        }
    }
}
