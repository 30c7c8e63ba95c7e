package sim.base.name;

import java.util.regex.Pattern;

/** Removes the number or hash at the end of a generated class's name, which is different in each run. Any thread. */
public final class GeneratedName {
    /** Every name that is changed here contains one of these. */
    private static final String[] MARKS = {"$$", "$Proxy", "$ByteBuddy$", "$Hibernate", "$MockitoMock$", "/"};
    /** {@code $$SpringCGLIB$$0}, {@code $$EnhancerByCGLIB$$1a2b}: the first part stays. */
    private static final Pattern HASHED = Pattern.compile("(\\$\\$[A-Za-z]+)\\$\\$[0-9a-f]+");
    private static final Pattern RANDOM = Pattern
            .compile("(\\$(?:ByteBuddy|HibernateProxy|HibernateInstantiator|MockitoMock))\\$\\w+");
    private static final Pattern NUMBERED = Pattern.compile("(\\$Proxy)\\d+");
    private static final Pattern MODULE = Pattern.compile("^jdk\\.proxy\\d+\\.");
    private static final Pattern JAVASSIST = Pattern.compile("(_\\$\\$_(?:jvst|javassist))\\w*");
    private static final Pattern LAMBDA = Pattern.compile("(\\$\\$Lambda)[$/].*");
    /** Hidden classes: no other class has a slash in its name. */
    private static final Pattern HIDDEN = Pattern.compile("()/.*");

    private GeneratedName() {}

    /** The name of a class, the same in every run. */
    public static String stable(String type) {
        if (!isMarked(type)) {
            return type;
        }
        String name = type;
        for (Pattern each : new Pattern[]{HASHED, RANDOM, NUMBERED, JAVASSIST, LAMBDA, HIDDEN}) {
            name = each.matcher(name).replaceAll("$1");
        }
        return MODULE.matcher(name).replaceAll("jdk.proxy.");
    }

    private static boolean isMarked(String type) {
        for (String mark : MARKS) {
            if (type.contains(mark)) {
                return true;
            }
        }
        return false;
    }
}
