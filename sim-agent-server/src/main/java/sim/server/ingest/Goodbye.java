package sim.server.ingest;

import java.io.IOException;
import java.net.Socket;
import sim.wire.FrameWriter;
import sim.wire.Refusal;

/** Tells a peer why it is refused, and closes its connection. Any thread. */
final class Goodbye {
    /** For how long, and up to how many bytes, a refused peer is still read. */
    private static final long READ_OFF_NANOS = 1_000_000_000;
    private static final int READ_OFF_BYTES = 16 << 20;

    private Goodbye() {}

    /**
     * Refuses a peer, and reads what the peer is still sending. Closing with unread bytes would reset the connection, and the peer would never read
     * the refusal.
     */
    static void say(Socket socket, FrameWriter writer, Refusal refusal) throws IOException {
        writer.write(refusal);
        socket.shutdownOutput();
        long until = System.nanoTime() + READ_OFF_NANOS;
        byte[] bytes = new byte[1 << 13];
        int left = READ_OFF_BYTES;
        try {
            for (int read = 0; read >= 0 && left > 0; left -= read) {
                long millis = (until - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    return;
                }
                socket.setSoTimeout((int) millis);
                read = socket.getInputStream().read(bytes);
            }
        } catch (IOException gone) {
            // it reads no more, or sends no more
        }
    }
}
