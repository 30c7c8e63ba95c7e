package sim.agent.select;

import java.util.IdentityHashMap;
import java.util.Map;
import sim.agent.code.Hierarchy;

/** A class whose methods are asked about. */
final class Subject {
    private final String internal;
    private final String name;
    private final Hierarchy types;
    private final Map<TypePattern, Match> declaring = new IdentityHashMap<>();
    private final Map<TypePattern, Match> around = new IdentityHashMap<>();

    Subject(String internal, Hierarchy types) {
        this.internal = internal;
        this.name = internal.replace('/', '.');
        this.types = types;
    }

    /** By its own name. */
    Match isOf(TypePattern pattern) {
        return pattern.matches(name);
    }

    /** Whether it, or a type above it which may declare a method that one of its own overrides, matches. */
    Match declares(TypePattern pattern) {
        return declaring.computeIfAbsent(pattern, first -> {
            Match own = first.matches(name);
            return own != Match.NO
                    ? own
                    : types.mayHave(internal, first) ? Match.UNKNOWN : Match.NO;
        });
    }

    /** Whether it, or a type around it, matches. */
    Match isWithin(TypePattern pattern) {
        return around.computeIfAbsent(pattern, first -> {
            Match own = first.matches(name);
            for (int end = name.lastIndexOf('$'); end > 0 && own == Match.NO; end = name.lastIndexOf('$', end - 1)) {
                own = first.matches(name.substring(0, end)) == Match.NO ? Match.NO : Match.UNKNOWN;
            }
            return own;
        });
    }
}
