package sim.campaign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** A peer of the server that says what the campaign wants said, true or not, from whichever address of this host. */
final class ByHand implements AutoCloseable {
    private static final int ANSWER_MILLIS = 15_000;

    private final Socket socket = new Socket();
    private final Socket frames;
    private final String token;
    private final FrameReader reader;
    private final FrameWriter writer;

    /** @param last of the address 127.0.0.{@code last} that it comes from: a stranger's is not the applications' */
    ByHand(WayIn wayIn, int port, int last) throws IOException {
        token = wayIn.token(last != 1);
        socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0." + last), 0));
        socket.connect(new InetSocketAddress("127.0.0.1", port), 5_000);
        socket.setSoTimeout(ANSWER_MILLIS);
        frames = wayIn.around(socket);
        reader = new FrameReader(frames.getInputStream());
        writer = new FrameWriter(frames.getOutputStream());
    }

    /** What it answers: a welcome, or a refusal. */
    WireFrame hello(Hello hello) throws IOException, WireException {
        writer.write(token.isEmpty() ? hello : hello.with(token));
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

    /** Bytes as they are, through TLS if there is any. */
    void raw(byte... bytes) throws IOException {
        frames.getOutputStream().write(bytes);
        frames.getOutputStream().flush();
    }

    /** Bytes beside TLS: a handshake that is none. */
    void below(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    @Override
    public void close() {
        Link.close(socket, false);
    }
}
