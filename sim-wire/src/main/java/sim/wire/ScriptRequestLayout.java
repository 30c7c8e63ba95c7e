package sim.wire;

import sim.model.packed.Numbered;
import sim.model.payload.ScriptRequest;
import sim.model.payload.ScriptRequest.Action;
import sim.model.payload.ScriptRequest.Telemetry;

/** Requests for scripts. */
final class ScriptRequestLayout extends ControlLayout<ScriptRequest> {
    ScriptRequestLayout() {
        super(3, ScriptRequest.class);
    }

    @Override
    Numbered action(ScriptRequest request) {
        return request.action();
    }

    @Override
    void write(ScriptRequest request, Parts out) {
        out.add(request.number());
        out.add(request.name());
        out.add(request.method());
        out.add(request.expression());
        out.add(request.splits() ? 1 : 0);
        Telemetry shown = request.telemetry();
        out.add(shown == null ? 0 : 1);
        if (shown != null) {
            out.add(shown.line());
            out.add(shown.unit());
            out.add(shown.scale());
            out.add(shown.stacked() ? 1 : 0);
        }
    }

    @Override
    ScriptRequest read(int action, Parts in) throws WireException {
        Action known = Numbered.of(Action.values(), action);
        return known == null
                ? null
                : new ScriptRequest(in.next(), known, in.requireText(), in.requireText(), in.requireText(),
                        in.next() != 0, in.next() == 0 ? null : telemetry(in));
    }

    private static Telemetry telemetry(Parts in) throws WireException {
        return new Telemetry(in.requireText(), in.requireText(), in.nextInt(), in.next() != 0);
    }
}
