package sim.server.ingest;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import sim.collector.wire.Ack;
import sim.collector.wire.Batch;
import sim.collector.wire.Frame;
import sim.collector.wire.FrameReader;
import sim.collector.wire.FrameWriter;
import sim.collector.wire.Hello;
import sim.collector.wire.Refusal;
import sim.collector.wire.Welcome;
import sim.collector.wire.Wire;
import sim.collector.wire.WireException;
import sim.metrics.snapshot.Control;
import sim.server.store.Known;
import sim.server.store.Store;
import sim.server.store.StoreException;

/** One collector's connection, on a thread of its own: hello, welcome, then batches, each acknowledged once stored. */
final class Peer implements Runnable {
    private static final int HELLO_SECONDS = 10;
    /** A collector ships at least every interval; one that was silent so long is gone. */
    private static final int SILENCE_MILLIS = 600_000;
    private static final int NAME_LENGTH = 200;

    private final Socket socket;
    private final Store store;
    private final Refusals refusals;
    private final ScheduledExecutorService deadlines;
    private final Consumer<Peer> joined;
    private final Consumer<Peer> left;
    private final BlockingQueue<Control> controls = new ArrayBlockingQueue<>(1_000);
    private volatile String instance;
    private volatile boolean late;

    Peer(Socket socket, Store store, Refusals refusals, ScheduledExecutorService deadlines, Consumer<Peer> joined,
            Consumer<Peer> left) {
        this.socket = socket;
        this.store = store;
        this.refusals = refusals;
        this.deadlines = deadlines;
        this.joined = joined;
        this.left = left;
    }

    /** Queues what somebody wants done there; false when too much waits already. */
    boolean control(Control control) {
        return controls.offer(control);
    }

    /** The instance that said hello, or null. */
    String instance() {
        return instance;
    }

    @Override
    public void run() {
        String peer = String.valueOf(socket.getRemoteSocketAddress());
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(SILENCE_MILLIS);
            FrameWriter writer = new FrameWriter(socket.getOutputStream());
            try {
                serve(new FrameReader(socket.getInputStream()), writer);
            } catch (WireException garbage) {
                refusals.add("garbage", peer, garbage.getMessage());
                writer.write(new Refusal(garbage.getMessage()));
            } catch (StoreException failure) {
                refusals.add("store", peer, failure.getMessage());
                writer.write(new Refusal("the server cannot store: " + failure.getMessage()));
            }
        } catch (IOException gone) {
            if (late) {
                refusals.add("silent", peer, "no hello within " + HELLO_SECONDS + " s");
            }
        } finally {
            close();
            left.accept(this);
        }
    }

    private void serve(FrameReader reader, FrameWriter writer) throws IOException, WireException {
        Future<?> deadline = deadlines.schedule(this::tooLate, HELLO_SECONDS, TimeUnit.SECONDS);
        Frame first = reader.read();
        deadline.cancel(false);
        if (first == null) {
            return;
        }
        if (!(first instanceof Hello hello)) {
            throw new WireException("the first frame is not a hello");
        }
        if (hello.version() != Wire.VERSION) {
            throw new WireException("the collector speaks version " + hello.version() + ", this server "
                    + Wire.VERSION + "; use the agent and the server of one release");
        }
        if (hello.application().isBlank() || hello.application().length() > NAME_LENGTH
                || hello.instance().isBlank() || hello.instance().length() > NAME_LENGTH) {
            throw new WireException("the application's or the instance's name is empty or too long");
        }
        instance = hello.instance();
        joined.accept(this);
        Known known = store.open(hello);
        writer.write(new Welcome(Wire.VERSION, known.lastSequence(), known.lastName(), known.lastNode()));
        for (Frame frame = reader.read(); frame != null; frame = reader.read()) {
            if (!(frame instanceof Batch batch)) {
                throw new WireException("a frame that is not a batch");
            }
            store.append(instance, batch);
            List<Control> wanted = new ArrayList<>();
            controls.drainTo(wanted);
            writer.write(new Ack(batch.sequence(), wanted));
        }
    }

    private void tooLate() {
        late = true;
        close();
    }

    void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // nothing is left to close
        }
    }
}
