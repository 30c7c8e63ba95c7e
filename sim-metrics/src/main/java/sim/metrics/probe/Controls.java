package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.snapshot.Control;
import sim.metrics.spi.ControlHandler;

/** Hands what somebody at the agent server wants to the handler of its kind. Any thread. */
final class Controls {
    private final Map<String, ControlHandler> handlers = new ConcurrentHashMap<>();
    private final AtomicLong unknown = new AtomicLong();

    Controls(ControlHandler... own) {
        for (ControlHandler each : own) {
            add(each);
        }
    }

    /** In the place of one there may have been for the kind. */
    void add(ControlHandler handler) {
        handlers.put(handler.kind(), handler);
    }

    /** How many names or probes it concerned; 0 where nobody knows the kind. */
    int handle(Control control) {
        ControlHandler handler = handlers.get(control.kind());
        if (handler == null) {
            unknown.incrementAndGet();
            return 0;
        }
        return handler.handle(control);
    }

    long unknown() {
        return unknown.get();
    }
}
