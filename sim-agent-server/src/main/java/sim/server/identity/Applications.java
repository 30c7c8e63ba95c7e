package sim.server.identity;

import java.util.List;
import sim.model.text.Wildcard;

/** Which applications a caller may see: names, or patterns in which {@code *} stands for any characters. Immutable. */
public final class Applications {
    public static final Applications ALL = new Applications(List.of("*"));

    private final List<String> patterns;

    private Applications(List<String> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    /** Those of these patterns; all if there is none. */
    public static Applications of(List<String> patterns) {
        return patterns.isEmpty() ? ALL : new Applications(patterns);
    }

    public boolean isAll() {
        return patterns.contains("*");
    }

    public List<String> patterns() {
        return patterns;
    }

    public boolean includes(String name) {
        for (String pattern : patterns) {
            if (Wildcard.matches(pattern, name)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return String.join(",", patterns);
    }
}
