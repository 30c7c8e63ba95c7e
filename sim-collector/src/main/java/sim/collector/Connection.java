package sim.collector;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import sim.collector.wire.Ack;
import sim.collector.wire.Batch;
import sim.collector.wire.Frame;
import sim.collector.wire.FrameCodec;
import sim.collector.wire.FrameReader;
import sim.collector.wire.FrameWriter;
import sim.collector.wire.Hello;
import sim.collector.wire.Refusal;
import sim.collector.wire.Welcome;
import sim.collector.wire.Wire;
import sim.collector.wire.WireException;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;
import sim.metrics.spi.SnapshotSource;

/** One connection to the agent server, and how much of the dictionary has gone over it. The shipper's thread only. */
final class Connection implements Closeable {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 10_000;
    /** Entries of the dictionary a batch carries; more go ahead in batches of their own. */
    private static final int DICTIONARY = 20_000;
    /** And so many characters of names, of at most three bytes each: a batch with them always fits into a frame. */
    private static final int TEXT = 500_000;

    private final Socket socket = new Socket();
    private final FrameReader reader;
    private final FrameWriter writer;
    private final Welcome welcome;
    private int lastName;
    private int lastNode;

    Connection(String host, int port, Hello hello) throws IOException, WireException, RefusedException {
        try {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.setTcpNoDelay(true);
            reader = new FrameReader(socket.getInputStream());
            writer = new FrameWriter(socket.getOutputStream());
            writer.write(hello);
            Frame answer = receive();
            if (!(answer instanceof Welcome)) {
                throw new WireException("it answered a hello with something else; is this a SIM agent server?");
            }
            welcome = (Welcome) answer;
            lastName = welcome.lastName();
            lastNode = welcome.lastNode();
        } catch (IOException | WireException | RefusedException failure) {
            close();
            throw failure;
        }
    }

    long lastStored() {
        return welcome.lastSequence();
    }

    /** Sends a parcel with the dictionary entries it needs; returns when the server has stored it. */
    void send(Parcel parcel, Spool spool, SnapshotSource source)
            throws IOException, WireException, RefusedException, ParcelTooLargeException {
        List<NameEntry> names = source.namesAfter(lastName);
        List<NodeEntry> nodes = source.nodesAfter(lastNode);
        while (names.size() + nodes.size() > DICTIONARY || fitting(names) < names.size()) {
            List<NameEntry> someNames = names.subList(0, fitting(names));
            // nodes go once their names have gone
            List<NodeEntry> someNodes = names.isEmpty()
                    ? nodes.subList(0, Math.min(nodes.size(), DICTIONARY))
                    : List.of();
            Parcel empty = new Parcel(parcel.fromMicros, parcel.fromMicros, Invocations.NONE);
            empty.sequence = spool.sequenceBefore(parcel);
            exchange(empty.batch(someNames, someNodes), source);
            names = source.namesAfter(lastName);
            nodes = source.nodesAfter(lastNode);
        }
        exchange(parcel.batch(names, nodes), source);
    }

    /** How many of the names, the first ones, go into one batch. */
    private static int fitting(List<NameEntry> names) {
        int text = 0;
        int fitting = 0;
        while (fitting < Math.min(names.size(), DICTIONARY) && text < TEXT) {
            NameEntry name = names.get(fitting++);
            text += name.owner().length() + name.member().length();
        }
        return fitting;
    }

    private void exchange(Batch batch, SnapshotSource source)
            throws IOException, WireException, RefusedException, ParcelTooLargeException {
        byte[] frame = FrameCodec.encode(batch);
        if (frame.length > Wire.MAX_FRAME) {
            throw new ParcelTooLargeException();
        }
        writer.write(frame);
        Frame answer = receive();
        if (!(answer instanceof Ack) || ((Ack) answer).sequence() < batch.sequence()) {
            throw new WireException("it answered a batch with something else");
        }
        ((Ack) answer).controls().forEach(source::control);
        if (!batch.names().isEmpty()) {
            lastName = batch.names().get(batch.names().size() - 1).id();
        }
        if (!batch.nodes().isEmpty()) {
            lastNode = batch.nodes().get(batch.nodes().size() - 1).id();
        }
    }

    private Frame receive() throws IOException, WireException, RefusedException {
        Frame frame = reader.read();
        if (frame == null) {
            throw new IOException("it closed the connection");
        }
        if (frame instanceof Refusal) {
            throw new RefusedException(((Refusal) frame).reason());
        }
        return frame;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // nothing is left to close
        }
    }

    /** The server said no. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        RefusedException(String reason) {
            super(reason);
        }
    }

    /** A parcel does not fit into a frame. */
    static final class ParcelTooLargeException extends Exception {
        private static final long serialVersionUID = 1;
    }
}
