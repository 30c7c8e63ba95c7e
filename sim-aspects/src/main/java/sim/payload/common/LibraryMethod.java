package sim.payload.common;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * A public method of a library's objects, by its name and its number of parameters. SIM is not compiled against libraries: they come with
 * the application, in any version, in a class loader that SIM's does not see. The method is looked up once for each class; a call then
 * costs a few ns. Any thread.
 */
public final class LibraryMethod {
    private final String name;
    private final int parameters;
    private final ClassValue<MethodHandle> handles = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> type) {
            return find(type);
        }
    };

    public LibraryMethod(String name, int parameters) {
        this.name = name;
        this.parameters = parameters;
    }

    /** Whether the object has the method. */
    public boolean isOf(Object target) {
        return handles.get(target.getClass()) != null;
    }

    /**
     * Calls the method of an object. Throws what the method throws, or {@link NoSuchMethodException} if the object has no such method.
     */
    public Object of(Object target) throws Throwable {
        return (Object) handle(target).invokeExact(target);
    }

    /** The same with an argument. */
    public Object of(Object target, Object argument) throws Throwable {
        return (Object) handle(target).invokeExact(target, argument);
    }

    /** The same with two arguments. */
    public Object of(Object target, Object first, Object second) throws Throwable {
        return (Object) handle(target).invokeExact(target, first, second);
    }

    private MethodHandle handle(Object target) throws NoSuchMethodException {
        MethodHandle known = handles.get(target.getClass());
        if (known == null) {
            throw new NoSuchMethodException(target.getClass().getName() + " has no public " + name + " of "
                    + parameters + " parameters");
        }
        return known;
    }

    /** Finds the method in a public class or interface, because the object's own class may not be accessible. */
    private MethodHandle find(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            MethodHandle found = declared(at);
            for (Class<?> api : at.getInterfaces()) {
                found = found != null ? found : find(api);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private MethodHandle declared(Class<?> type) {
        if (!Modifier.isPublic(type.getModifiers())) {
            return null;
        }
        Method found = null;
        for (Method each : type.getDeclaredMethods()) {
            if (each.getName().equals(name) && each.getParameterCount() == parameters
                    && Modifier.isPublic(each.getModifiers()) && !Modifier.isStatic(each.getModifiers())
                    && (found == null || takesTexts(each))) {
                found = each;
            }
        }
        try {
            return found == null
                    ? null
                    : MethodHandles.publicLookup().unreflect(found)
                            .asType(MethodType.genericMethodType(1 + parameters));
        } catch (IllegalAccessException hidden) {
            return null; // its module does not export it
        }
    }

    /** Of methods of the same name it is the one that takes texts: the JVM lists them in any order, and a library may have one for types of its own. */
    private static boolean takesTexts(Method method) {
        return Arrays.stream(method.getParameterTypes()).allMatch(type -> type == String.class);
    }
}
