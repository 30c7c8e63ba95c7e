package sim.agent.select;

import java.util.List;

/** Names by patterns: {@code *} stands for anything, {@code #} for a number. Immutable. */
final class NamePatterns {
    private final String[] patterns;
    /** The longest text of each that stands for itself. */
    private final String[] texts;

    NamePatterns(List<String> patterns) {
        this.patterns = patterns.toArray(String[]::new);
        this.texts = new String[this.patterns.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(this.patterns[i]);
        }
    }

    private static String text(String pattern) {
        String longest = "";
        for (String each : pattern.split("[*#]")) {
            longest = each.length() > longest.length() ? each : longest;
        }
        return longest;
    }

    boolean match(String name) {
        boolean mayBeGenerated = name.indexOf('$') >= 0;
        for (int i = 0; i < patterns.length; i++) {
            String text = texts[i];
            // asked for every class that is loaded: most names have no dollar, and nearly none has a pattern's text
            if ((mayBeGenerated || text.indexOf('$') < 0) && name.contains(text) && matches(patterns[i], 0, name, 0)) {
                return true;
            }
        }
        return false;
    }

    private static boolean matches(String pattern, int at, String name, int from) {
        int p = at;
        int n = from;
        for (; p < pattern.length(); p++) {
            char wanted = pattern.charAt(p);
            if (wanted == '*') {
                return matchesSomewhere(pattern, p + 1, name, n);
            }
            if (wanted == '#') {
                int digits = n;
                while (n < name.length() && Character.isDigit(name.charAt(n))) {
                    n++;
                }
                if (n == digits) {
                    return false;
                }
            } else if (n >= name.length() || name.charAt(n++) != wanted) {
                return false;
            }
        }
        return n == name.length();
    }

    private static boolean matchesSomewhere(String pattern, int at, String name, int from) {
        if (at == pattern.length()) {
            return true;
        }
        char first = pattern.charAt(at);
        for (int n = from; n <= name.length(); n++) {
            boolean possible = first == '#' || first == '*' || n < name.length() && name.charAt(n) == first;
            if (possible && matches(pattern, at, name, n)) {
                return true;
            }
        }
        return false;
    }
}
