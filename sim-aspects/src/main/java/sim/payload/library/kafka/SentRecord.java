package sim.payload.library.kafka;

import sim.metrics.probe.LoosePayload;
import sim.payload.common.CallbackBefore;

/** A record on its way, until it is acknowledged, which ends on the producer's own thread. */
public final class SentRecord extends CallbackBefore {
    private static final String CALLBACK = "org.apache.kafka.clients.producer.Callback";

    private final LoosePayload payload;
    private final String text;

    SentRecord(LoosePayload payload, String text) {
        this.payload = payload;
        this.text = text;
    }

    /** What the producer is to tell. */
    public Object callback(Class<?> producer, Object own) {
        return standBefore(CALLBACK, producer.getClassLoader(), own);
    }

    /** The producer did not take it. */
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
