package sim.campaign;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** Stands before the server, takes some batches away, and says that they are stored. A loss that nobody counts. */
final class Thief implements AutoCloseable {
    private final ServerSocket front = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
    private final int server;
    private final int oneIn;
    final AtomicInteger stolen = new AtomicInteger();

    /** @param oneIn of so many batches with calls one is stolen */
    Thief(int server, int oneIn) throws IOException {
        this.server = server;
        this.oneIn = oneIn;
        Injector.daemon(this::accept, "thief");
    }

    int port() {
        return front.getLocalPort();
    }

    private void accept() {
        while (!front.isClosed()) {
            try {
                Socket client = front.accept();
                Injector.daemon(() -> serve(client), "thief");
            } catch (IOException closed) {
                // the loop looks whether it is the front
            }
        }
    }

    private void serve(Socket client) {
        int seen = 0;
        try (client; Socket there = new Socket("127.0.0.1", server)) {
            FrameReader fromClient = new FrameReader(client.getInputStream());
            FrameWriter toClient = new FrameWriter(client.getOutputStream());
            FrameReader fromServer = new FrameReader(there.getInputStream());
            FrameWriter toServer = new FrameWriter(there.getOutputStream());
            for (WireFrame frame = fromClient.read(); frame != null; frame = fromClient.read()) {
                if (frame instanceof Batch batch && batch.names().isEmpty() && !batch.rows().isEmpty()
                        && ++seen % oneIn == 0) {
                    stolen.incrementAndGet();
                    toClient.write(new Ack(batch.sequence()));
                } else {
                    toServer.write(frame);
                    toClient.write(fromServer.read());
                }
            }
        } catch (IOException | WireException gone) {
            // the collector comes again
        }
    }

    @Override
    public void close() throws IOException {
        front.close();
    }
}
