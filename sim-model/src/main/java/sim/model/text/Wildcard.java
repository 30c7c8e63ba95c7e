package sim.model.text;

/** Matches names with patterns in which a star stands for any characters, also for none. Any thread. */
public final class Wildcard {
    private Wildcard() {}

    /** Goes back to the last star alone, so a hostile name takes at most the product of both lengths. */
    public static boolean matches(String pattern, String name) {
        int p = 0;
        int star = -1;
        int resume = 0;
        for (int n = 0; n < name.length();) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                resume = n;
            } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
