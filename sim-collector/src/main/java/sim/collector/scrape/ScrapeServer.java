package sim.collector.scrape;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import sim.base.failure.OwnThread;

/**
 * Answers scrapes on a daemon thread of its own, in one loop that waits for no client: each is read from and written to when it is ready. If the
 * port is in use it says so once, and tries again: after a restart the process before may still be ending. Connections are bounded, and so
 * are answers that are being taken: past the bound the slowest goes. A client that hangs is cut off after 10 s; by the length
 * of the answer it sees that it has not all of it.
 */
public final class ScrapeServer {
    private static final int BACKLOG = 64;
    /** Connections at a time; one that waits takes 9 KB. */
    private static final int MOST_CLIENTS = 32;
    /** Connections that are accepted before the others have their turn: who comes with many drops none that has asked meanwhile. */
    private static final int AT_ONCE = MOST_CLIENTS / 2;
    /** Answers at a time that are not taken yet: a page may take some megabytes of the application's heap. */
    private static final int MOST_ANSWERS = 2;
    private static final long READ_NANOS = 1_000_000_000L;
    private static final long LONGEST_NANOS = 10_000_000_000L;
    private static final long RETRY_NANOS = 10_000_000_000L;
    /** After a connection that could not be accepted, mostly for want of a file descriptor. */
    private static final long PAUSE_NANOS = 1_000_000_000L;

    private final String host;
    private final int port;
    private final ScrapedSums sums;
    private final Consumer<String> say;
    private final Consumer<Throwable> failures;
    private final long readNanos;
    private final long longestNanos;
    private final Thread thread = OwnThread.of(this::run, "sim-prometheus");
    private final Runnable round = this::round;
    private final Consumer<SelectionKey> turn = this::turn;
    private final List<ScrapeClient> clients = new ArrayList<>(MOST_CLIENTS);
    private volatile boolean closed;
    private volatile Selector selector;
    /** These three: only the loop uses them, while it listens. */
    private boolean isLoopback;
    private SelectionKey accepting;
    private long acceptAgain;

    /**
     * @param say prints a line, once
     * @param failures counts a failure
     */
    public ScrapeServer(String host, int port, ScrapedSums sums, Consumer<String> say, Consumer<Throwable> failures) {
        this(host, port, sums, say, failures, READ_NANOS, LONGEST_NANOS);
    }

    /**
     * @param readNanos after which a client is cut off that asks nothing
     * @param longestNanos for which it may be connected
     */
    ScrapeServer(String host, int port, ScrapedSums sums, Consumer<String> say, Consumer<Throwable> failures,
            long readNanos, long longestNanos) {
        this.host = host;
        this.port = port;
        this.sums = sums;
        this.say = say;
        this.failures = failures;
        this.readNanos = readNanos;
        this.longestNanos = longestNanos;
    }

    public void start() {
        thread.start();
    }

    /** Ends listening. Any thread. */
    public void close() {
        closed = true;
        Selector waiting = selector;
        if (waiting != null) {
            waiting.wakeup();
        }
        LockSupport.unpark(thread);
    }

    private void run() {
        while (!closed) {
            OwnThread.round(round);
            if (!closed) {
                Thread.interrupted(); // otherwise it would never wait again
                LockSupport.parkNanos(this, RETRY_NANOS);
            }
        }
    }

    private void round() {
        try {
            listen();
        } catch (IOException | RuntimeException taken) {
            if (!closed) {
                say.accept("prometheus=" + host + ":" + port + " cannot be listened on (" + taken.getMessage()
                        + "); the program continues, and SIM tries again. Choose an address of this machine and a "
                        + "port that is free");
            }
        }
    }

    private void listen() throws IOException {
        InetAddress address = InetAddress.getByName(host);
        isLoopback = address.isLoopbackAddress();
        try (ServerSocketChannel socket = ServerSocketChannel.open(); Selector waiting = Selector.open()) {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(new InetSocketAddress(address, port), BACKLOG);
            socket.configureBlocking(false);
            accepting = socket.register(waiting, SelectionKey.OP_ACCEPT);
            selector = waiting;
            while (!closed) {
                waiting.select(turn, millisToNext(System.nanoTime()));
                cutOff(System.nanoTime());
                Thread.interrupted(); // where the program interrupts all threads: it would never wait again
            }
        } finally {
            clients.forEach(ScrapeClient::close);
            clients.clear();
        }
    }

    /** Until the next client is late or connections are accepted again; 0 if nothing of the kind waits. */
    private long millisToNext(long now) {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < clients.size(); i++) {
            next = Math.min(next, clients.get(i).until(readNanos, longestNanos) - now);
        }
        if (accepting.interestOps() == 0) {
            next = Math.min(next, acceptAgain - now);
        }
        return next == Long.MAX_VALUE ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(next) + 1);
    }

    private void cutOff(long now) {
        for (int i = clients.size() - 1; i >= 0; i--) {
            if (clients.get(i).until(readNanos, longestNanos) - now < 0) {
                drop(clients.get(i));
            }
        }
        if (accepting.interestOps() == 0 && acceptAgain - now < 0) {
            accepting.interestOps(SelectionKey.OP_ACCEPT);
        }
    }

    /** The turn of whoever is ready: nothing here waits. */
    private void turn(SelectionKey ready) {
        if (ready == accepting) {
            accept();
        } else if (ready.isValid()) { // otherwise it was dropped just now
            serve((ScrapeClient) ready.attachment());
        }
    }

    private void accept() {
        try {
            for (int i = 0; i < AT_ONCE; i++) {
                SocketChannel channel = ((ServerSocketChannel) accepting.channel()).accept();
                if (channel == null) {
                    return;
                }
                if (clients.size() == MOST_CLIENTS) {
                    drop(slowest(false));
                }
                clients.add(new ScrapeClient(channel, selector, System.nanoTime()));
            }
        } catch (Throwable none) { // it is counted, and who connected waits
            acceptAgain = System.nanoTime() + PAUSE_NANOS;
            accepting.interestOps(0);
            failures.accept(none);
        }
    }

    private void serve(ScrapeClient client) {
        boolean goesOn = false;
        try {
            if (!client.isAnswered()) {
                ScrapeRequest request = client.read(System.nanoTime());
                if (request == null) {
                    goesOn = true;
                    return;
                }
                if (answered() == MOST_ANSWERS) {
                    drop(slowest(true));
                }
                client.answer(ScrapeAnswer.to(request, sums, isLoopback, client.isNear()));
            }
            goesOn = !client.write(System.nanoTime());
        } catch (IOException gone) {
            // the scraper's affair: it sees that its scrape failed
        } catch (Throwable failure) {
            failures.accept(failure);
        } finally {
            if (!goesOn) {
                drop(client);
            }
        }
    }

    private int answered() {
        int answered = 0;
        for (int i = 0; i < clients.size(); i++) {
            answered += clients.get(i).isAnswered() ? 1 : 0;
        }
        return answered;
    }

    /** Of those that take an answer, or of those that have not asked yet: there is one. */
    private ScrapeClient slowest(boolean isAnswered) {
        ScrapeClient slowest = null;
        for (int i = 0; i < clients.size(); i++) {
            ScrapeClient each = clients.get(i);
            if (each.isAnswered() == isAnswered && (slowest == null || each.isSlowerThan(slowest))) {
                slowest = each;
            }
        }
        return slowest;
    }

    private void drop(ScrapeClient client) {
        clients.remove(client);
        client.close();
    }
}
