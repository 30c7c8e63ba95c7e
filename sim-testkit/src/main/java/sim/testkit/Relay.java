package sim.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between a program and a server of this machine: passes connections on, keeps what the program sends if it is to, and cuts them. */
public final class Relay implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    /** Null if nothing is kept. */
    private final ByteArrayOutputStream kept;

    private Relay(int target, ByteArrayOutputStream kept) throws IOException {
        this.kept = kept;
        start(() -> {
            while (true) {
                Socket from = listening.accept();
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(from);
                open.add(to);
                start(() -> copy(from, to, kept));
                start(() -> copy(to, from, null));
            }
        });
    }

    /** Passes connections on to a port. */
    public static Relay to(int target) throws IOException {
        return new Relay(target, null);
    }

    /** The same, and keeps all bytes on the way there. */
    public static Relay keeping(int target) throws IOException {
        return new Relay(target, new ByteArrayOutputStream());
    }

    /** Where the program connects to. */
    public int port() {
        return listening.getLocalPort();
    }

    /** What was sent to the server until now. */
    public byte[] sent() {
        return kept.toByteArray();
    }

    /** Ends all connections there are. */
    public void cut() throws IOException {
        for (Socket each : open) {
            each.close();
        }
        open.clear();
    }

    private static void copy(Socket from, Socket to, ByteArrayOutputStream keeping) throws IOException {
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[1 << 13];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (keeping != null) {
                    keeping.write(bytes, 0, read);
                }
                out.write(bytes, 0, read);
            }
        }
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException over) {
                // one side has gone
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }

    private interface Work {
        void run() throws IOException;
    }
}
