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
 */
public record Interception(String probe, Kind kind, MethodSelection method, boolean reentrant, boolean payloads,
        boolean exceptionPayloads, List<Handler> handlers) implements Comparable<Interception> {
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
        return handlers.stream().flatMap(each -> each.sources().stream())
                .anyMatch(each -> each.kind() == Source.Kind.RETURNED);
    }

    Handler handler() {
        return handlers.get(0);
    }

    /** How it is called in a line for a person. */
    public String said() {
        return probe + "." + handler().method();
    }
}
