package sim.agent.select;

/** The text of a pointcut, read from its begin to its end. What it throws says that it is written otherwise. */
final class PointcutText {
    private final String text;
    private int at;

    PointcutText(String text) {
        this.text = text;
    }

    /** Whether all was read. */
    boolean isAtEnd() {
        return rest().isEmpty();
    }

    /** Passes a word if it comes next; one that ends with a parenthesis may have blanks before that. */
    boolean takes(String word) {
        String rest = rest();
        // "within (a..*)" is as good
        String wanted = word.length() > 2 ? word.substring(0, word.length() - 1) : word;
        if (!rest.startsWith(wanted)) {
            return false;
        }
        int end = wanted.length();
        if (!wanted.equals(word)) {
            while (end < rest.length() && Character.isWhitespace(rest.charAt(end))) {
                end++;
            }
            if (end == rest.length() || rest.charAt(end++) != '(') {
                return false;
            }
        }
        at = text.length() - rest.length() + end;
        return true;
    }

    /** The same where nothing else may come. */
    void expect(String word) {
        if (!takes(word)) {
            throw new IllegalArgumentException("no " + word);
        }
    }

    /** What is up to the parenthesis that closes. */
    String inside() {
        int open = 1;
        int from = at;
        while (open > 0) {
            if (at == text.length()) {
                throw new IllegalArgumentException("no )");
            }
            char next = text.charAt(at++);
            open += next == '(' ? 1 : next == ')' ? -1 : 0;
        }
        return text.substring(from, at - 1).strip();
    }

    private String rest() {
        return text.substring(at).stripLeading();
    }
}
