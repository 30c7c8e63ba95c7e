package sim.collector.wire;

import java.util.ArrayList;
import java.util.List;
import sim.metrics.snapshot.Control;
import sim.metrics.snapshot.HotspotControl;
import sim.metrics.snapshot.payload.PayloadControl;
import sim.metrics.snapshot.payload.ScriptRequest;

/**
 * Writes and reads the controls of an acknowledgement. Each kind has its own layout. The first two kinds share a list before the outcome;
 * the action distinguishes them. Each later kind has a list of its own after the reason. A peer that does not know a kind leaves its list
 * unread.
 */
final class ControlCodec {
    private static final HotspotControl.Action[] HOTSPOT = HotspotControl.Action.values();
    private static final PayloadControl.Action[] PAYLOAD = PayloadControl.Action.values();

    private ControlCodec() {}

    static void writeFirst(List<Control> controls, Parts out) {
        out.addAll(controls.stream().filter(each -> !(each instanceof ScriptRequest)).toList(), control -> {
            if (control instanceof HotspotControl of) {
                write(of.action().ordinal(), of.owner(), of.member(), of.threshold(), of.inherent(), out);
            } else if (control instanceof PayloadControl of) {
                write(HOTSPOT.length + of.action().ordinal(), of.probe(), "", -1, -1, out);
            } else {
                throw new IllegalArgumentException("no layout for a control of kind " + control.kind());
            }
        });
    }

    private static void write(int action, String owner, String member, long threshold, long inherent, Parts out) {
        out.add(action);
        out.add(owner);
        out.add(member);
        out.add(threshold);
        out.add(inherent);
    }

    static List<Control> readFirst(Parts in) throws WireException {
        return in.nextList(ControlCodec::readOne);
    }

    private static Control readOne(Parts in) throws WireException {
        int action = in.nextInt();
        String owner = in.requireText();
        String member = in.requireText();
        long threshold = in.next();
        long inherent = in.next();
        if (action < 0 || action >= HOTSPOT.length + PAYLOAD.length) {
            throw new WireException("a control's action is " + action);
        }
        return action < HOTSPOT.length
                ? new HotspotControl(HOTSPOT[action], owner, member, threshold, inherent)
                : new PayloadControl(PAYLOAD[action - HOTSPOT.length], owner);
    }

    /** Writes the later kinds. Without any, nothing is written, as in earlier releases. */
    static void writeLater(List<Control> controls, Parts out) {
        List<ScriptRequest> scripts = new ArrayList<>();
        for (Control each : controls) {
            if (each instanceof ScriptRequest script) {
                scripts.add(script);
            }
        }
        if (!scripts.isEmpty()) {
            out.addAll(scripts, script -> {
                out.add(script.number());
                out.add(script.action().ordinal());
                out.add(script.name());
                out.add(script.method());
                out.add(script.expression());
                out.add(script.splits() ? 1 : 0);
            });
        }
        List<ScriptRequest> telemetries = scripts.stream().filter(each -> each.telemetry() != null).toList();
        if (!telemetries.isEmpty()) {
            out.addAll(telemetries, script -> {
                out.add(script.number());
                out.add(script.telemetry().line());
                out.add(script.telemetry().unit());
                out.add(script.telemetry().scale());
                out.add(script.telemetry().stacked() ? 1 : 0);
            });
        }
    }

    static List<Control> readLater(Parts in) throws WireException {
        List<ScriptRequest> scripts = in.hasMore() ? in.nextList(ControlCodec::readScript) : List.of();
        List<ShownTelemetry> telemetries = in.hasMore() ? in.nextList(ControlCodec::readTelemetry) : List.of();
        List<Control> all = new ArrayList<>(scripts);
        for (ShownTelemetry each : telemetries) {
            all.replaceAll(script -> each.of((ScriptRequest) script));
        }
        return all;
    }

    /** What a request for a telemetry has in addition. */
    private record ShownTelemetry(long number, ScriptRequest.Telemetry shown) {
        ScriptRequest of(ScriptRequest script) {
            return script.number() != number
                    ? script
                    : new ScriptRequest(number, script.action(), script.name(), script.method(), script.expression(),
                            script.splits(), shown);
        }
    }

    private static ShownTelemetry readTelemetry(Parts in) throws WireException {
        return new ShownTelemetry(in.next(), new ScriptRequest.Telemetry(in.requireText(), in.requireText(),
                in.nextInt(), in.next() != 0));
    }

    private static ScriptRequest readScript(Parts in) throws WireException {
        return new ScriptRequest(in.next(), in.nextOf(ScriptRequest.Action.values()), in.requireText(),
                in.requireText(), in.requireText(), in.next() != 0);
    }
}
