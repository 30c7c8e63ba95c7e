package sim.payload.library.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a driver, or a mock of one, throws when SIM asks it is not thrown into the application. */
class JdbcPayloadsTest {
    @ParameterizedTest
    @ValueSource(classes = {java.sql.SQLException.class, IllegalStateException.class, AssertionError.class,
            OutOfMemoryError.class, java.io.IOException.class})
    void aConnectionThatDoesNotTellItsAddressIsOpened(Class<? extends Throwable> thrown) {
        Connection connection = (Connection) Proxy.newProxyInstance(getClass().getClassLoader(),
                new Class<?>[]{Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getMetaData")) {
                        throw thrown.getConstructor(String.class).newInstance("of the test");
                    }
                    return method.getName().equals("hashCode") ? (Object) 1 : null;
                });
        assertThatCode(() -> JdbcPayloads.opened(connection)).doesNotThrowAnyException();
        assertThat(JdbcProbe.nameOf(connection)).startsWith("connection #");
    }
}
