package sim.collector;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import sim.base.meter.Clock;
import sim.metrics.spi.SnapshotSource;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.wire.Blame;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.FrameCodec;
import sim.wire.Hello;
import sim.wire.OneLine;
import sim.wire.Refusal;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** A link to the agent server after its welcome, and how much of the dictionary was sent over it. Only the shipper's thread uses it. */
final class Connection implements Closeable {
    /** The most dictionary entries in a batch. Further ones go ahead in batches of their own. */
    private static final int DICTIONARY = 20_000;
    /** The most characters of names in a batch, of at most three bytes each: such a batch always fits into a frame. */
    private static final int TEXT = 500_000;

    private final Transport.Link link;
    private final Welcome welcome;
    private int lastName;
    private int lastNode;
    /** Whether the dictionary goes ahead in batches of its own, so that it arrives even if the parcel is refused. */
    private boolean dictionaryAlone;

    Connection(Transport.Link link, Hello hello) throws IOException, WireException, RefusedException {
        this.link = link;
        try {
            link.send(FrameCodec.encode(hello));
            WireFrame answer = receive();
            if (!(answer instanceof Welcome)) {
                throw new WireException("it answered a hello with something else; is this a SIM agent server?");
            }
            welcome = (Welcome) answer;
            lastName = welcome.lastName();
            lastNode = welcome.lastNode();
        } catch (Throwable failure) {
            close();
            throw failure;
        }
    }

    /** The server's welcome, which says what it has of this instance. */
    Welcome welcome() {
        return welcome;
    }

    /**
     * Sends a parcel with the dictionary entries that it needs. Returns when the server has answered: it has stored the parcel, has set
     * it aside, or does not know this instance.
     */
    Ack send(Parcel parcel, Spool spool, SnapshotSource source)
            throws IOException, WireException, RefusedException, UnsendableException {
        // Nodes are read before names, so that the name of each node is surely among the names. The store refuses a node without one.
        List<NodeEntry> nodes = source.nodesAfter(lastNode);
        List<NameEntry> names = source.namesAfter(lastName);
        while (names.size() + nodes.size() > (dictionaryAlone ? 0 : DICTIONARY) || fitting(names) < names.size()) {
            List<NameEntry> someNames = names.subList(0, fitting(names));
            // nodes go after their names
            List<NodeEntry> someNodes = names.isEmpty()
                    ? nodes.subList(0, Math.min(nodes.size(), DICTIONARY))
                    : List.of();
            Parcel empty = new Parcel(parcel.fromMicros, parcel.fromMicros, Contents.NONE);
            empty.sequence = spool.sequenceBefore(parcel);
            Ack ack = exchange(empty.batch(someNames, someNodes), source);
            if (ack.outcome() == Ack.Outcome.INTRODUCE) {
                return ack;
            }
            told(someNames, someNodes); // whatever became of it: sending it again would hold up the rest
            nodes = source.nodesAfter(lastNode);
            names = source.namesAfter(lastName);
        }
        dictionaryAlone = true; // until this batch is surely stored, or because it does not fit together with the parcel
        Ack ack = exchange(parcel.batch(names, nodes), source);
        if (ack.outcome() == Ack.Outcome.STORED) {
            told(names, nodes);
            dictionaryAlone = false;
        }
        return ack;
    }

    private void told(List<NameEntry> names, List<NodeEntry> nodes) {
        if (!names.isEmpty()) {
            lastName = names.get(names.size() - 1).id();
        }
        if (!nodes.isEmpty()) {
            lastNode = nodes.get(nodes.size() - 1).id();
        }
    }

    /** How many of the first names go into one batch. */
    private static int fitting(List<NameEntry> names) {
        int text = 0;
        int fitting = 0;
        while (fitting < Math.min(names.size(), DICTIONARY) && text < TEXT) {
            NameEntry name = names.get(fitting++);
            text += name.owner().length() + name.member().length();
        }
        return fitting;
    }

    private Ack exchange(Batch batch, SnapshotSource source)
            throws IOException, WireException, RefusedException, UnsendableException {
        byte[] frame = encoded(batch.sentAt(Clock.epochMicros()));
        try {
            link.send(frame);
        } catch (IOException broken) {
            refused();
            throw broken;
        }
        if (!(receive() instanceof Ack ack) || ack.sequence() < batch.sequence()) {
            throw new WireException("it answered a batch with something else");
        }
        ack.controls().forEach(source::control);
        return ack;
    }

    /** Ends the connection if it takes a frame too long to leave. Any thread. */
    void look(long nowNanos) {
        link.look(nowNanos);
    }

    private static byte[] encoded(Batch batch) throws UnsendableException {
        byte[] frame;
        try {
            if (batch.contents().weight() > Wire.MAX_WEIGHT) {
                throw new UnsendableException("the server would write more than a batch may make it write");
            }
            frame = FrameCodec.encode(batch);
        } catch (OutOfMemoryError full) {
            throw full; // the caller tries again
        } catch (RuntimeException | Error broken) {
            throw new UnsendableException("it cannot be encoded: " + broken);
        }
        if (frame.length > Wire.MAX_FRAME) {
            throw new UnsendableException("it takes " + frame.length + " bytes; a frame holds " + Wire.MAX_FRAME);
        }
        return frame;
    }

    /** A server that refuses closes the connection: what it said before is read, because a broken pipe is no reason. */
    private void refused() throws RefusedException {
        try {
            if (link.acknowledged() instanceof Refusal refusal) {
                throw new RefusedException(refusal);
            }
        } catch (IOException | WireException nothing) {
            // the connection broke without a word
        }
    }

    private WireFrame receive() throws IOException, WireException, RefusedException {
        WireFrame frame = link.acknowledged();
        if (frame == null) {
            throw new IOException("it closed the connection");
        }
        if (frame instanceof Refusal refusal) {
            throw new RefusedException(refusal);
        }
        return frame;
    }

    @Override
    public void close() {
        try {
            link.close();
        } catch (OutOfMemoryError full) {
            // the JVM closes it with the object; the JVM has one such error only, which cannot be suppressed by itself
        }
    }

    /** The server refused. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        /** Whether the batch that was sent is the reason. */
        final boolean ofBatch;

        RefusedException(Refusal refusal) {
            super(OneLine.of(refusal.reason(), 500));
            ofBatch = refusal.blames() == Blame.BATCH;
        }
    }

    /** A batch cannot be encoded as a frame, however often it is tried. */
    static final class UnsendableException extends Exception {
        private static final long serialVersionUID = 1;

        UnsendableException(String reason) {
            super(OneLine.of(reason, 500));
        }
    }
}
