package sim.agent.inject;

import java.util.List;

/**
 * What a probe wants at one method.
 *
 * @param probe             the probe's class, by its binary name
 * @param reentrant         whether recursive calls count too
 * @param payloads          whether calls make payloads
 * @param exceptionPayloads whether calls that throw make payloads too
 * @param handlers          the first one is the interception's own; the others are called at further points
 * @param script            the script that wants it; null for a probe class
 */
public record Interception(String probe, Kind kind, MethodSelection method, boolean reentrant, boolean payloads,
        boolean exceptionPayloads, List<Handler> handlers, Script script) implements Comparable<Interception> {
    enum Kind {
        PLAIN,
        PAYLOAD,
        SPLIT
    }

    /** The order in which interceptions begin at one method. */
    @Override
    public int compareTo(Interception other) {
        return kind.compareTo(other.kind);
    }

    /** Whether a handler takes the method's result. */
    public boolean wantsResult() {
        return script != null && script.isAtEnd() || handlers.stream().flatMap(each -> each.sources().stream())
                .anyMatch(each -> each.kind() == Source.Kind.RETURNED);
    }

    /** Whether a handler reads the value with this number: 0 is the object, the arguments follow. */
    boolean reads(int value) {
        return script != null || handlers.stream().flatMap(each -> each.sources().stream())
                .anyMatch(each -> value == 0
                        ? each.kind() == Source.Kind.THIS
                        : each.kind() == Source.Kind.PARAMETER && each.number() + 1 == value);
    }

    /** A copy with other handlers. */
    Interception with(List<Handler> others) {
        return new Interception(probe, kind, method, reentrant, payloads, exceptionPayloads, others, script);
    }

    /** Whether both belong to one handler, which names several methods. */
    boolean isOfHandlerOf(Interception other) {
        return handlers == other.handlers;
    }

    Handler handler() {
        return handlers.get(0);
    }

    /** Its name in messages. */
    public String said() {
        return script == null ? probe + "." + handler().method() : probe;
    }
}
