package sim.campaign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between the applications and the server, and does to their connections what {@link Fault} says. Its port stays
 * while the server's may change from start to start. Any thread.
 */
final class Injector implements AutoCloseable {
    private final ServerSocket front;
    private final Random seeds;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    final AtomicLong connections = new AtomicLong();
    final AtomicLong bytes = new AtomicLong();
    /** Bits that were turned. */
    final AtomicLong corrupted = new AtomicLong();
    private volatile int target;
    private volatile Fault fault = Fault.NONE;
    /** Bytes in which one is corrupted, on average. */
    volatile int corruptOneIn = 4_000;

    Injector(long seed) throws IOException {
        front = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        seeds = new Random(seed);
        daemon(this::accept, "injector");
    }

    int port() {
        return front.getLocalPort();
    }

    /** Where new connections go. */
    void target(int port) {
        target = port;
    }

    int target() {
        return target;
    }

    Fault fault() {
        return fault;
    }

    /** From now on; connections whose bytes are not whole any more are closed as a fault ends. */
    void set(Fault next) {
        fault = next;
        links.forEach(link -> link.changed(next));
    }

    /** Closes every connection there is. */
    void cut() {
        links.forEach(Link::close);
    }

    void ended(Link link) {
        links.remove(link);
    }

    private void accept() {
        while (!front.isClosed()) {
            try {
                Socket client = front.accept();
                connections.incrementAndGet();
                if (fault == Fault.REFUSE || fault == Fault.RESET) {
                    Link.close(client, fault == Fault.RESET);
                    continue;
                }
                Socket server;
                try {
                    server = new Socket("127.0.0.1", target);
                } catch (IOException away) {
                    Link.close(client, true);
                    continue;
                }
                Link link = new Link(this, client, server, seeds.nextLong());
                links.add(link);
                link.start();
            } catch (IOException closed) {
                // the loop looks whether it is the front
            }
        }
    }

    @Override
    public void close() throws IOException {
        front.close();
        cut();
    }

    static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
