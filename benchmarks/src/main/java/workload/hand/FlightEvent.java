package workload.hand;

import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import workload.Shape;

/** A flight recorder event of our own around the call, without a stack trace; kept for any duration. */
public final class FlightEvent extends Shape {
    @Name("workload.Call")
    @StackTrace(false)
    static final class Call extends Event {}

    @Override
    public long call(int depth) {
        Call event = new Call();
        event.begin();
        try {
            return depth > 1 ? call(depth - 1) : work();
        } finally {
            event.commit();
        }
    }
}
