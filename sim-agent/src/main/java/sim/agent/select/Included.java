package sim.agent.select;

import java.util.ArrayList;
import java.util.List;

/**
 * What the configurations of a loader let the weaver look at: {@code <include within="com.acme..*"/>}. If any configuration includes something,
 * no aspect of any of them changes a class outside. Immutable, for any thread.
 */
public final class Included {
    /** Of configurations without such an element, or with one that only the weaver understands. */
    public static final Included EVERYTHING = new Included(List.of());

    private final List<TypePattern> patterns;

    private Included(List<TypePattern> patterns) {
        this.patterns = patterns;
    }

    /** @param configurations each one's tags; null for one that could not be read */
    public static Included of(List<List<Element>> configurations) {
        List<TypePattern> found = new ArrayList<>();
        try {
            for (List<Element> each : configurations) {
                if (each == null) {
                    return EVERYTHING;
                }
                patterns(each).forEach(written -> found.add(TypePattern.of(written)));
            }
        } catch (IllegalArgumentException forTheWeaver) {
            return EVERYTHING;
        }
        return new Included(List.copyOf(found));
    }

    /** What a configuration includes, as it is written there. */
    public static List<String> patterns(List<Element> configuration) {
        List<String> found = new ArrayList<>();
        boolean isOfAspects = false;
        for (Element each : configuration) {
            if (each.name().equals("aspects")) {
                isOfAspects = !each.isEnd(); // there, such an element chooses among the aspects
            } else if (each.name().equals("weaver")) {
                isOfAspects = false; // an element that closes itself has no tag for its end
            } else if (each.name().equals("include") && !each.isEnd() && !isOfAspects) {
                found.add(each.attributes().getOrDefault("within", ""));
            }
        }
        return found;
    }

    /** Whether a class, by its internal name, is certainly not among it. Asked for every class that is loaded. */
    public boolean leavesOut(String type) {
        if (patterns.isEmpty()) {
            return false;
        }
        for (TypePattern each : patterns) {
            if (each.test(type)) {
                return false;
            }
        }
        return true;
    }
}
