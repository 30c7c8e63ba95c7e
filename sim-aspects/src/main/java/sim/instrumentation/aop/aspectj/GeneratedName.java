package sim.instrumentation.aop.aspectj;

import java.util.regex.Pattern;

/** Names of generated classes without the number or hash at their end, which is another one in each run. */
final class GeneratedName {
    /** {@code $$SpringCGLIB$$0}, {@code $$EnhancerByCGLIB$$1a2b}: the kind stays. */
    private static final Pattern HASHED = Pattern.compile("(\\$\\$[A-Za-z]+)\\$\\$[0-9a-f]+");
    private static final Pattern RANDOM = Pattern
            .compile("(\\$(?:ByteBuddy|HibernateProxy|HibernateInstantiator|MockitoMock))\\$\\w+");
    private static final Pattern NUMBERED = Pattern.compile("(\\$Proxy)\\d+");
    private static final Pattern MODULE = Pattern.compile("^jdk\\.proxy\\d+\\.");
    private static final Pattern JAVASSIST = Pattern.compile("(_\\$\\$_(?:jvst|javassist))\\w*");
    private static final Pattern LAMBDA = Pattern.compile("(\\$\\$Lambda)[$/].*");

    private GeneratedName() {}

    /** The same name for the same class in every run. */
    static String stable(String type) {
        if (type.indexOf('$') < 0) {
            return type;
        }
        String name = type;
        for (Pattern each : new Pattern[]{HASHED, RANDOM, NUMBERED, JAVASSIST, LAMBDA}) {
            name = each.matcher(name).replaceAll("$1");
        }
        return MODULE.matcher(name).replaceAll("jdk.proxy.");
    }
}
