package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.spi.ControlHandler;
import sim.model.snapshot.Control;

/** Passes each control from the agent server to the handler of its kind. Any thread. */
final class Controls {
    private final Map<String, ControlHandler> handlers = new ConcurrentHashMap<>();
    private final AtomicLong unknown = new AtomicLong();

    Controls(ControlHandler... own) {
        for (ControlHandler each : own) {
            add(each);
        }
    }

    /** Adds a handler. It replaces an earlier one of the same kind. */
    void add(ControlHandler handler) {
        handlers.put(handler.kind(), handler);
    }

    /** Carries a control out. Returns how many names or probes it concerned; 0 if no handler knows the kind. */
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
