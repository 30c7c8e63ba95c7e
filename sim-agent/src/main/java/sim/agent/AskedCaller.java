package sim.agent;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import sim.agent.code.Hierarchy;

/**
 * Methods of the JDK that ask which class calls them, such as {@code Method.invoke}: that class has access to its own private members. A
 * method handle calls them as another class, so that their calls are left as they are. So are those of
 * {@code Throwable.fillInStackTrace}: of an exception's trace the JVM leaves out the methods that make the exception, as far as none
 * other is between them.
 */
final class AskedCaller {
    /** The JDK marks them. */
    private static final String MARK = "jdk.internal.reflect.CallerSensitive";

    /** Where they are. */
    private static final String JDK = "java/";

    private AskedCaller() {}

    /** Whether it is one of them. */
    static boolean asks(Method method) {
        return method.getDeclaringClass() == Throwable.class && method.getName().equals("fillInStackTrace")
                || Stream.of(method.getDeclaredAnnotations())
                        .anyMatch(each -> each.annotationType().getName().equals(MARK));
    }

    /** Whether a method of a loaded class, or one above it, asks. */
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

    /** Whether a call does, of a method of a class or of one above it. */
    static boolean isCalled(String owner, String name, String descriptor, Hierarchy types) {
        String at = owner;
        while (at != null && !at.startsWith(JDK)) {
            at = types.parent(at);
        }
        Class<?> known = at == null ? null : ofTheJdk(at);
        return known != null && isIn(known, name, descriptor);
    }

    /** No other is loaded by this: the application's loader has classes of the JDK too, and may be about to define this one. */
    private static Class<?> ofTheJdk(String type) {
        try {
            return Class.forName(type.replace('/', '.'), false, ClassLoader.getPlatformClassLoader());
        } catch (ClassNotFoundException | LinkageError missing) {
            return null;
        }
    }
}
