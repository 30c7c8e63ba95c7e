package sim.metrics.spi;

import sim.metrics.snapshot.Control;

/** Does what controls of one kind ask for, on the shipper's thread. */
public interface ControlHandler {
    /** The kind, as {@link Control#kind()} says it. */
    String kind();

    /** Does it; returns how many names or probes it concerned. */
    int handle(Control control);
}
