package sim.server.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.store.loop.Loop;

/**
 * Looks whether the clients that wait for an answer are still there: whoever left would have the store work for nobody. A
 * thread of its own looks at all of them a few times a second.
 */
final class Clients implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);
    private static final Duration EVERY = Duration.ofMillis(200);

    private final Set<Client> watched = ConcurrentHashMap.newKeySet();
    private final Loop looking = Loop.every("sim-clients", EVERY, () -> watched.forEach(Client::look),
            failure -> LOG.warn("the watch over clients continues after {}", Answering.line(failure)));

    /** Who sent a request whose body, if any, was read to its end; {@code gone} runs once, on this object's thread, when that is noticed. */
    Client watch(HttpServletRequest request, Runnable gone) {
        Client client = new Client(connection(request), gone);
        watched.add(client);
        return client;
    }

    /** Ends the connection of a request, so that an answer that stopped half way is not taken for a whole one. */
    static void abort(HttpServletRequest request) {
        Ends.reset(connection(request));
    }

    private static EndPoint connection(HttpServletRequest request) {
        return ServletContextRequest.getServletContextRequest(request).getConnectionMetaData().getConnection()
                .getEndPoint();
    }

    @Override
    public void close() {
        looking.close();
    }

    /** One client's end of a connection while its request is being answered. */
    final class Client implements AutoCloseable {
        private final EndPoint connection;
        private final Runnable gone;
        private boolean over;
        private boolean saidMore;

        private Client(EndPoint connection, Runnable gone) {
            this.connection = connection;
            this.gone = gone;
        }

        /**
         * While a request is answered nobody else reads the connection. A byte that comes then is of a request sent ahead:
         * it is lost, so the connection ends with this answer, and the client asks again as HTTP has it.
         */
        private synchronized void look() {
            if (over || saidMore) {
                return;
            }
            try {
                int read = connection.fill(BufferUtil.allocate(1));
                saidMore = read > 0;
                if (read >= 0 && connection.isOpen()) {
                    return;
                }
            } catch (IOException reset) {
                // gone, as if it had said so
            }
            over = true;
            gone.run();
        }

        /** Ends the connection, so that an answer that stopped half way is not taken for a whole one. */
        void abort() {
            Ends.reset(connection);
        }

        /** Stops looking. Call it before the answer is complete, because what the client sends after that is its next request. */
        @Override
        public void close() {
            watched.remove(this);
            synchronized (this) {
                over = true;
            }
        }

        /** Whether the connection can serve no further request. */
        synchronized boolean saidMore() {
            return saidMore;
        }
    }

}
