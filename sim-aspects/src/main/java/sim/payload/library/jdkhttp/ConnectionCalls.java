package sim.payload.library.jdkhttp;

import java.io.FileNotFoundException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.util.Map;
import sim.payload.common.ByIdentity;
import sim.payload.common.ContextPropagation;
import sim.payload.library.client.ClientPayloads;

/**
 * Called by {@link JdkHttpAspect} for calls of a {@code URLConnection}, on the application's threads. It records the JDK's own HTTP
 * connections. The first call that waits for the answer is the payload; later calls find the answer there. Never throws.
 */
public final class ConnectionCalls {
    private static final Module JDKS = Object.class.getModule();
    private static final String STATUS = "Server returned HTTP response code: ";
    /** What SIM knows about connections that are in use. */
    private static final ByIdentity<Known> CONNECTIONS = new ByIdentity<>(10_000);

    private ConnectionCalls() {}

    /** Begins a payload, if the call has to wait for the answer. */
    public static void begin(URLConnection connection) {
        try {
            if (!isTheJdks(connection)) {
                return;
            }
            connects(connection);
            if (ClientPayloads.isRecording()) {
                Known known = known(connection);
                if (known != null && !known.isAsked) {
                    known.isAsked = true;
                    known.isWaiting = true;
                    ClientPayloads.begin();
                }
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /**
     * Ends a call after which the answer is there. Only now may SIM ask the connection for its status; before, that could send the
     * request again.
     */
    public static void answered(URLConnection connection) {
        end(connection, true, null);
    }

    /** Ends a call. */
    public static void end(URLConnection connection, Throwable error) {
        end(connection, false, error);
    }

    private static void end(URLConnection connection, boolean isAnswered, Throwable error) {
        try {
            Known known = isTheJdks(connection) ? CONNECTIONS.get(connection) : null;
            if (known != null && known.isWaiting) {
                known.isWaiting = false;
                HttpURLConnection http = (HttpURLConnection) connection;
                int status = isAnswered ? http.getResponseCode() : error == null ? 0 : status(error);
                ClientPayloads.end(text(http.getRequestMethod(), http.getURL()), status, error);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** Begins to read from an address, through a connection that nobody sees. */
    public static void begin(URL address) {
        if (isHttp(address)) {
            ClientPayloads.begin();
        }
    }

    /** Ends the call that reads from an address. */
    public static void end(URL address, Throwable error) {
        if (isHttp(address)) {
            ClientPayloads.end(text("GET", address), error == null ? 0 : status(error), error);
        }
    }

    /** Adds the headers before a call that may connect, because that is the last moment. */
    public static void connects(URLConnection connection) {
        try {
            if (!isTheJdks(connection) || !ContextPropagation.isCurrent()) {
                return;
            }
            Known known = known(connection);
            if (known == null || known.isTold) {
                return;
            }
            known.isTold = true;
            Map<String, String> headers = ContextPropagation.outgoing(connection::getRequestProperty,
                    connection.getURL().getQuery());
            headers.forEach(connection::setRequestProperty);
        } catch (IllegalStateException connected) {
            // code that is not woven has connected: too late
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    private static Known known(URLConnection connection) {
        Known known = CONNECTIONS.get(connection);
        if (known == null) {
            known = new Known();
            return CONNECTIONS.putIfAbsent(connection, known) ? known : CONNECTIONS.get(connection);
        }
        return known;
    }

    /** Whether the connection is the JDK's own. Another one may be a mock, or call the JDK's itself. */
    private static boolean isTheJdks(URLConnection connection) {
        return connection instanceof HttpURLConnection && connection.getClass().getModule() == JDKS;
    }

    private static boolean isHttp(URL address) {
        return address != null && (address.getProtocol().equals("http") || address.getProtocol().equals("https"));
    }

    private static String text(String method, URL address) {
        return ClientPayloads.isRecording()
                ? ClientPayloads.text(method, address.getProtocol(), address.getAuthority(), address.getPath())
                : null;
    }

    /** The status in the text of an exception. Asking the connection could send the request again. */
    private static int status(Throwable error) {
        String message = error.getMessage();
        if (error instanceof FileNotFoundException) {
            return HttpURLConnection.HTTP_NOT_FOUND;
        }
        if (message == null || !message.startsWith(STATUS) || message.length() < STATUS.length() + 3) {
            return 0;
        }
        try {
            return Integer.parseInt(message.substring(STATUS.length(), STATUS.length() + 3));
        } catch (NumberFormatException none) {
            return 0;
        }
    }

    /** What SIM knows about one connection, which one thread at a time uses. */
    private static final class Known {
        /** Whether headers for the current context were considered. */
        boolean isTold;
        /** Whether a call has waited for the answer. */
        boolean isAsked;
        /** Whether a call waits for the answer now and is a payload. */
        boolean isWaiting;
    }
}
