package sim.payload.library.kafka;

import sim.payload.runtime.LoosePayload;
import sim.payload.common.CallbackBefore;

/** The payload of a record until it is acknowledged. It ends on the producer's own thread. */
public final class SentRecord extends CallbackBefore {
    private static final String CALLBACK = "org.apache.kafka.clients.producer.Callback";

    private final LoosePayload payload;
    private final String text;

    SentRecord(LoosePayload payload, String text) {
        this.payload = payload;
        this.text = text;
    }

    /** The callback for the producer. */
    public Object callback(Class<?> producer, Object own) {
        return standBefore(CALLBACK, producer.getClassLoader(), own);
    }

    /** Ends the payload, because the producer did not accept the record. */
    public void refused() {
        payload.end(text, KafkaProbe.Type.SEND, new IllegalStateException());
    }

    @Override
    protected void told(String method, Object[] arguments) {
        if (method.equals("onCompletion")) {
            payload.end(text, KafkaProbe.Type.SEND, (Throwable) arguments[1]);
        }
    }
}
