package sim.agent.intercept;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import sim.agent.code.Hierarchy;

/**
 * Methods of the JDK that ask which class calls them, such as {@code Method.invoke}, because that class may access its own private members.
 * A method handle would call them from another class, so SIM leaves their calls unchanged. It also leaves calls of {@code
 * Throwable.fillInStackTrace} unchanged. The JVM omits the methods that make an exception from its trace, and a method between them would
 * end that omission.
 */
final class AskedCaller {
    /** The JDK's annotation for them. */
    private static final String MARK = "jdk.internal.reflect.CallerSensitive";

    /** The packages they are in. */
    private static final String JDK = "java/";

    private AskedCaller() {}

    /** Whether a method asks for its caller. */
    static boolean asks(Method method) {
        return method.getDeclaringClass() == Throwable.class && method.getName().equals("fillInStackTrace")
                || Stream.of(method.getDeclaredAnnotations())
                        .anyMatch(each -> each.annotationType().getName().equals(MARK));
    }

    /** Whether a method of a loaded class, or of a class above it, asks for its caller. */
    static boolean isIn(Class<?> type, String name, String descriptor) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Method each : at.getDeclaredMethods()) {
                if (each.getName().equals(name) && Type.getMethodDescriptor(each).equals(descriptor)) {
                    return asks(each);
                }
            }
        }
        return false;
    }

    /** Whether a call is of a method that asks for its caller, in a class or one above it. */
    static boolean isCalled(String owner, String name, String descriptor, Hierarchy types) {
        String at = owner;
        while (at != null && !at.startsWith(JDK)) {
            at = types.parent(at);
        }
        Class<?> known = at == null ? null : ofTheJdk(at);
        return known != null && isIn(known, name, descriptor);
    }

    /**
     * The class of the JDK with this name. Loads no other class: the application's loader also has classes of the JDK's packages, and may
     * be about to define this one.
     */
    private static Class<?> ofTheJdk(String type) {
        try {
            return Class.forName(type.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException | LinkageError missing) {
            return null;
        }
    }
}
