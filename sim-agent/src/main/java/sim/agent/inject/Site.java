package sim.agent.inject;

import java.util.Arrays;
import java.util.Comparator;
import sim.metrics.probe.Metering;

/** An intercepted method of the application, or one call of a JDK method: runs the interceptions at its begin and its end. Never throws. */
final class Site {
    final Class<?> owner;
    final String method;
    /** The place of a call of a JDK method; null if it is unknown, and for a method of the application. */
    final CallPlace place;
    /** The interceptions, in the order in which they begin. The array is replaced as a whole. Reading it is a plain load on x86. */
    private volatile Placed[] placed = {};
    /** Whether the handlers of an interception are called even while nothing records. */
    private volatile boolean always;

    Site(Class<?> owner, String method, CallPlace place) {
        this.owner = owner;
        this.method = method;
        this.place = place;
    }

    synchronized void add(Placed another) {
        Placed[] all = Arrays.copyOf(placed, placed.length + 1);
        all[placed.length] = another;
        Arrays.sort(all, Comparator.comparing(each -> each.interception));
        placed = all;
        always |= another.isAlways();
    }

    /** Whether a call has to begin here at all. While nothing records, this takes a few loads. */
    boolean isOn() {
        return (always || LoadedProbe.isAnyRecorded()) && isOneOn();
    }

    private boolean isOneOn() {
        for (Placed each : placed) {
            if (each.isOn()) {
                return true;
            }
        }
        return false;
    }

    /** Begins a call with few values. The caller passes the result to the end. */
    Begun begin(Object a, Object b, Object c, Object d, Object e, Object f) {
        InterceptedCall last = null;
        try {
            for (Placed each : placed) {
                InterceptedCall begun = each.isOn() ? each.open(this, a, last) : null;
                if (begun != null) {
                    last = begun;
                    begun.values(a, b, c, d, e, f);
                    each.begin(begun);
                }
            }
        } catch (Throwable failure) {
            try {
                Metering.runtime().failed(failure);
            } catch (StackOverflowError full) {
                return last; // the caller's code must be able to mark this call as left
            }
        }
        return last;
    }

    /** Begins a call with many values. */
    Begun beginMany(Object... values) {
        InterceptedCall last = null;
        try {
            for (Placed each : placed) {
                InterceptedCall begun = each.isOn() ? each.open(this, values[0], last) : null;
                if (begun != null) {
                    last = begun;
                    begun.values = values;
                    each.begin(begun);
                }
            }
        } catch (Throwable failure) {
            try {
                Metering.runtime().failed(failure);
            } catch (StackOverflowError full) {
                return last; // the caller's code must be able to mark this call as left
            }
        }
        return last;
    }

    /** Ends a call. The interception that began last ends first. */
    static void end(InterceptedCall last, Object returned, Throwable error) {
        InterceptedCall call = last;
        while (call != null && !call.over) {
            InterceptedCall before = call.before;
            call.over = true;
            call.returned = returned;
            call.error = error;
            try {
                call.placed.end(call);
            } catch (Throwable failure) {
                try {
                    Metering.runtime().failed(failure);
                } catch (StackOverflowError full) {
                    call = before; // nothing can be called; the store above has marked this one as over
                    continue;
                }
            }
            call = before;
        }
    }
}
