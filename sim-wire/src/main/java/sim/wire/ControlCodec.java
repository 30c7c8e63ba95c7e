package sim.wire;

import java.util.List;
import sim.model.snapshot.Control;

/**
 * Writes and reads the controls of an acknowledgement: for each its kind's number, its action's number, and a part with the rest. A reader
 * that does not know the kind or the action skips the part, and the other controls arrive.
 */
final class ControlCodec {
    private static final List<ControlLayout<?>> LAYOUTS = List.of(new HotspotControlLayout(),
            new PayloadControlLayout(), new ScriptRequestLayout());

    private ControlCodec() {}

    static List<ControlLayout<?>> layouts() {
        return LAYOUTS;
    }

    static void write(List<Control> controls, Parts out) {
        out.addAll(controls, control -> {
            for (ControlLayout<?> each : LAYOUTS) {
                if (each.type().isInstance(control)) {
                    write(each, control, out);
                    return;
                }
            }
            throw new IllegalArgumentException("no layout for a control of kind " + control.kind());
        });
    }

    private static <C extends Control> void write(ControlLayout<C> layout, Control control, Parts out) {
        C own = layout.type().cast(control);
        out.add(layout.number());
        out.add(layout.action(own).number());
        Parts rest = out.part();
        layout.write(own, rest);
        out.add(rest.integers());
    }

    static List<Control> read(Parts in) throws WireException {
        return in.nextList(ControlCodec::readOne);
    }

    private static Control readOne(Parts in) throws WireException {
        int kind = in.nextInt();
        int action = in.nextInt();
        Parts rest = in.nextPart();
        for (ControlLayout<?> each : LAYOUTS) {
            if (each.number() == kind) {
                Control known = each.read(action, rest);
                return known != null ? known : new UnknownControl(kind, action);
            }
        }
        return new UnknownControl(kind, action);
    }
}
