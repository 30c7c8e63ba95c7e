package workload.hand;

import org.jinspired.probes.Probes;
import workload.Shape;

/** SIM by hand through the Probes Open API, as its documentation shows. */
public final class OpenApiProbe extends Shape {
    private static final Probes.Name CALL = Probes.parse("workload.hand.OpenApiProbe.call");

    @Override
    public long call(int depth) {
        Probes.Probe probe = Probes.begin(CALL);
        try {
            return depth > 1 ? call(depth - 1) : work();
        } finally {
            probe.end();
        }
    }
}
