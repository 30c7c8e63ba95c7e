package sim.wire.totals;

/** Names that a peer made longer than the totals keep. */
final class LongNames {
    /** Characters of a name; the file takes 65,535 bytes. */
    static final int MOST_CHARACTERS = 1_000;

    private LongNames() {}

    /** A name as long as it may be. */
    static String cut(String name) {
        if (name.length() <= MOST_CHARACTERS) {
            return name;
        }
        return name.substring(0, Character.isHighSurrogate(name.charAt(MOST_CHARACTERS - 1))
                ? MOST_CHARACTERS - 1
                : MOST_CHARACTERS);
    }
}
