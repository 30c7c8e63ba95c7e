package sim.payload.library.jdbc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import sim.payload.common.ContextPropagation;

/**
 * The field for the text of a prepared statement. SIM's agent adds it to the classes of prepared statements that it weaves. The text then
 * costs one reference, lives as long as its statement, and needs no look-up. The class hands over access to its field when it is
 * initialised. It gets no method and no interface, because the application would see those in proxies, mocks and generated subclasses.
 */
public final class StatementField {
    private static final String NAME = "sim$text";
    /** The field of each statement class, which may be that of a superclass. */
    private static final ClassValue<StatementField> OF = new ClassValue<>() {
        @Override
        protected StatementField computeValue(Class<?> type) {
            Class<?> above = type.getSuperclass();
            return new StatementField(above == null ? null : OF.get(above).access);
        }
    };

    private record Access(MethodHandle get, MethodHandle set) {}

    /** Null if the class has no such field. */
    private volatile Access access;

    private StatementField(Access access) {
        this.access = access;
    }

    /** Called by the initialiser of a class that has the field; the agent puts the call there. Never throws. */
    public static void isIn(MethodHandles.Lookup own) {
        try {
            Class<?> type = own.lookupClass();
            OF.get(type).access = new Access(
                    own.findGetter(type, NAME, String.class)
                            .asType(MethodType.methodType(String.class, Object.class)),
                    own.findSetter(type, NAME, String.class)
                            .asType(MethodType.methodType(void.class, Object.class, String.class)));
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** The field of a statement's class. */
    static StatementField of(Object statement) {
        return OF.get(statement.getClass());
    }

    /** Whether the class has the field. */
    boolean isThere() {
        return access != null;
    }

    /** The text with which a statement was prepared; null if SIM did not see that. */
    String get(Object statement) throws Throwable {
        return (String) access.get.invokeExact(statement);
    }

    /** Keeps the text with which a statement was prepared. */
    void set(Object statement, String sql) throws Throwable {
        access.set.invokeExact(statement, sql);
    }
}
