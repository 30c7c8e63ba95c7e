package sim.server.ingest;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import sim.collector.wire.Ack;
import sim.collector.wire.Batch;
import sim.collector.wire.Dialect;
import sim.collector.wire.Frame;
import sim.collector.wire.FrameReader;
import sim.collector.wire.FrameWriter;
import sim.collector.wire.Hello;
import sim.collector.wire.Refusal;
import sim.collector.wire.Welcome;
import sim.collector.wire.Wire;
import sim.collector.wire.WireException;
import sim.metrics.snapshot.Control;
import sim.server.store.Appended;
import sim.server.store.Known;
import sim.server.store.StoreException;

/** One collector's connection, on a thread of its own: hello, welcome, then batches, each acknowledged once stored. */
final class Peer implements Runnable {
    /** A collector ships at least every interval; one that was silent so long is gone. */
    private static final int SILENCE_MILLIS = 600_000;
    private static final int NAME_LENGTH = 200;
    private static final Duration READ_OFF = Duration.ofSeconds(1);

    /** They go with one acknowledgement, whose frame they must not outgrow. */
    private static final int MOST_CONTROLS = 500;

    private final Socket socket;
    private final BlockingQueue<Control> controls = new ArrayBlockingQueue<>(MOST_CONTROLS);
    private final Ingest ingest;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String instance;
    private volatile boolean late;

    Peer(Socket socket, Ingest ingest) {
        this.socket = socket;
        this.ingest = ingest;
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
                refuse(peer, writer, "garbage", garbage.getMessage());
            } catch (StoreException failure) {
                refuse(peer, writer, "store", "the server cannot store: " + failure.getMessage());
            } catch (OutOfMemoryError tooLarge) {
                refuse(peer, writer, "memory",
                        "the server has no memory left for its frame; start it with more (-Xmx)");
            }
        } catch (IOException gone) {
            if (late) {
                ingest.refusals().add("silent", peer, instance == null
                        ? "no hello within " + ingest.limits().hello().toMillis() + " ms"
                        : "a frame was not whole within " + ingest.limits().frame().toMillis() + " ms");
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            close();
            ingest.left(this);
            ended.countDown();
        }
    }

    private void serve(FrameReader reader, FrameWriter writer) throws IOException, WireException, InterruptedException {
        Hello hello = hello(reader);
        if (hello == null) {
            return;
        }
        if (!ingest.store().admits(hello)) {
            throw new WireException("the instance it names belongs to another process; an instance has a secret, "
                    + "and this is not it");
        }
        reader.agree(Dialect.of(hello));
        instance = hello.instance();
        ingest.joined(this);
        Known known = ingest.store().open(hello);
        writer.write(new Welcome(Wire.VERSION, known.lastSequence(), known.lastName(), known.lastNode()));
        for (int length = reader.next(Wire.MAX_FRAME); length > 0; length = reader.next(Wire.MAX_FRAME)) {
            writer.write(store(reader, length));
        }
    }

    private Ack answer(long sequence, Appended appended) {
        List<Control> wanted = new ArrayList<>();
        controls.drainTo(wanted);
        return switch (appended) {
            case STORED, ALREADY -> new Ack(sequence, wanted);
            case QUARANTINED -> new Ack(sequence, wanted, Ack.Outcome.ASIDE,
                    "it cannot be stored; the agent server keeps it in a file aside and says why in its log");
            case UNKNOWN_INSTANCE -> new Ack(sequence, wanted, Ack.Outcome.INTRODUCE,
                    "the agent server does not know this instance, or no longer");
        };
    }

    private Hello hello(FrameReader reader) throws IOException, WireException {
        Frame first;
        Future<?> deadline = ingest.deadline(this, ingest.limits().hello());
        try {
            int length = reader.next(Wire.MAX_HELLO);
            first = length == 0 ? null : reader.body(length);
        } finally {
            deadline.cancel(false);
        }
        if (first == null) {
            return null;
        }
        if (!(first instanceof Hello hello)) {
            throw new WireException("the first frame is not a hello");
        }
        if (hello.application().isBlank() || hello.application().length() > NAME_LENGTH
                || hello.instance().isBlank() || hello.instance().length() > NAME_LENGTH) {
            throw new WireException("the application's or the instance's name is empty or too long");
        }
        return hello;
    }

    /** Reads a batch and stores it, in memory lent for it; returns the answer. */
    private Ack store(FrameReader reader, int length) throws IOException, WireException, InterruptedException {
        // who was lent it before gives it back within the time for a frame, or is closed
        int lent = ingest.memory().take(length, ingest.limits().frame().multipliedBy(2));
        if (lent == 0) {
            throw new WireException("a frame of " + length + " bytes found no memory in time; others send too much");
        }
        try {
            if (!(body(reader, length) instanceof Batch batch)) {
                throw new WireException("a frame that is not a batch");
            }
            batch.skipped().forEach(ingest.refusals()::skipped);
            return answer(batch.sequence(), ingest.store().append(instance, batch));
        } finally {
            ingest.memory().giveBack(lent);
        }
    }

    private Frame body(FrameReader reader, int length) throws IOException, WireException {
        Future<?> deadline = ingest.deadline(this, ingest.limits().frame());
        try {
            return reader.body(length);
        } finally {
            deadline.cancel(false);
        }
    }

    private void refuse(String peer, FrameWriter writer, String kind, String reason) throws IOException {
        ingest.refusals().add(kind, peer, reason);
        writer.write(new Refusal(reason));
        readOff();
    }

    /** Closing with bytes unread would reset the connection, and the peer might never read why. */
    private void readOff() {
        Future<?> deadline = ingest.deadline(this, READ_OFF);
        try {
            socket.shutdownOutput();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException gone) {
            // then it reads nothing
        } finally {
            deadline.cancel(false);
        }
    }

    void tooLate() {
        late = true;
        close();
    }

    /** Waits until this peer stores nothing any more; close it first. */
    void awaitEnd() throws InterruptedException {
        ended.await();
    }

    void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // nothing is left to close
        }
    }
}
