package woven;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.h2.jdbc.JdbcConnection;
import org.h2.jdbc.JdbcPreparedStatement;
import org.mockito.Mockito;

/** What an application sees of a driver's statements: through a proxy of all their interfaces, a mock, and reflection. */
public final class Seen {
    private static final String URL = "jdbc:h2:mem:seen";

    private Seen() {}

    /** Of a program that wraps what a driver gives it. */
    static final class Wrapping extends JdbcConnection {
        private final boolean mocks;

        Wrapping(boolean mocks) throws SQLException {
            super(URL, new Properties(), "sa", "", false);
            this.mocks = mocks;
        }

        @Override
        public PreparedStatement prepareStatement(String sql) throws SQLException {
            PreparedStatement statement = super.prepareStatement(sql);
            return mocks ? Mockito.mock(JdbcPreparedStatement.class) : proxy(statement);
        }
    }

    private static PreparedStatement proxy(PreparedStatement statement) {
        Set<Class<?>> all = new LinkedHashSet<>();
        for (Class<?> at = statement.getClass(); at != null; at = at.getSuperclass()) {
            all.addAll(Arrays.asList(at.getInterfaces()));
        }
        return (PreparedStatement) Proxy.newProxyInstance(Seen.class.getClassLoader(), all.toArray(Class<?>[]::new),
                (proxy, method, arguments) -> {
                    System.out.println("sees proxy " + method.getName());
                    return method.invoke(statement, arguments);
                });
    }

    public static void main(String[] args) throws SQLException {
        try (Connection plain = DriverManager.getConnection(URL, "sa", "");
                Wrapping wrapping = new Wrapping(false);
                PreparedStatement statement = plain.prepareStatement("SELECT 1");
                PreparedStatement wrapped = wrapping.prepareStatement("SELECT 2")) {
            ask(statement);
            ask(wrapped);
            Class<?> type = statement.getClass();
            System.out.println("sees interfaces " + Arrays.toString(type.getInterfaces()));
            Stream.of(type.getMethods(), type.getDeclaredMethods()).flatMap(Stream::of).map(Method::toString)
                    .filter(each -> !each.contains("ajc$")).sorted()
                    .forEach(each -> System.out.println("sees " + each));
            Stream.of(type.getDeclaredFields()).filter(each -> each.getType() == String.class && each.isSynthetic())
                    .forEach(each -> System.out.println("field " + each));
        }
        try (Wrapping mocking = new Wrapping(true); PreparedStatement mock = mocking.prepareStatement("SELECT 3")) {
            Mockito.verifyNoInteractions(mock);
        }
        PayloadReport.print();
    }

    private static void ask(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
        }
    }
}
