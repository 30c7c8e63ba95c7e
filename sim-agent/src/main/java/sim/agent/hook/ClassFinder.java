package sim.agent.hook;

import java.util.function.BiFunction;
import sim.agent.code.AgentClasses;
import sim.base.failure.Fatal;

/**
 * What {@code loadClass} of a class loader calls when it has not found a class: returns the agent's class of that name, or throws what the
 * loader threw. On whatever thread loads a class. A function, for it is called through a type that the JDK's own classes see.
 */
public final class ClassFinder implements BiFunction<Object, Object, Object> {
    @Override
    public Object apply(Object name, Object thrown) {
        Class<?> found = null;
        try {
            found = name == null ? null : AgentClasses.named(name.toString());
        } catch (Throwable failure) {
            Fatal.pass(failure); // else the program gets what its loader threw
        }
        if (found == null) {
            ClassFinder.<RuntimeException>pass((Throwable) thrown);
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void pass(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
