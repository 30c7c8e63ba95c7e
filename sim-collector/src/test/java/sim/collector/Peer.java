package sim.collector;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Dialect;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireFrame;

/** An agent server over a real socket that keeps what it is sent, and can be made to misbehave. */
final class Peer implements AutoCloseable {
    final List<Batch> batches = new CopyOnWriteArrayList<>();
    final List<Hello> hellos = new CopyOnWriteArrayList<>();
    /** Hangs up instead of acknowledging so many batches, which count as not stored. */
    volatile int hangUps;
    /** What is said to a batch instead of an acknowledgement, or null; such a batch counts as not stored. */
    volatile Function<Batch, WireFrame> answer = batch -> null;
    /** With one count left, it takes the connection and says nothing until it is counted down. */
    volatile CountDownLatch mute = new CountDownLatch(0);
    /** The last batch is said to be this one, and set aside; 0 for none. */
    volatile long setAside;
    private final ServerSocket server;

    Peer(int port) throws IOException {
        server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(new java.net.InetSocketAddress("127.0.0.1", port));
        Thread thread = new Thread(this::accept, "peer");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                serve(socket);
            } catch (Exception over) {
                // the next connection is another one
            }
        }
    }

    private void serve(Socket socket) throws Exception {
        FrameReader reader = new FrameReader(socket.getInputStream());
        FrameWriter writer = new FrameWriter(socket.getOutputStream());
        Hello hello = (Hello) reader.read();
        reader.agree(Dialect.of(hello));
        hellos.add(hello);
        mute.await();
        Batch last = batches.isEmpty() ? null : batches.get(batches.size() - 1);
        int name = batches.stream().flatMap(b -> b.names().stream()).mapToInt(n -> n.id()).max().orElse(0);
        int node = batches.stream().flatMap(b -> b.nodes().stream()).mapToInt(n -> n.id()).max().orElse(0);
        long sequence = setAside > 0 ? setAside : last == null ? 0 : last.sequence();
        writer.write(new Welcome(Wire.VERSION, sequence, name, node, setAside > 0 ? "set aside" : ""));
        for (WireFrame frame = reader.read(); frame != null; frame = reader.read()) {
            if (hangUps > 0) {
                hangUps--;
                return;
            }
            WireFrame other = answer.apply((Batch) frame);
            if (other != null) {
                writer.write(other);
                if (other instanceof Ack) {
                    continue;
                }
                return;
            }
            batches.add((Batch) frame);
            writer.write(new Ack(((Batch) frame).sequence()));
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
