package sim.server.ingest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import sim.metrics.snapshot.Control;
import sim.server.store.Store;

/** Listens for collectors. A thread accepts, each connection has one of its own; all are daemons. */
public final class Ingest implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 256;

    private final ServerSocket server;
    private final Store store;
    private final Refusals refusals = new Refusals();
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Peer> byInstance = new ConcurrentHashMap<>();
    private final Set<Peer> peers = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService deadlines;
    private final Limits limits;
    private final FrameMemory memory;

    /** @param port 0 for any free one */
    public Ingest(Store store, String bind, int port) throws IOException {
        this(store, bind, port, Limits.standard());
    }

    Ingest(Store store, String bind, int port, Limits limits) throws IOException {
        this.store = store;
        this.limits = limits;
        this.memory = new FrameMemory(limits.heapBytes());
        this.server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getByName(bind), port));
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> daemon(work, "sim-deadlines"));
        timer.setRemoveOnCancelPolicy(true);
        this.deadlines = timer;
        daemon(this::accept, "sim-accept").start();
    }

    public int port() {
        return server.getLocalPort();
    }

    public Refusals refusals() {
        return refusals;
    }

    /** The instances that are connected now. */
    public Set<String> connected() {
        return new TreeSet<>(byInstance.keySet());
    }

    /** Has an instance told what somebody wants of it, with the next acknowledgement. Returns false when it is gone. */
    public boolean control(String instance, Control control) {
        Peer peer = byInstance.get(instance);
        return peer != null && peer.control(control);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                if (open.incrementAndGet() > MOST_CONNECTIONS) {
                    open.decrementAndGet();
                    refusals.add("connections", String.valueOf(socket.getRemoteSocketAddress()),
                            MOST_CONNECTIONS + " collectors are connected already");
                    socket.close();
                    continue;
                }
                Peer peer = new Peer(socket, this);
                peers.add(peer);
                daemon(peer, "sim-collector-" + socket.getPort()).start();
            } catch (IOException closedOrExhausted) {
                if (!server.isClosed()) {
                    refusals.add("accept", "a connection", closedOrExhausted.getMessage());
                    pause();
                }
            }
        }
    }

    Store store() {
        return store;
    }

    Limits limits() {
        return limits;
    }

    FrameMemory memory() {
        return memory;
    }

    /** Closes the peer's connection unless the result is cancelled in time. */
    Future<?> deadline(Peer peer, Duration within) {
        return deadlines.schedule(peer::tooLate, within.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * An instance has one connection: a new one means that the old one is dead, whatever TCP thinks. Returns when the old
     * one stores nothing any more, so that the welcome tells what is stored for good.
     */
    void joined(Peer peer) throws InterruptedException {
        Peer former = byInstance.put(peer.instance(), peer);
        if (former != null) {
            former.close();
            former.awaitEnd();
        }
    }

    void left(Peer peer) {
        open.decrementAndGet();
        peers.remove(peer);
        if (peer.instance() != null) {
            byInstance.remove(peer.instance(), peer);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException alreadyClosed) {
            // nothing is left to close
        }
        peers.forEach(Peer::close);
        try {
            for (Peer peer : peers) {
                peer.awaitEnd(); // what it is storing is stored, then the store may be closed
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        deadlines.shutdownNow();
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }
}
