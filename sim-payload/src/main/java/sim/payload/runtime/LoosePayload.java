package sim.payload.runtime;

import java.util.concurrent.atomic.AtomicBoolean;
import sim.base.meter.Clock;
import sim.base.meter.Readings;
import sim.base.thread.ThreadId;
import sim.metrics.feature.MeteredThread;
import sim.payload.recording.BoundProbe;
import sim.payload.recording.Mishaps;
import sim.payload.recording.PayloadTold;
import sim.payload.recording.Payloads;
import sim.payload.recording.Recording;

/**
 * A payload that may end on another thread than it began on, such as a request whose answer comes to a callback. Its place, thread and
 * context are those of its begin. It is on no stack: any number may be open, also one inside another of the same probe. One that is never
 * ended is forgotten. It takes about 200 bytes, which is little for a request over a network.
 */
public final class LoosePayload {
    private final Payloads payloads;
    private final BoundProbe of;
    private final Readings clock;
    private final int stripe;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final PayloadTold told = new PayloadTold();

    LoosePayload(Payloads payloads, BoundProbe of, Recording into, MeteredThread thread) {
        this.payloads = payloads;
        this.of = of;
        this.clock = thread.clock();
        this.stripe = (int) ThreadId.of(thread.thread());
        told.recording = into;
        told.node = thread.place().id();
        told.context = thread.contextId();
        told.contextMicros = thread.contextMicros();
        told.thread = thread.thread().getName();
        told.startTick = clock.tick();
    }

    /**
     * Ends the payload. A second end does nothing. Never throws; any thread.
     *
     * @param description null for no payload
     * @param type an event type of the probe, or null
     */
    public void end(String description, Enum<?> type, Throwable error) {
        try {
            long tick = clock.tick();
            if (ended.getAndSet(true) || description == null) {
                return;
            }
            if (!Payloads.isCurrent(told.recording)) {
                payloads.mishaps.add(Mishaps.Kind.CUT);
                return;
            }
            told.nanos = Math.max(0, Clock.between(told.startTick, tick));
            told.type = payloads.typeOf(of, type);
            told.error = error != null;
            payloads.add(stripe, told, description, Payloads.isEvents(of));
        } catch (Throwable failure) {
            payloads.mishaps.failed(failure);
        }
    }
}
