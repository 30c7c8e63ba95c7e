package sim.wire;

import sim.model.packed.Numbered;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.HotspotControl.Action;

/** Controls of the hotspot extension. */
final class HotspotControlLayout extends ControlLayout<HotspotControl> {
    HotspotControlLayout() {
        super(1, HotspotControl.class);
    }

    @Override
    Numbered action(HotspotControl control) {
        return control.action();
    }

    @Override
    void write(HotspotControl control, Parts out) {
        out.add(control.owner());
        out.add(control.member());
        out.add(control.threshold());
        out.add(control.inherent());
    }

    @Override
    HotspotControl read(int action, Parts in) throws WireException {
        Action known = Numbered.of(Action.values(), action);
        return known == null
                ? null
                : new HotspotControl(known, in.requireText(), in.requireText(), in.next(), in.next());
    }
}
