package sim.jfr;

import java.util.Objects;

/**
 * Names an entry of recording contexts. Immutable; equal to every other key of its name. Make it once and keep it in a
 * static field: the number of different keys should not grow with what the program works on.
 */
public final class RecordingContextKey {
    private final String name;

    private RecordingContextKey(String name) {
        this.name = name;
    }

    /**
     * The key of that name, which may be any text; where it is no Java identifier a recording's field is called by a
     * similar one and carries the name as its label.
     *
     * @throws NullPointerException if there is no name
     */
    public static RecordingContextKey forName(String name) {
        return new RecordingContextKey(
                Objects.requireNonNull(name, "a key's name cannot be null; use forName(\"order\")"));
    }

    /** The name it was made for. */
    public String name() {
        return name;
    }

    /** Whether the calling thread's context has an entry with this key. Some ns. */
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
