package workload.hand;

import sim.instrumentation.data.MethodProbe;
import sim.instrumentation.data.Probe;
import workload.Shape;

/** SIM by hand: a MethodProbe for every call. */
public final class SimProbe extends Shape {
    @Override
    public long call(int depth) {
        MethodProbe probe = Probe.createMethodProbe(SimProbe.class, "call").start();
        long result;
        try {
            result = depth > 1 ? call(depth - 1) : work();
        } catch (RuntimeException failure) {
            probe.endWithException(failure);
            throw failure;
        }
        probe.end();
        return result;
    }
}
