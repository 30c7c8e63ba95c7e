package sim.metrics.spi;

import sim.model.snapshot.Control;

/** Obeys the controls of one kind, on the shipper's thread. */
public interface ControlHandler {
    /** The kind, as in {@link Control#kind()}. */
    String kind();

    /** Obeys the control; returns how many names or probes it concerned. */
    int handle(Control control);
}
