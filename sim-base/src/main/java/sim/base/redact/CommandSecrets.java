package sim.base.redact;

/** Secrets in command lines: {@code --password value}, {@code -token "a b"}, and in lists of their words: {@code [--password, value]}. */
final class CommandSecrets {
    private CommandSecrets() {}

    /** Where the value of an option begins whose name ends in front of that space, or -1. */
    static int valueOf(String text, int at, Redaction rules) {
        int end = at > 0 && text.charAt(at - 1) == ',' ? at - 1 : at;
        int begin = end;
        while (begin > 0 && Secrets.isOfName(text.charAt(begin - 1))) {
            begin--;
        }
        int name = begin;
        while (name < end && text.charAt(name) == '-') {
            name++;
        }
        if (name == begin || name == end || begin > 0 && " ,[\t\n".indexOf(text.charAt(begin - 1)) < 0
                || !rules.hides(text.substring(name, end))) {
            return -1;
        }
        int from = at + 1;
        while (from < text.length() && text.charAt(from) == ' ') {
            from++;
        }
        if (from == text.length() || text.charAt(from) == '-') { // another option: this one has no value
            return -1;
        }
        return Secrets.isQuote(text.charAt(from)) ? from + 1 : from;
    }
}
