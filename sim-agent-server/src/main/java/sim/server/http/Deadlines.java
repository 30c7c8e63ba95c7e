package sim.server.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.EventsHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.store.loop.Loop;

/**
 * Closes connections whose next request does not come whole in time, body included. A byte now and then keeps a connection from being idle,
 * and a few hundred such connections would have all there are. A thread of its own looks once a second. Any thread.
 */
final class Deadlines extends EventsHandler implements Connection.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final Duration LOOK = Duration.ofSeconds(1);

    private final long nanos;
    /** Null while the server does not run. */
    private Loop looking;
    /** Connections no request of which is being answered, and since when. */
    private final Map<Connection, Long> awaited = new ConcurrentHashMap<>();

    /** @param time from a connection's beginning, or the answer to its last request, until the next one is whole */
    Deadlines(Duration time) {
        this.nanos = time.toNanos();
    }

    @Override
    protected void doStart() throws Exception {
        super.doStart();
        looking = Loop.every("sim-deadlines", LOOK, this::look, Deadlines::failed);
    }

    @Override
    protected void doStop() throws Exception {
        if (looking != null) {
            looking.close();
        }
        super.doStop();
    }

    @Override
    public void onOpened(Connection connection) {
        if (!(connection instanceof SslConnection)) { // the connection inside it is heard of too, and has the requests
            awaited.put(connection, System.nanoTime());
        }
    }

    @Override
    public void onClosed(Connection connection) {
        awaited.remove(connection);
    }

    @Override
    protected void onBeforeHandling(Request request) {
        if (!PlainRequests.hasBody(request.getHeaders())) {
            awaited.remove(request.getConnectionMetaData().getConnection());
        }
    }

    @Override
    protected void onRequestRead(Request request, Content.Chunk chunk) {
        if (chunk != null && chunk.isLast()) {
            awaited.remove(request.getConnectionMetaData().getConnection());
        }
    }

    @Override
    protected void onComplete(Request request, Throwable failure) {
        Connection connection = request.getConnectionMetaData().getConnection();
        awaited.put(connection, System.nanoTime());
        if (!connection.getEndPoint().isOpen()) {
            awaited.remove(connection); // it may have been closed before it was put
        }
    }

    private void look() {
        long now = System.nanoTime();
        awaited.forEach((connection, since) -> {
            if (now - since > nanos) {
                close(connection);
            }
        });
    }

    private static void close(Connection connection) {
        try {
            Ends.close(connection.getEndPoint());
        } catch (Throwable failure) { // the other connections have their deadlines too
            failed(failure);
        }
    }

    private static void failed(Throwable failure) {
        LOG.warn("the deadlines of connections go on after {}", Answering.line(failure));
    }
}
