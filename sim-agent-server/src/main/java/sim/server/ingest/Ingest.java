package sim.server.ingest;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import sim.model.snapshot.Control;
import sim.server.identity.Guard;
import sim.server.tls.ServerTls;
import sim.store.Store;
import sim.store.StoreException;
import sim.store.loop.Loop;
import sim.wire.FrameWriter;
import sim.wire.Refusal;
import sim.wire.Wire;

/** Listens for collectors. A thread accepts, each connection has one of its own; all are daemons. */
public final class Ingest implements AutoCloseable {
    /** The most threads that tell peers that they are refused before they are served. */
    private static final int MOST_TOLD = 32;
    /** The share of the memory for frames that incomplete frames may take. */
    private static final int ARRIVING = 4;

    private static final Duration WATCH = Duration.ofMillis(500);

    private final ServerSocket server;
    private final Store store;
    private final Refusals refusals = new Refusals();
    private final ScriptDesk scripts = new ScriptDesk();
    private final AtomicInteger open = new AtomicInteger();
    private final Map<String, Peer> byInstance = new ConcurrentHashMap<>();
    private final Set<Peer> peers = ConcurrentHashMap.newKeySet();
    private final Semaphore tellers = new Semaphore(MOST_TOLD);
    private final Limits limits;
    private final Guard guard;
    private final ServerTls tls;
    private final SecondNet net;
    private final FrameMemory memory;
    private final ArrivalMemory arriving;
    private final ThreadFactory threads;
    private final Loop accepting;
    /** Ends connections that do not end themselves. */
    private final Loop watching;

    /** @param port 0 for any free one */
    public Ingest(Store store, String bind, int port) throws IOException {
        this(store, bind, port, Limits.standard());
    }

    Ingest(Store store, String bind, int port, Limits limits) throws IOException {
        this(store, bind, port, limits, Thread::new);
    }

    /**
     * @param guard knows who may ship
     * @param tls   null for connections in clear text
     */
    public Ingest(Store store, String bind, int port, Guard guard, ServerTls tls) throws IOException {
        this(store, bind, port, guard, tls, SecondNet.NONE);
    }

    /** @param net what it replaces before anything is stored */
    public Ingest(Store store, String bind, int port, Guard guard, ServerTls tls, SecondNet net) throws IOException {
        this(store, bind, port, Limits.standard(), Thread::new, guard, tls, net);
    }

    /** @param threads makes the threads of peers */
    Ingest(Store store, String bind, int port, Limits limits, ThreadFactory threads) throws IOException {
        this(store, bind, port, limits, threads, Guard.open(), null, SecondNet.NONE);
    }

    Ingest(Store store, String bind, int port, Limits limits, ThreadFactory threads, Guard guard, ServerTls tls,
            SecondNet net) throws IOException {
        this.net = net;
        this.guard = guard;
        this.tls = tls;
        this.store = store;
        this.threads = threads;
        this.limits = limits;
        this.memory = new FrameMemory(limits.heapBytes() - limits.heapBytes() / ARRIVING);
        this.arriving = new ArrivalMemory(Math.max(Wire.MAX_FRAME, limits.heapBytes() / ARRIVING));
        this.server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.getByName(bind), port));
        this.watching = Loop.every("sim-watch", WATCH, () -> peers.forEach(peer -> peer.look(System.nanoTime())),
                failure -> refusals.add("watch", "a connection", String.valueOf(failure)));
        this.accepting = new Loop("sim-accept", () -> !server.isClosed(), this::accept, this::notAccepted);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Whether collectors connect by TLS alone. */
    public boolean isEncrypted() {
        return tls != null;
    }

    /** Whether a collector needs a token. */
    public boolean asksForTokens() {
        return guard.isRequired();
    }

    public Refusals refusals() {
        return refusals;
    }

    /** The instances that are connected now. */
    public Set<String> connected() {
        return new TreeSet<>(byInstance.keySet());
    }

    /** How many instances are connected, by the version of their agent; it is empty of one that does not say it. */
    public Map<String, Integer> agents() {
        Map<String, Integer> agents = new TreeMap<>();
        byInstance.values().forEach(peer -> agents.merge(peer.agentVersion(), 1, Integer::sum));
        return agents;
    }

    /** Sends a control to an instance with its next acknowledgement. Returns false if the instance is gone. */
    public boolean control(String instance, Control control) {
        Peer peer = byInstance.get(instance);
        return peer != null && peer.control(control);
    }

    /** What was asked of scripts, and what applications answered. */
    public ScriptDesk scripts() {
        return scripts;
    }

    /** Whether collectors can connect. */
    public boolean isListening() {
        return !server.isClosed() && accepting.isAlive();
    }

    private void accept() throws IOException {
        Socket socket = server.accept();
        try {
            if (open.get() >= limits.connections() && !madeRoom(socket)) {
                turnAway(socket);
            } else {
                serve(socket);
            }
        } catch (Throwable failure) { // no thread, no memory: the next one may find some
            socket.close();
            throw failure;
        }
    }

    private void notAccepted(Throwable failure) {
        if (!server.isClosed()) {
            refusals.add("accept", "a connection", String.valueOf(failure.getMessage()));
        }
    }

    private void serve(Socket socket) {
        Peer peer = new Peer(socket, this);
        open.incrementAndGet();
        try {
            peers.add(peer);
            start(peer, "sim-collector-" + socket.getPort());
        } catch (Throwable notServed) {
            left(peer);
            throw notServed;
        }
    }

    /** Whether another peer gives way. It does so in a moment, so there may be a few more connections than allowed until then. */
    private boolean madeRoom(Socket newcomer) {
        Peer victim = open.get() >= limits.connections() + MOST_TOLD
                ? null
                : Slots.victim(peers, newcomer.getInetAddress(), System.nanoTime());
        if (victim == null) {
            return false;
        }
        victim.giveWay(
                "all " + limits.connections() + " connections are taken, and others wait for one; connect again");
        return true;
    }

    /** Tells a peer that is not served why, on a thread of its own if one is left. */
    private void turnAway(Socket socket) throws IOException {
        String reason = limits.connections() + " collectors are connected already; try again";
        refusals.add("connections", String.valueOf(socket.getRemoteSocketAddress()), reason);
        if (tls != null || !tellers.tryAcquire()) { // a handshake costs more than the news is worth
            socket.close();
            return;
        }
        try {
            start(() -> {
                try (socket) {
                    Goodbye.say(socket, new FrameWriter(socket.getOutputStream()), new Refusal(reason));
                } catch (IOException gone) {
                    // then it need not be told
                } finally {
                    tellers.release();
                }
            }, "sim-refusal");
        } catch (Throwable notTold) {
            tellers.release();
            throw notTold;
        }
    }

    Store store() {
        return store;
    }

    Guard guard() {
        return guard;
    }

    /** What is replaced in batches before they are stored. */
    public SecondNet net() {
        return net;
    }

    /** Null for connections in clear text. */
    ServerTls tls() {
        return tls;
    }

    Limits limits() {
        return limits;
    }

    FrameMemory memory() {
        return memory;
    }

    ArrivalMemory arriving() {
        return arriving;
    }

    /**
     * An instance has one connection: a new one means that the old one is dead, whatever TCP thinks. Returns when the old
     * one stores nothing any more, so that the welcome tells what is stored for good.
     *
     * @return whether there was an old one
     */
    boolean joined(Peer peer) throws InterruptedException {
        Peer former = byInstance.put(peer.instance(), peer);
        if (former == null) {
            return false;
        }
        former.close();
        peer.succeed(former);
        long until = System.nanoTime() + limits.hello().toNanos();
        Peer storing = former.storing();
        for (; storing != null; storing = former.storing()) {
            if (!storing.awaitEnd(until - System.nanoTime())) {
                throw new StoreException("what its former connection sent is still being stored; connect again", null);
            }
        }
        peer.succeed(null);
        return true;
    }

    void left(Peer peer) {
        open.decrementAndGet();
        peers.remove(peer);
        if (peer.instance() == null) {
            return;
        }
        Peer storing = peer.formerStoring();
        if (storing == null) {
            byInstance.remove(peer.instance(), peer);
        } else if (byInstance.replace(peer.instance(), peer, storing) && storing.storing() == null) {
            byInstance.remove(peer.instance(), storing); // it ended meanwhile, and did not find itself there
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
                peer.awaitEnd(Long.MAX_VALUE); // what it is storing is stored, then the store may be closed
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        watching.close();
    }

    private void start(Runnable work, String name) {
        Thread thread = threads.newThread(work);
        thread.setName(name);
        thread.setDaemon(true);
        thread.start();
    }
}
