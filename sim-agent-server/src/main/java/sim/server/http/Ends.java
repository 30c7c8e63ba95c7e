package sim.server.http;

import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;

/** Ends connections at once. Under TLS a connection that is closed says goodbye first, and waits for a peer that reads nothing. Any thread. */
final class Ends {
    private Ends() {}

    static void close(EndPoint connection) {
        if (connection instanceof SslConnection.SslEndPoint encrypted) {
            encrypted.getSslConnection().getEndPoint().close();
        } else {
            connection.close();
        }
    }
}
