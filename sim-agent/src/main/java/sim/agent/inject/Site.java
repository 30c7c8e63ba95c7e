package sim.agent.inject;

import java.util.List;
import sim.metrics.probe.Metering;

/** An intercepted method of the application: what its begin and its end call. Nothing here throws. */
final class Site {
    final Class<?> owner;
    final String method;
    private final Placed[] placed;

    Site(Class<?> owner, String method, List<Placed> placed) {
        this.owner = owner;
        this.method = method;
        this.placed = placed.toArray(Placed[]::new);
    }

    /** Whether a call has to begin here at all. */
    boolean isOn() {
        for (Placed each : placed) {
            if (each.isOn()) {
                return true;
            }
        }
        return false;
    }

    /** A call begins; the result is for its end. */
    Object begin(Object... values) {
        Invocation last = null;
        try {
            for (Placed each : placed) {
                if (each.isOn()) {
                    Invocation begun = each.begin(this, values, last);
                    last = begun == null ? last : begun;
                }
            }
        } catch (Throwable failure) {
            Metering.runtime().failed(failure);
        }
        return last;
    }

    /** The call ends: what began last ends first. */
    static void end(Invocation last, Object returned, Throwable error) {
        for (Invocation call = last; call != null; call = call.before) {
            if (call.over) {
                return;
            }
            call.over = true;
            call.returned = returned;
            call.error = error;
            try {
                call.placed.end(call);
            } catch (Throwable failure) {
                Metering.runtime().failed(failure);
            }
        }
    }
}
