package sim.agent.inject;

import java.lang.invoke.MethodHandleInfo;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sim.base.failure.Fatal;

/**
 * Tells for which objects a call of a JDK method is meant: for those in which the JDK's own code runs. If code of the application overrides
 * the method, that code is intercepted itself.
 */
final class Receivers extends ClassValue<Boolean> {
    /**
     * By selection, method name and parameter types. Those are types of the JDK, so there are only as many entries as the JDK has such
     * methods.
     */
    private static final Map<Key, Receivers> ALL = new ConcurrentHashMap<>();

    private record Key(MethodSelection meant, String method, String parameters) {}

    private final MethodSelection meant;
    private final Class<?> owner;
    private final String method;
    private final Class<?>[] parameters;

    private Receivers(MethodSelection meant, Class<?> owner, String method, Class<?>... parameters) {
        this.meant = meant;
        this.owner = owner;
        this.method = method;
        this.parameters = parameters;
    }

    static Receivers of(MethodSelection meant, Class<?> owner, String method, Class<?>... parameters) {
        StringBuilder key = new StringBuilder();
        for (Class<?> each : parameters) {
            key.append(each.descriptorString());
        }
        return ALL.computeIfAbsent(new Key(meant, method, key.toString()),
                any -> new Receivers(meant, owner, method, parameters));
    }

    /** Whether a class is the JDK's. */
    static boolean isOfTheJdk(Class<?> type) {
        return type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
    }

    /** Whether the JDK can have code for a method. It has none for a method with a parameter of an application type. */
    static boolean mayBeMeant(MethodHandleInfo method) {
        return method.getMethodType().parameterList().stream().allMatch(Receivers::isOfTheJdk);
    }

    /** Whether a method that is declared in this class is meant. */
    static boolean isMeant(MethodSelection meant, Class<?> owner, Class<?> declaring) {
        return isOfTheJdk(declaring) && (meant.subtypes()
                ? owner.isAssignableFrom(declaring) || declaring.isAssignableFrom(owner)
                : declaring.isAssignableFrom(owner));
    }

    /** Whether a call of this object's method is meant. */
    boolean isOne(Object receiver) {
        return receiver != null && get(receiver.getClass());
    }

    @Override
    protected Boolean computeValue(Class<?> type) {
        try {
            return owner.isAssignableFrom(type) && isMeant(meant, owner, declaring(type));
        } catch (Throwable missing) { // the class refers to a type of the application that is missing
            Fatal.pass(missing);
            return false;
        }
    }

    /** The class whose code runs. */
    private Class<?> declaring(Class<?> type) throws NoSuchMethodException {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            try {
                return at.getDeclaredMethod(method, parameters).getDeclaringClass();
            } catch (NoSuchMethodException above) {
                continue;
            }
        }
        return type.getMethod(method, parameters).getDeclaringClass(); // the default method of an interface
    }
}
