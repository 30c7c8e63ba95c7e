package sim.agent;

import java.util.HashSet;
import java.util.Set;
import sim.agent.select.PointcutText;

/**
 * Where a pointcut can match at all: beginnings of names, one of which a class or a type above it must have. Understands
 * {@code execution} and {@code within} of named types, joined by {@code &&}, {@code ||} and {@code !}; of anything else it says that it
 * may match everywhere. Names are with dots, those of inner classes too.
 */
final class PointcutBound {
    /** Everywhere. */
    static final Set<String> ANYWHERE = Set.of("");

    private final PointcutText text;

    private PointcutBound(String expression) {
        this.text = new PointcutText(expression);
    }

    static Set<String> of(String expression) {
        PointcutBound read = new PointcutBound(expression);
        try {
            Set<String> found = read.or();
            return read.text.isAtEnd() ? found : ANYWHERE;
        } catch (IllegalArgumentException other) {
            return ANYWHERE;
        }
    }

    private Set<String> or() {
        Set<String> all = new HashSet<>(and());
        while (text.takes("||")) {
            all.addAll(and());
        }
        return all.contains("") ? ANYWHERE : all;
    }

    private Set<String> and() {
        Set<String> bound = not();
        while (text.takes("&&")) {
            Set<String> other = not();
            bound = bound.contains("") ? other : bound;
        }
        return bound;
    }

    private Set<String> not() {
        if (text.takes("!")) {
            not();
            return ANYWHERE;
        }
        if (text.takes("(")) {
            Set<String> inside = or();
            text.expect(")");
            return inside;
        }
        if (text.takes("within(")) {
            return Set.of(beginning(text.inside()));
        }
        text.expect("execution(");
        return Set.of(declaring(text.inside()));
    }

    /** Of {@code public * com.shop..*Service.*(..)}: where the types that declare such a method begin. */
    private static String declaring(String signature) {
        int parameters = signature.indexOf('(');
        if (parameters < 0 || signature.indexOf('@') >= 0) {
            return "";
        }
        String[] words = signature.substring(0, parameters).strip().split("\\s+");
        String member = words[words.length - 1];
        int dot = member.lastIndexOf('.');
        // com.shop..* is any method of any type there
        return dot <= 0 ? "" : beginning(member.substring(0, member.charAt(dot - 1) == '.' ? dot + 1 : dot));
    }

    private static String beginning(String type) {
        int end = 0;
        while (end < type.length() && (Character.isJavaIdentifierPart(type.charAt(end))
                || type.charAt(end) == '.' && !type.startsWith("..", end))) {
            end++;
        }
        boolean isPattern = end == type.length() || type.startsWith("..", end) || type.startsWith("*", end)
                || type.startsWith("+", end);
        // a name without a package may be imported, or one of java.lang
        return isPattern && type.substring(0, end).indexOf('.') > 0 && type.matches("[\\w.$*+]+")
                ? type.substring(0, end).replace('$', '.')
                : "";
    }
}
