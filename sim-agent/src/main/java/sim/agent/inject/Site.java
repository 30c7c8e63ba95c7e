package sim.agent.inject;

import java.util.Arrays;
import java.util.Comparator;
import sim.metrics.probe.Metering;

/** An intercepted method of the application: what its begin and its end call. Nothing here throws. */
final class Site {
    final Class<?> owner;
    final String method;
    /** Replaced as a whole, in the order in which they begin. A plain load on x86. */
    private volatile Placed[] placed = {};

    Site(Class<?> owner, String method) {
        this.owner = owner;
        this.method = method;
    }

    synchronized void add(Placed another) {
        Placed[] all = Arrays.copyOf(placed, placed.length + 1);
        all[placed.length] = another;
        Arrays.sort(all, Comparator.comparing(each -> each.interception));
        placed = all;
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
