package sim.campaign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import sim.collector.wire.Ack;
import sim.collector.wire.Batch;
import sim.collector.wire.FrameReader;
import sim.collector.wire.FrameWriter;
import sim.collector.wire.Hello;
import sim.collector.wire.WireException;
import sim.collector.wire.WireFrame;

/** A peer of the server that says what the campaign wants said, true or not, from whichever address of this host. */
final class ByHand implements AutoCloseable {
    private static final int ANSWER_MILLIS = 15_000;

    private final Socket socket = new Socket();
    private final FrameReader reader;
    private final FrameWriter writer;

    /** @param last of the address 127.0.0.{@code last} that it comes from: a stranger's is not the applications' */
    ByHand(int port, int last) throws IOException {
        socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0." + last), 0));
        socket.connect(new InetSocketAddress("127.0.0.1", port), 5_000);
        socket.setSoTimeout(ANSWER_MILLIS);
        reader = new FrameReader(socket.getInputStream());
        writer = new FrameWriter(socket.getOutputStream());
    }

    /** What it answers: a welcome, or a refusal. */
    WireFrame hello(Hello hello) throws IOException, WireException {
        writer.write(hello);
        return reader.read();
    }

    /** Whether the batch was acknowledged. */
    boolean ship(Batch batch) throws IOException, WireException {
        writer.write(batch);
        return reader.read() instanceof Ack ack && ack.sequence() >= batch.sequence()
                && ack.outcome() == Ack.Outcome.STORED;
    }

    /** A frame that may be none. */
    void frame(byte[] frame) throws IOException {
        writer.write(frame);
    }

    /** Bytes as they are. */
    void raw(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    @Override
    public void close() {
        Link.close(socket, false);
    }
}
