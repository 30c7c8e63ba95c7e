package sim.server.http;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;

/** Ends connections at once. Under TLS a connection that is closed says goodbye first, and waits for a peer that reads nothing. Any thread. */
final class Ends {
    private Ends() {}

    static void close(EndPoint connection) {
        bare(connection).close();
    }

    /**
     * The same by a reset. An answer without a length to a client that said {@code Connection: close} ends where the connection ends: by nothing else would the client
     * know that it is not whole.
     */
    static void reset(EndPoint connection) {
        EndPoint bare = bare(connection);
        if (bare.getTransport() instanceof SocketChannel channel) {
            try {
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            } catch (IOException ended) {
                // closed already
            }
        }
        bare.close();
    }

    private static EndPoint bare(EndPoint connection) {
        return connection instanceof SslConnection.SslEndPoint encrypted
                ? encrypted.getSslConnection().getEndPoint()
                : connection;
    }
}
