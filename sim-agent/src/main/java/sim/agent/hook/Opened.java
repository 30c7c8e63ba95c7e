package sim.agent.hook;

import java.lang.invoke.MethodHandles;
import java.util.function.Function;

/** The one class to which packages of the JDK are opened. {@link JdkInside} has a copy of it in a loader of its own. */
public final class Opened implements Function<Class<?>, MethodHandles.Lookup> {
    @Override
    public MethodHandles.Lookup apply(Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException closed) {
            throw new IllegalStateException(type + " is closed", closed);
        }
    }
}
