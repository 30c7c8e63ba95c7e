package sim.agent.select;

import java.lang.reflect.Modifier;
import java.util.regex.Pattern;

/**
 * A pointcut that selects methods and constructors by names: {@code execution} of any result and any parameters and {@code within},
 * joined as {@link PointcutReader} says. Anything else is for the weaver. Immutable.
 */
interface Pointcut {
    String CONSTRUCTOR = "<init>";

    /** Whether it selects the execution of a method. */
    Match selects(Subject subject, int access, String method);

    /** Throws where the weaver has to read it. */
    static Pointcut of(String expression) {
        return new PointcutReader<Pointcut>() {
            @Override
            Pointcut either(Pointcut one, Pointcut other) {
                return (subject, access, method) -> one.selects(subject, access, method)
                        .or(other.selects(subject, access, method));
            }

            @Override
            Pointcut both(Pointcut one, Pointcut other) {
                return (subject, access, method) -> one.selects(subject, access, method)
                        .and(other.selects(subject, access, method));
            }

            @Override
            Pointcut not(Pointcut negated) {
                return (subject, access, method) -> negated.selects(subject, access, method).not();
            }

            @Override
            Pointcut within(String type) {
                TypePattern pattern = TypePattern.of(type);
                return (subject, access, method) -> subject.isWithin(pattern);
            }

            @Override
            Pointcut execution(String signature) {
                return Pointcut.execution(signature);
            }
        }.read(expression);
    }

    /** Of {@code public * com.shop..*Service.*(..)} or {@code com.shop..*.new(..)}. */
    private static Pointcut execution(String signature) {
        if (!signature.endsWith("(..)")) {
            throw new IllegalArgumentException(signature);
        }
        String[] words = signature.substring(0, signature.length() - "(..)".length()).strip().split("\\s+");
        String member = words[words.length - 1];
        boolean makes = member.equals("new") || member.endsWith(".new");
        int modifiers = words.length - (makes ? 1 : 2);
        boolean isPublic = modifiers == 1 && words[0].equals("public");
        if (modifiers != 0 && !isPublic || !makes && !words[modifiers].equals("*")) {
            throw new IllegalArgumentException(signature);
        }
        int dot = member.lastIndexOf('.');
        // com.shop..* is any method of any type there
        boolean isOpen = dot > 0 && member.charAt(dot - 1) == '.';
        TypePattern type = TypePattern.of(dot < 0
                ? "*"
                : isOpen
                        ? member.substring(0, dot + 1) + "*"
                        : member.substring(0, dot));
        if (makes) {
            return (subject, access, method) -> method.equals(CONSTRUCTOR) && (!isPublic || Modifier.isPublic(access))
                    ? subject.isOf(type)
                    : Match.NO;
        }
        String pattern = member.substring(dot + 1);
        Pattern name = name(pattern);
        boolean isAny = pattern.equals("*");
        return (subject, access, method) -> !method.equals(CONSTRUCTOR) && (!isPublic || Modifier.isPublic(access))
                && (isAny || name.matcher(method).matches()) ? subject.declares(type) : Match.NO;
    }

    private static Pattern name(String pattern) {
        if (!pattern.matches("[\\w*]+")) {
            throw new IllegalArgumentException(pattern);
        }
        return Pattern.compile(pattern.replace("*", ".*"));
    }
}
