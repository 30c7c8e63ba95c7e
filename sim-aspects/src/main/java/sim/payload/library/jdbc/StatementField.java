package sim.payload.library.jdbc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import sim.payload.common.ContextPropagation;

/**
 * The field for the text of a prepared statement, which SIM's agent gives to the classes of prepared statements that it weaves. So a
 * text is kept by one reference, as long as its statement, and nobody looks for it. The class hands over the access to its field when
 * it is initialised: it gets no method and no interface, for proxies, mocks and generated subclasses would show them to the application.
 */
public final class StatementField {
    private static final String NAME = "sim$text";
    /** Of each class of statements met: its own, or that of the class above it. */
    private static final ClassValue<StatementField> OF = new ClassValue<>() {
        @Override
        protected StatementField computeValue(Class<?> type) {
            Class<?> above = type.getSuperclass();
            return new StatementField(above == null ? null : OF.get(above).access);
        }
    };

    private record Access(MethodHandle get, MethodHandle set) {}

    /** Null where there is no such field. */
    private volatile Access access;

    private StatementField(Access access) {
        this.access = access;
    }

    /** A class that has it is initialised; the agent puts the call there. Never throws. */
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

    /** Of a statement's class. */
    static StatementField of(Object statement) {
        return OF.get(statement.getClass());
    }

    /** Whether there is such a field. */
    boolean isThere() {
        return access != null;
    }

    /** The text a statement was prepared with, null for none that was seen. */
    String get(Object statement) throws Throwable {
        return (String) access.get.invokeExact(statement);
    }

    /** It was prepared. */
    void set(Object statement, String sql) throws Throwable {
        access.set.invokeExact(statement, sql);
    }
}
