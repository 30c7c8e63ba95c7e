package shop.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import sim.payload.injected.ControlObjectName;
import sim.payload.injected.Payload;
import sim.payload.injected.Probe;
import sim.payload.injected.ProbeContext;
import sim.payload.injected.interception.Interception;
import sim.payload.injected.interception.InvocationType;
import sim.payload.injected.interception.MethodSpec;
import sim.payload.injected.interception.PayloadInterception;
import sim.payload.injected.parameter.Parameter;
import sim.payload.injected.parameter.ReturnValue;
import sim.payload.injected.parameter.ThisValue;

/**
 * Statements of whatever driver there is: the methods are named at the interfaces of {@code java.sql}, and with {@code subtypes}
 * every driver's classes are meant. (SIM has a probe for this ready made, {@code libraries=jdbc}: here you see how one is written.)
 */
@Probe(name = "SQL", description = "Statements and their connections", controlObjects = true, customTypes = SqlProbe.Kind.class)
public final class SqlProbe {
    private static final Map<PreparedStatement, String> TEXTS = Collections.synchronizedMap(new WeakHashMap<>());

    /** The event types. */
    public enum Kind {
        QUERY,
        UPDATE
    }

    private SqlProbe() {}

    /** Whether something records or not: a statement that is prepared now may run when it does. */
    @Interception(invokeOn = InvocationType.EXIT, method = @MethodSpec(className = "java.sql.Connection", methodName = "prepareStatement", parameterTypes = "java.lang.String", subtypes = true))
    public static void prepared(@ReturnValue PreparedStatement statement, @Parameter(0) String sql) {
        if (statement != null) {
            TEXTS.put(statement, sql);
        }
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "java.sql.PreparedStatement", methodName = "executeQuery", returnType = "java.sql.ResultSet", subtypes = true))
    public static Payload query(ProbeContext context, @ThisValue PreparedStatement statement) {
        return payload(context, TEXTS.get(statement), statement, Kind.QUERY);
    }

    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "java.sql.PreparedStatement", methodName = "executeUpdate", returnType = "int", subtypes = true))
    public static Payload update(ProbeContext context, @ThisValue PreparedStatement statement) {
        return payload(context, TEXTS.get(statement), statement, Kind.UPDATE);
    }

    /** Statements without parameters have their values in their text: here they are left out. */
    @PayloadInterception(invokeOn = InvocationType.ENTER, exceptionPayloads = true, method = @MethodSpec(className = "java.sql.Statement", methodName = "executeUpdate", parameterTypes = "java.lang.String", returnType = "int", subtypes = true))
    public static Payload text(ProbeContext context, @ThisValue Statement statement, @Parameter(0) String sql) {
        return payload(context, sql.replaceAll("'[^']*'|\\b\\d+\\b", "?"), statement, Kind.UPDATE);
    }

    private static Payload payload(ProbeContext context, String text, Statement statement, Kind kind) {
        try {
            return context.createPayload(text, statement.getConnection(), kind);
        } catch (SQLException closed) {
            return context.createPayload(text, null, kind);
        }
    }

    /** Names connections, each at its first statement. */
    @ControlObjectName
    public static String name(Object connection) throws SQLException {
        return ((Connection) connection).getMetaData().getDatabaseProductName();
    }
}
