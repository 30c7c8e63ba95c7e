package sim.jfr;

import java.util.Objects;
import sim.base.redact.Redaction;

/**
 * Names an entry of recording contexts. Immutable; keys of one name are equal. Make a key once and keep it in a static field. The number of
 * different keys must not grow with the data that the program works on.
 */
public final class RecordingContextKey {
    private final String name;
    /** The rules that were asked last, and what they said. Racy: whoever finds other rules asks again. */
    private Asked asked;

    private record Asked(Redaction rules, boolean hidden) {}

    private RecordingContextKey(String name) {
        this.name = name;
    }

    /**
     * The key of a name, which may be any text. If the name is no Java identifier, the field of the recording has a similar name, and the
     * key's name as its label.
     *
     * @throws NullPointerException if there is no name
     */
    public static RecordingContextKey forName(String name) {
        return new RecordingContextKey(
                Objects.requireNonNull(name, "a key's name cannot be null; use forName(\"order\")"));
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** Whether a rule hides the values of this key: asked at each entry, so it is remembered. */
    boolean isHidden(Redaction rules) {
        Asked known = asked;
        if (known == null || known.rules != rules) {
            known = new Asked(rules, rules.hides(name));
            asked = known;
        }
        return known.hidden;
    }

    /** Whether the calling thread's context has an entry with this key. Takes a few ns. */
    public boolean isBound() {
        RecordingScope current = Current.scope();
        return current != null && Entry.find(current.entries, this) != null;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof RecordingContextKey key && key.name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name;
    }
}
