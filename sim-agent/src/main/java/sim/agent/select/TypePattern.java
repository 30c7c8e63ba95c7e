package sim.agent.select;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A pattern of type names, as far as names alone decide it: {@code *}, {@code a.b.C}, {@code a.b.*}, {@code a.b..*},
 * {@code a..*Service}. Types are binary names. Of a type in another it says no more than what holds by any reading.
 */
public final class TypePattern implements Predicate<String> {
    private static final Pattern READABLE = Pattern.compile("[\\w.*]+");
    private static final Pattern SEGMENTS = Pattern
            .compile("\\w+(?:\\.\\w+)*(?:\\.\\.|\\.)[\\w*]+(?:(?:\\.\\.|\\.)[\\w*]+)*");

    private final boolean isAny;
    private final boolean needsPackage;
    /** What a name must begin with. */
    private final String beginning;
    private final boolean endsWithAll;
    /** Whether it is no more than its beginning and what ends with all. */
    private final boolean isPackage;
    private final Pattern whole;

    private TypePattern(String text) {
        isAny = text.equals("*") || text.equals("*..*");
        needsPackage = text.equals("*..*");
        endsWithAll = text.endsWith("..*");
        if (isAny) {
            beginning = "";
            isPackage = false;
            whole = null;
            return;
        }
        if (!READABLE.matcher(text).matches() || !SEGMENTS.matcher(text).matches()) {
            throw new IllegalArgumentException(text);
        }
        beginning = beginning(text);
        isPackage = text.equals(beginning + ".*");
        whole = Pattern.compile(text.replace("..", "/").replace(".", "\\.").replace("*", "[^.]*")
                .replace("/", "\\.(?:[^.]+\\.)*"));
    }

    /** Throws where the weaver has to read it. */
    public static TypePattern of(String text) {
        return new TypePattern(text);
    }

    private static String beginning(String text) {
        int star = text.indexOf('*');
        int gap = text.indexOf("..");
        int end = Math.min(star < 0 ? text.length() : star, gap < 0 ? text.length() : gap + 1);
        return text.substring(0, end);
    }

    /** Whether it may match a type, by its internal name. */
    @Override
    public boolean test(String type) {
        return matches(type.replace('/', '.')) != Match.NO;
    }

    /** Whether it matches a type, by its binary name. */
    Match matches(String type) {
        if (isAny) {
            return needsPackage && type.indexOf('.') < 0 ? Match.UNKNOWN : Match.YES;
        }
        boolean isNested = type.indexOf('$') >= 0;
        String dotted = isNested ? type.replace('$', '.') : type;
        if (!dotted.startsWith(beginning)) {
            return Match.NO;
        }
        if (!isNested) {
            // asked for every class that is loaded: nearly all patterns are packages
            return isPackage ? Match.YES : Match.of(whole.matcher(type).matches());
        }
        boolean isAll = isPackage ? !dotted.contains("..") : endsWithAll && whole.matcher(dotted).matches();
        return isAll ? Match.YES : Match.UNKNOWN;
    }
}
