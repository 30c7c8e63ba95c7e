package sim.agent.inject;

import java.lang.invoke.MethodHandle;
import java.util.List;

/** An interception at one method of the application, or at one call of a JDK method. On the application's threads. */
final class Placed {
    final Interception interception;
    final LoadedProbe probe;
    /** At a call of a JDK method: which objects are meant; null for all. */
    private final Receivers receivers;
    private final BoundHandler[] calls;
    private final boolean always;

    private Placed(Interception interception, LoadedProbe probe, Receivers receivers, BoundHandler... calls) {
        this.interception = interception;
        this.receivers = receivers;
        this.probe = probe;
        this.calls = calls;
        this.always = interception.kind() == Interception.Kind.PLAIN;
    }

    /** Places an interception of a probe class. */
    static Placed of(Interception interception, LoadedProbe probe, Receivers receivers)
            throws ReflectiveOperationException {
        List<Handler> handlers = interception.handlers();
        BoundHandler[] calls = new BoundHandler[handlers.size()];
        for (int i = 0; i < calls.length; i++) {
            calls[i] = BoundHandler.of(handlers.get(i), probe, interception.probe() + "." + handlers.get(i).method());
        }
        return new Placed(interception, probe, receivers, calls);
    }

    /**
     * Places a script that has been compiled.
     *
     * @param counted whether its code has steps to count
     */
    static Placed of(Interception interception, Receivers receivers, MethodHandle script, boolean counted) {
        LoadedProbe probe = interception.script().probe();
        return new Placed(interception, probe, receivers,
                BoundHandler.of(interception.handler(), script, counted ? probe : null));
    }

    /** Whether its handlers are called even while nothing records. */
    boolean isAlways() {
        return always;
    }

    /** Whether its handlers are to be called now. */
    boolean isOn() {
        return always || probe.isRecorded();
    }

    /** Opens a call, whose values are not known yet. Returns null if the call does not count. */
    InterceptedCall open(Site site, Object receiver, InterceptedCall before) {
        if (receivers != null && !receivers.isOne(receiver)) {
            return null;
        }
        for (InterceptedCall at = before; at != null; at = at.before) {
            if (at.placed.interception.isOfHandlerOf(interception)) {
                return null; // this handler also names another method, and that one has begun the call already
            }
        }
        LoadedProbe.State state = probe.state();
        if (state.inHandler) {
            return null;
        }
        InterceptedCall outer = state.around();
        if (!interception.reentrant() && isInside(outer)) {
            return null;
        }
        InterceptedCall call = state.take();
        call.begin(site, this, outer, before);
        state.innermost = call;
        return call;
    }

    /** Begins the call with its values. If the stack is full on the way, the call stays marked as failed. */
    void begin(InterceptedCall call) {
        LoadedProbe.State state = call.state;
        Object answer = null;
        for (BoundHandler each : calls) {
            if (each.handler.point() == Point.ENTER) {
                Object said = each.call(call, state);
                answer = each == calls[0] ? said : answer;
            }
        }
        Description made = description(call, answer);
        boolean whole = true;
        if (interception.kind() == Interception.Kind.SPLIT && made != null) {
            call.split = true;
            call.splitNumber = LoadedProbe.RUNTIME.split(probe.type, made.getName());
            whole = call.splitNumber >= 0;
        }
        if (made != null && interception.payloads() && !isPaid(call.before)) {
            whole &= enter(call, made);
        }
        call.failed = !whole;
    }

    /** Whether the call is recursive. A split inside any other split of its probe counts as recursive. */
    private boolean isInside(InterceptedCall outer) {
        for (InterceptedCall at = outer; at != null; at = at.outer) {
            if (at.placed.interception == interception || at.split && interception.kind() == Interception.Kind.SPLIT) {
                return true;
            }
        }
        return false;
    }

    private Description description(InterceptedCall call, Object answer) {
        if (interception.kind() == Interception.Kind.PLAIN) {
            return null;
        }
        if (calls[0].handler.point() != Point.ENTER) {
            return call.own;
        }
        if (answer instanceof String text) {
            call.own.set(text, null, null);
            return call.own;
        }
        return (Description) answer;
    }

    /** Whether another interception of the probe has already made a payload of this call. */
    private boolean isPaid(InterceptedCall before) {
        for (InterceptedCall at = before; at != null; at = at.before) {
            if (at.placed.probe == probe && at.payload != null) {
                return true;
            }
        }
        return false;
    }

    private boolean enter(InterceptedCall call, Description made) {
        call.replaces = call.outerPayload();
        call.payload = made;
        if (call.replaces != null) {
            return true;
        }
        call.payloadNumber = probe.enter(made);
        call.entered = call.payloadNumber >= 0;
        return call.entered;
    }

    /**
     * Ends a call. If that fails, or the call's begin failed, the call stays on its thread, marked as over. The next call that begins there
     * gives it up, with what it began in the runtime.
     */
    void end(InterceptedCall call) {
        LoadedProbe.State state = call.state;
        if (state.innermost != call && !state.ends(call)) {
            return;
        }
        if (call.failed) {
            return;
        }
        for (BoundHandler each : calls) {
            if (each.handler.point().isAt(call.error)) {
                Object answer = each.call(call, state);
                if (answer instanceof String name && call.payload != null) {
                    call.payload.name(name);
                }
            }
        }
        if (call.split) {
            call.failed = !LoadedProbe.RUNTIME.endSplit(call.splitNumber, call.error);
        }
        if (call.payload != null) {
            exit(call);
        }
        if (!call.failed) {
            state.innermost = call.outer;
            state.giveBack(call);
        }
    }

    private void exit(InterceptedCall call) {
        Description made = call.payload;
        boolean counts = call.error == null || interception.exceptionPayloads()
                || calls[0].handler.point() == Point.EXCEPTION;
        if (call.entered) {
            call.failed |= !probe.exit(call.payloadNumber, counts ? made.getName() : null, made, call.error);
        } else if (call.replaces != null && counts && made.getName() != null) {
            call.replaces.payload.replaceBy(made);
        }
    }
}
