package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.util.List;
import sim.model.snapshot.Control;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Refusal;
import sim.wire.Welcome;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** The collector's end of the wire in a test's hand: a real socket, real frames, sent when the test says so. */
public final class WireClient implements AutoCloseable {
    private final Socket socket;
    private final FrameWriter writer;
    private final FrameReader reader;

    /** Connects and says nothing. */
    public WireClient(int port) throws IOException {
        socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(20_000);
        writer = new FrameWriter(socket.getOutputStream());
        reader = new FrameReader(socket.getInputStream());
    }

    /** Connects and says hello; what the server knew is in {@code welcome}. */
    public static WireClient connect(int port, Hello hello) throws IOException, WireException {
        WireClient client = new WireClient(port);
        client.hello(hello);
        return client;
    }

    /** What the server knows of the instance. */
    public Welcome hello(Hello hello) throws IOException, WireException {
        writer.write(hello);
        WireFrame answer = reader.read();
        if (answer instanceof Refusal refusal) {
            throw new IOException("refused: " + refusal.reason());
        }
        return (Welcome) answer;
    }

    /** Sends a batch and waits until it is acknowledged. */
    public void ship(Batch batch) throws IOException, WireException {
        assertThat(shipAndHear(batch)).isEmpty();
    }

    /** The same; returns what the server wants of the application. */
    public List<Control> shipAndHear(Batch batch) throws IOException, WireException {
        return shipAnyhow(batch).controls();
    }

    /** The same; returns the acknowledgement, whatever became of the batch. */
    public Ack shipAnyhow(Batch batch) throws IOException, WireException {
        writer.write(batch);
        WireFrame said = reader.read();
        assertThat(said).isInstanceOf(Ack.class);
        Ack ack = (Ack) said;
        assertThat(ack).as("an acknowledgement").isNotNull();
        assertThat(ack.sequence()).isEqualTo(batch.sequence());
        return ack;
    }

    /** The next frame, whatever it is; null at the end. */
    public WireFrame answer() throws IOException, WireException {
        return reader.read();
    }

    /** Sends a frame, whatever it is. */
    public void send(WireFrame frame) throws IOException {
        writer.write(frame);
    }

    /** Sends bytes that need not be a frame. */
    public void write(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** What the server says before it closes the connection: its refusal, or null for nothing. */
    public String refusal() throws WireException {
        try {
            WireFrame said = reader.read();
            return said == null ? null : ((Refusal) said).reason();
        } catch (java.net.SocketTimeoutException stillOpen) {
            throw new AssertionError("the server keeps the connection open", stillOpen);
        } catch (IOException closed) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
