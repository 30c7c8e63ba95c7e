package sim.agent.select;

/**
 * Reads a pointcut: {@code execution} and {@code within}, joined by {@code &&}, {@code ||} and {@code !}. The subclass decides what a pointcut means.
 * Throws {@link IllegalArgumentException} for anything else.
 */
abstract class PointcutReader<T> {
    private PointcutText text;

    /** @param type what is between its parentheses */
    abstract T within(String type);

    /** @param signature what is between its parentheses */
    abstract T execution(String signature);

    abstract T both(T one, T other);

    abstract T either(T one, T other);

    abstract T not(T negated);

    final T read(String expression) {
        text = new PointcutText(expression);
        T read = or();
        if (!text.isAtEnd()) {
            throw new IllegalArgumentException(expression);
        }
        return read;
    }

    private T or() {
        T all = and();
        while (text.takes("||")) {
            all = either(all, and());
        }
        return all;
    }

    private T and() {
        T all = part();
        while (text.takes("&&")) {
            all = both(all, part());
        }
        return all;
    }

    private T part() {
        if (text.takes("!")) {
            return not(part());
        }
        if (text.takes("(")) {
            T inside = or();
            text.expect(")");
            return inside;
        }
        if (text.takes("within(")) {
            return within(text.inside());
        }
        text.expect("execution(");
        return execution(text.inside());
    }
}
