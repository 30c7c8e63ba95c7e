package sim.agent.select;

import java.util.HashSet;
import java.util.Set;

/**
 * Where a pointcut can match at all: beginnings of names, one of which a class or a type above it must have. Of anything that it does
 * not understand it says that it may match everywhere. Names are with dots, those of inner classes too.
 */
public final class PointcutBound extends PointcutReader<Set<String>> {
    /** Everywhere. */
    static final Set<String> ANYWHERE = Set.of("");

    private PointcutBound() {}

    public static Set<String> of(String expression) {
        try {
            return new PointcutBound().read(expression);
        } catch (IllegalArgumentException other) {
            return ANYWHERE;
        }
    }

    @Override
    Set<String> either(Set<String> one, Set<String> other) {
        Set<String> all = new HashSet<>(one);
        all.addAll(other);
        return all.contains("") ? ANYWHERE : all;
    }

    @Override
    Set<String> both(Set<String> one, Set<String> other) {
        return one.contains("") ? other : one;
    }

    @Override
    Set<String> not(Set<String> negated) {
        return ANYWHERE;
    }

    @Override
    Set<String> within(String type) {
        return Set.of(beginning(type));
    }

    @Override
    Set<String> execution(String signature) {
        return Set.of(declaring(signature));
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
