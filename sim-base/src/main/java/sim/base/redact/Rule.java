package sim.base.redact;

import java.util.Locale;
import java.util.Set;
import sim.model.text.Wildcard;

/** One part of {@code redact=}: whose value is replaced, and by what. Immutable. */
final class Rule {
    static final String MARK = "[redacted]";
    private static final String TYPE = "type:";
    private static final String LAST_FOUR = ":last4";
    private static final int SHOWN = 4;
    /** What the aspects put behind a member's name. */
    private static final Set<String> OF_MEMBERS = Set.of("value", "result");
    /** A value that is hardly longer than what would be shown of it is hidden. */
    private static final int LEAST = 12;

    /** A pattern of keys in lower case; null for a rule by type. */
    private final String key;
    /** The name of a class; null for a rule by key. */
    private final String type;
    private final boolean lastFour;

    private Rule(String key, String type, boolean lastFour) {
        this.key = key;
        this.type = type;
        this.lastFour = lastFour;
    }

    static Rule of(String text) {
        boolean lastFour = text.endsWith(LAST_FOUR);
        String whose = lastFour ? text.substring(0, text.length() - LAST_FOUR.length()) : text;
        if (whose.startsWith(TYPE)) {
            return new Rule(null, whose.substring(TYPE.length()), lastFour);
        }
        return new Rule(whose.toLowerCase(Locale.ROOT), null, lastFour);
    }

    boolean isByType() {
        return type != null;
    }

    /**
     * Whether it is for a key: for what stands behind its last dot, or for all of it if the pattern has a dot. A class may be called Secretary. Of a
     * field's value or a method's result the name stands in front of that.
     */
    boolean isForKey(String lowerCase) {
        if (key == null || key.indexOf('.') >= 0) {
            return key != null && Wildcard.matches(key, lowerCase);
        }
        int dot = lowerCase.lastIndexOf('.');
        String last = lowerCase.substring(dot + 1);
        return Wildcard.matches(key, last) || dot > 0 && OF_MEMBERS.contains(last)
                && Wildcard.matches(key, lowerCase.substring(lowerCase.lastIndexOf('.', dot - 1) + 1, dot));
    }

    /** Whether it is for objects of a class, or of one that extends or implements the class it names. */
    boolean isForType(Class<?> found) {
        if (found == null || found.getName().equals(type)) {
            return found != null;
        }
        for (Class<?> part : found.getInterfaces()) {
            if (isForType(part)) {
                return true;
            }
        }
        return isForType(found.getSuperclass());
    }

    /** What is kept of a value's text. */
    String kept(String text) {
        return lastFour && text.length() >= LEAST ? "***" + text.substring(text.length() - SHOWN) : MARK;
    }
}
