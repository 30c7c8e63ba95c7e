package sim.agent.inject;

import java.util.List;

/**
 * What a probe wants at one method.
 *
 * @param probe             the probe's class, by its binary name
 * @param reentrant         whether recursive calls count as well
 * @param payloads          whether calls are payloads
 * @param exceptionPayloads whether those that throw are
 * @param handlers          the first is the interception's own, the others are called at further points
 * @param script            what it is an interception of; null of a probe class
 */
public record Interception(String probe, Kind kind, MethodSelection method, boolean reentrant, boolean payloads,
        boolean exceptionPayloads, List<Handler> handlers, Script script) implements Comparable<Interception> {
    enum Kind {
        PLAIN,
        PAYLOAD,
        SPLIT
    }

    /** In the order in which they begin at one method. */
    @Override
    public int compareTo(Interception other) {
        return kind.compareTo(other.kind);
    }

    /** Whether a handler is given what the method returns. */
    public boolean wantsResult() {
        return script != null && script.isAtEnd() || handlers.stream().flatMap(each -> each.sources().stream())
                .anyMatch(each -> each.kind() == Source.Kind.RETURNED);
    }

    /** Whether a handler is given the value of that number: the object is 0, the arguments follow. */
    boolean reads(int value) {
        return script != null || handlers.stream().flatMap(each -> each.sources().stream())
                .anyMatch(each -> value == 0
                        ? each.kind() == Source.Kind.THIS
                        : each.kind() == Source.Kind.PARAMETER && each.number() + 1 == value);
    }

    /** The same with other handlers. */
    Interception with(List<Handler> others) {
        return new Interception(probe, kind, method, reentrant, payloads, exceptionPayloads, others, script);
    }

    /** Whether both are of one handler, which names several methods. */
    boolean isOfHandlerOf(Interception other) {
        return handlers == other.handlers;
    }

    Handler handler() {
        return handlers.get(0);
    }

    /** How it is called in a line for a person. */
    public String said() {
        return script == null ? probe + "." + handler().method() : probe;
    }
}
