package sim.payload.recording;

import sim.metrics.spi.ControlHandler;
import sim.model.payload.PayloadControl;
import sim.model.snapshot.Control;

/** Starts and stops recordings when somebody at the agent server asks for it. */
public final class RecordingControls implements ControlHandler {
    private final Payloads payloads;

    public RecordingControls(Payloads payloads) {
        this.payloads = payloads;
    }

    @Override
    public String kind() {
        return PayloadControl.KIND;
    }

    @Override
    public int handle(Control control) {
        PayloadControl wanted = (PayloadControl) control;
        return switch (wanted.action()) {
            case RECORD -> payloads.start(wanted.probe(), false);
            case RECORD_EVENTS -> payloads.start(wanted.probe(), true);
            case STOP_RECORDING -> payloads.stop(wanted.probe());
        };
    }
}
