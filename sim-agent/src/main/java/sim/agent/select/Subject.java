package sim.agent.select;

import java.util.IdentityHashMap;
import java.util.Map;
import sim.agent.code.Hierarchy;

/** A class whose methods are asked about. */
final class Subject {
    private final String internal;
    private final String name;
    private final Hierarchy types;
    private final Map<TypePattern, Answer> declaring = new IdentityHashMap<>();
    private final Map<TypePattern, Answer> around = new IdentityHashMap<>();

    Subject(String internal, Hierarchy types) {
        this.internal = internal;
        this.name = internal.replace('/', '.');
        this.types = types;
    }

    /** By its own name. */
    Answer isOf(TypePattern pattern) {
        return pattern.matches(name);
    }

    /** Whether it, or a type above it which may declare a method that one of its own overrides, matches. */
    Answer declares(TypePattern pattern) {
        return declaring.computeIfAbsent(pattern, first -> {
            Answer own = first.matches(name);
            return own != Answer.NO
                    ? own
                    : types.mayHave(internal, first) ? Answer.UNKNOWN : Answer.NO;
        });
    }

    /** Whether it, or a type around it, matches. */
    Answer isWithin(TypePattern pattern) {
        return around.computeIfAbsent(pattern, first -> {
            Answer own = first.matches(name);
            for (int end = name.lastIndexOf('$'); end > 0 && own == Answer.NO; end = name.lastIndexOf('$', end - 1)) {
                own = first.matches(name.substring(0, end)) == Answer.NO ? Answer.NO : Answer.UNKNOWN;
            }
            return own;
        });
    }
}
