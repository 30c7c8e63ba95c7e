package sim.payload.library.jdkhttp;

import java.io.FileNotFoundException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.util.Map;
import sim.payload.common.ByIdentity;
import sim.payload.common.FlowContexts;
import sim.payload.library.client.ClientPayloads;

/**
 * What happens where {@link JdkHttpAspect} meets a {@code URLConnection}: of HTTP, and the JDK's own. The first call that waits for the
 * answer is the payload; the calls behind it find the answer there. Never throws; on the application's threads.
 */
public final class ConnectionCalls {
    private static final Module JDKS = Object.class.getModule();
    private static final String STATUS = "Server returned HTTP response code: ";
    /** What is known of connections that are alive. */
    private static final ByIdentity<Known> CONNECTIONS = new ByIdentity<>(10_000);

    private ConnectionCalls() {}

    /** A call may have to wait for the answer. */
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
            FlowContexts.failed(failure);
        }
    }

    /** It is over, and the answer there: only then is the connection asked for its status, for else it could send again. */
    public static void answered(URLConnection connection) {
        end(connection, true, null);
    }

    /** It is over. */
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
            FlowContexts.failed(failure);
        }
    }

    /** An address is read from, by a connection nobody sees. */
    public static void begin(URL address) {
        if (isHttp(address)) {
            ClientPayloads.begin();
        }
    }

    /** It was, so far. */
    public static void end(URL address, Throwable error) {
        if (isHttp(address)) {
            ClientPayloads.end(text("GET", address), error == null ? 0 : status(error), error);
        }
    }

    /** A call may have to connect: the last moment for a header. */
    public static void connects(URLConnection connection) {
        try {
            if (!isTheJdks(connection) || !FlowContexts.isCurrent()) {
                return;
            }
            Known known = known(connection);
            if (known == null || known.isTold) {
                return;
            }
            known.isTold = true;
            Map<String, String> headers = FlowContexts.outgoing(connection::getRequestProperty,
                    connection.getURL().getQuery());
            headers.forEach(connection::setRequestProperty);
        } catch (IllegalStateException connected) {
            // by code that is not woven: too late
        } catch (Throwable failure) {
            FlowContexts.failed(failure);
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

    /** Another's may be a stand-in, or call the JDK's itself. */
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

    /** As the exception says: to ask the connection could send the request again. */
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

    /** Of one connection, which one thread uses at a time. */
    private static final class Known {
        /** Whether the current context was considered. */
        boolean isTold;
        /** Whether its answer was waited for. */
        boolean isAsked;
        /** Whether it is waited for now, by a payload. */
        boolean isWaiting;
    }
}
