package sim.base.redact;

/** Secrets in addresses inside of addresses: {@code next=%2Fa%3Ftoken%3Dvalue%26x%3D1}, escaped once or several times ({@code %253D}). */
final class EscapedSecrets {
    private static final String[] QUOTE = {"22"};
    private static final String[] ENDS = {"26", "23", "3B", "2C", "20", "22", "7D"};

    private EscapedSecrets() {}

    /** Where the secret behind an escaped {@code =} or {@code :} begins, or -1. */
    static int valueOf(String text, int at, Redaction rules) {
        int from = behind(text, at, "3D");
        from = from < 0 ? behind(text, at, "3A") : from;
        if (from < 0) {
            return -1;
        }
        int end = quoteBefore(text, at);
        int begin = end;
        while (begin > 0 && Secrets.isOfName(text.charAt(begin - 1))) {
            begin--;
        }
        begin += digitsOfEscape(text, begin, end);
        if (begin == end || !rules.hides(text.substring(begin, end))) {
            return -1;
        }
        int quoted = behind(text, from, "22");
        return quoted < 0 ? from : quoted;
    }

    /** Where an escaped value ends: at its escaped quote, at an escaped separator, or where any value does. */
    static int end(String text, int from) {
        int to = Secrets.end(text, from);
        boolean quoted = quoteBefore(text, from) < from;
        for (int i = from; i < to; i++) {
            for (String end : quoted ? QUOTE : ENDS) {
                if (text.charAt(i) == '%' && behind(text, i, end) >= 0) {
                    return i;
                }
            }
        }
        return to;
    }

    /** Behind that escape, however often its percent sign was escaped itself; -1 if there is none. */
    private static int behind(String text, int at, String hex) {
        if (at >= text.length() || text.charAt(at) != '%') {
            return -1;
        }
        int digits = at + 1;
        while (text.startsWith("25", digits)) {
            digits += 2;
        }
        return text.regionMatches(true, digits, hex, 0, 2) ? digits + 2 : -1;
    }

    /** What is in front of an escaped quote that ends there; the same if none does. */
    private static int quoteBefore(String text, int at) {
        return at >= 3 && behind(text, at - 3, "22") == at ? at - 3 : at;
    }

    /** The digits of an escape in front of a name, such as those of {@code %26token}, are none of its letters. */
    private static int digitsOfEscape(String text, int begin, int end) {
        if (begin == 0 || text.charAt(begin - 1) != '%') {
            return 0;
        }
        int digits = 0;
        while (text.startsWith("25", begin + digits)) {
            digits += 2;
        }
        return Math.min(digits + 2, end - begin);
    }
}
