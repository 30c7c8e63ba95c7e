package sim.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/** Stands between a collector and its server and counts the bytes that go to the server. */
final class Relay implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final AtomicLong bytes = new AtomicLong();
    private final int target;

    Relay(int target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    long bytes() {
        return bytes.get();
    }

    private void accept() {
        while (true) {
            try {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                server.setTcpNoDelay(true);
                client.setTcpNoDelay(true);
                start(() -> copy(client, server, bytes));
                start(() -> copy(server, client, new AtomicLong()));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void copy(Socket from, Socket to, AtomicLong count) {
        try (from; to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                count.addAndGet(read);
                out.write(buffer, 0, read);
            }
        } catch (IOException ended) {
            // one side is gone, and now the other
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
