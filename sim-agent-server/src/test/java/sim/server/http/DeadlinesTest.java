package sim.server.http;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.AbstractConnection;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.io.EndPoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Connections whose time is over are closed, whatever else fails. {@code BoundsHttpTest} has those of a server. */
class DeadlinesTest {
    private final Deadlines deadlines = new Deadlines(Duration.ofMillis(1));

    @AfterEach
    void stop() throws Exception {
        deadlines.stop();
    }

    @Test
    void anErrorAtOneConnectionKeepsNoOtherOpen() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        deadlines.start();
        deadlines.onOpened(new Waiting(new ByteArrayEndPoint()) {
            @Override
            public EndPoint getEndPoint() {
                asked.incrementAndGet();
                throw new OutOfMemoryError("meant");
            }
        });
        await().until(() -> asked.get() > 0);
        ByteArrayEndPoint late = new ByteArrayEndPoint();
        deadlines.onOpened(new Waiting(late));
        await().until(() -> !late.isOpen());
        await().until(() -> asked.get() > 2);
    }

    /** A connection from which nothing comes. */
    private static class Waiting extends AbstractConnection {
        Waiting(EndPoint end) {
            super(end, Runnable::run);
        }

        @Override
        public void onFillable() {}
    }
}
