package sim.agent.inject;

import java.util.Arrays;
import java.util.Comparator;
import sim.metrics.probe.Metering;

/** An intercepted method of the application, or a call of one of the JDK: what its begin and its end call. Nothing here throws. */
final class Site {
    final Class<?> owner;
    final String method;
    /** Of a call of the JDK: where it stands; null where that is not known, and of a method of the application. */
    final CallPlace place;
    /** Replaced as a whole, in the order in which they begin. A plain load on x86. */
    private volatile Placed[] placed = {};
    /** Whether one of them is called whether something records or not. */
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

    /** Whether a call has to begin here at all. While nothing records it is a few loads. */
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

    /** A call of few values begins; the result is for its end. */
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
                return last; // which is to be known as gone by the method that began it
            }
        }
        return last;
    }

    /** The same of a call of many. */
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
                return last; // which is to be known as gone by the method that began it
            }
        }
        return last;
    }

    /** The call ends: what began last ends first. */
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
                    call = before; // nothing more is called
                    continue;
                }
            }
            call = before;
        }
    }
}
