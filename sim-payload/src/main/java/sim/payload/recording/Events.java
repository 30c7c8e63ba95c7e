package sim.payload.recording;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;

/** The single events of all recordings between two drains. Any thread. */
final class Events {
    private final EventBuffer[] buffers = new EventBuffer[Tallies.STRIPES];
    private final Mishaps mishaps;
    private final Runnable wake;

    Events(PayloadBounds bounds, Mishaps mishaps, Runnable wake) {
        this.mishaps = mishaps;
        this.wake = wake;
        AtomicLong room = new AtomicLong(bounds.events());
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = new EventBuffer(room, bounds.events() / 2);
        }
    }

    /** Keeps an event; if there is no room, adds a payload to its minute, or counts the event as dropped. Keeping takes about 30 ns. */
    void add(int stripe, PayloadTold event) {
        boolean single = event.recording.allowance.has(event);
        for (int at = stripe & Tallies.STRIPES - 1;; at = at + 1 & Tallies.STRIPES - 1) {
            EventBuffer buffer = buffers[at];
            if (!buffer.hold()) {
                Thread.onSpinWait();
                continue;
            }
            boolean kept = false;
            boolean summed = false;
            boolean isFilling;
            try {
                kept = single && buffer.keep(event);
                summed = !kept && event.kind == PayloadEvent.Kind.PAYLOAD && buffer.consolidate(event);
                isFilling = kept && buffer.isFilling();
            } finally {
                try {
                    buffer.release();
                } catch (StackOverflowError full) {
                    buffer.held = 0; // a plain store needs no stack; a buffer held for ever would make all other threads spin for ever
                }
            }
            if (kept) {
                event.recording.allowance.take();
            } else {
                mishaps.add(summed
                        ? Mishaps.Kind.CONSOLIDATED
                        : event.kind == PayloadEvent.Kind.PAYLOAD
                                ? Mishaps.Kind.EVENTS_DROPPED
                                : Mishaps.Kind.OBJECT_EVENTS_DROPPED);
            }
            if (isFilling) {
                wake.run();
            }
            return;
        }
    }

    void drain(List<PayloadEvent> events, List<PayloadMinute> minutes) {
        for (EventBuffer buffer : buffers) {
            buffer.drain(events, minutes);
        }
    }
}
