package sim.wire;

import sim.model.packed.Numbered;
import sim.model.payload.PayloadControl;
import sim.model.payload.PayloadControl.Action;

/** Controls of the recording of payload probes. */
final class PayloadControlLayout extends ControlLayout<PayloadControl> {
    PayloadControlLayout() {
        super(2, PayloadControl.class);
    }

    @Override
    Numbered action(PayloadControl control) {
        return control.action();
    }

    @Override
    void write(PayloadControl control, Parts out) {
        out.add(control.probe());
    }

    @Override
    PayloadControl read(int action, Parts in) throws WireException {
        Action known = Numbered.of(Action.values(), action);
        return known == null ? null : new PayloadControl(known, in.requireText());
    }
}
