package sim.payload.library.jdbc;

import java.sql.Connection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import sim.payload.common.ContextPropagation;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.TypeCustomizer;
import sim.payload.spi.Reentrant;

/** Statements of any JDBC driver, by text and connection. */
public final class JdbcProbe extends PayloadProbe implements Reentrant {
    /** Matches an address that may contain a user or a password. Each driver has its own way to write one there. */
    private static final Pattern SECRETS = Pattern.compile("(user|uid|pass|pwd)\\w*=|\\(|@|%40",
            Pattern.CASE_INSENSITIVE);

    private static final AtomicLong NUMBER = new AtomicLong();

    /** By which method a statement was run. */
    public enum Type implements TypeCustomizer {
        /** It was run by {@code executeQuery}. */
        QUERY("query", 0x2E7D32),
        /** It was run by {@code executeUpdate} or {@code executeLargeUpdate}. */
        UPDATE("update", 0xC62828),
        /** Several statements were run together. */
        BATCH("batch", 0x6A1B9A),
        /** It was run by {@code execute}, which does not tell whether it queries or changes. */
        EXECUTE("execute", 0x1565C0);

        private final String shown;
        private final int color;

        Type(String shown, int color) {
            this.shown = shown;
            this.color = color;
        }

        @Override
        public int getColor() {
            return color;
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    @Override
    public String getName() {
        return "JDBC";
    }

    @Override
    public String getDescription() {
        return "SQL statements, with literals replaced by ?, and the connections they ran on";
    }

    @Override
    public boolean isControlObjects() {
        return true;
    }

    @Override
    @SuppressWarnings("rawtypes") // the published signature
    public Class<? extends Enum> getCustomTypes() {
        return Type.class;
    }

    @Override
    public String getControlObjectName(Object object) {
        return object instanceof Connection connection ? nameOf(connection) : null;
    }

    /** The connection's address without secrets, and a number. */
    static String nameOf(Connection connection) {
        String url = null;
        try {
            url = connection.getMetaData().getURL();
        } catch (Exception | LinkageError closed) {
            // the connection gets no address
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
        return (url == null ? "connection" : address(url)) + " #" + NUMBER.incrementAndGet();
    }

    /** The address without its parameters. If it may contain a user or a password, only the part that names the driver. */
    static String address(String url) {
        int end = url.length();
        for (char mark : new char[]{'?', ';'}) {
            int at = url.indexOf(mark);
            end = at >= 0 ? Math.min(end, at) : end;
        }
        String address = url.substring(0, end);
        if (url.indexOf('@') < 0 && !SECRETS.matcher(address).find()) {
            return address;
        }
        int driver = url.indexOf(':', "jdbc:".length());
        return driver < 0 || SECRETS.matcher(url.substring(0, driver)).find() ? "connection" : url.substring(0, driver);
    }
}
