package sim.campaign;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Random;

/** One connection through the injector: a thread for each direction. */
final class Link {
    private static final int CHUNK = 8 << 10;
    private static final int SLOW_CHUNK = 256;
    private static final int SLOW_MILLIS = 20;
    private static final int LOOK_MILLIS = 10;

    private final Injector injector;
    private final Socket client;
    private final Socket server;
    private final Random up;
    private final Random down;
    /** A second connection that is sent the same, or null. */
    private Socket twin;
    /** Bytes of it are missing: it cannot go on. */
    private volatile boolean spoiled;

    Link(Injector injector, Socket client, Socket server, long seed) {
        this.injector = injector;
        this.client = client;
        this.server = server;
        this.up = new Random(seed);
        this.down = new Random(~seed);
    }

    void start() throws IOException {
        if (injector.fault() == Fault.DUPLICATE) {
            twin = new Socket("127.0.0.1", injector.target());
            Socket ignored = twin;
            Injector.daemon(() -> readOff(ignored), "twin");
        }
        Injector.daemon(() -> pump(client, server, up, true), "link-up");
        Injector.daemon(() -> pump(server, client, down, false), "link-down");
    }

    void changed(Fault next) {
        try {
            switch (next) {
                case REFUSE -> close();
                case RESET -> reset();
                case HALF_CLOSE_UP -> server.shutdownOutput();
                case HALF_CLOSE_DOWN -> client.shutdownOutput();
                default -> {
                    if (spoiled) {
                        close();
                    }
                }
            }
        } catch (IOException gone) {
            close();
        }
    }

    private void pump(Socket from, Socket to, Random random, boolean isUp) {
        byte[] chunk = new byte[CHUNK];
        try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            for (int length = in.read(chunk); length > 0; length = in.read(chunk)) {
                injector.bytes.addAndGet(length);
                if (!pass(chunk, length, out, random, isUp)) {
                    close();
                    return;
                }
            }
        } catch (IOException gone) {
            // the other end is told by the closing
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        close();
    }

    /** False when the connection is to be closed. */
    private boolean pass(byte[] chunk, int length, OutputStream out, Random random, boolean isUp)
            throws IOException, InterruptedException {
        while (injector.fault() == Fault.STALL || injector.fault() == Fault.STALL_ANSWERS && !isUp) {
            Thread.sleep(LOOK_MILLIS);
        }
        switch (injector.fault()) {
            case CORRUPT -> corrupt(chunk, length, random);
            case DROP_ANSWERS -> {
                if (!isUp) {
                    spoiled = true;
                    return true;
                }
            }
            case SLOW -> {
                for (int at = 0; at < length; at += SLOW_CHUNK) {
                    out.write(chunk, at, Math.min(SLOW_CHUNK, length - at));
                    out.flush();
                    if (injector.fault() == Fault.SLOW) {
                        Thread.sleep(SLOW_MILLIS);
                    }
                }
                return true;
            }
            case TRUNCATE -> {
                out.write(chunk, 0, random.nextInt(length));
                return false;
            }
            default -> {
                // it passes
            }
        }
        out.write(chunk, 0, length);
        if (isUp && twin != null) {
            try {
                twin.getOutputStream().write(chunk, 0, length);
            } catch (IOException refused) {
                twin = null;
            }
        }
        return true;
    }

    private void corrupt(byte[] chunk, int length, Random random) {
        for (int i = 0; i < length; i++) {
            if (random.nextInt(injector.corruptOneIn) == 0) {
                chunk[i] ^= (byte) (1 << random.nextInt(8));
                injector.corrupted.incrementAndGet();
            }
        }
    }

    private static void readOff(Socket socket) {
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException gone) {
            // as meant
        }
    }

    private void reset() {
        close(client, true);
        close(server, true);
    }

    void close() {
        close(client, false);
        close(server, false);
        if (twin != null) {
            close(twin, false);
        }
        injector.ended(this);
    }

    static void close(Socket socket, boolean reset) {
        try {
            if (reset) {
                socket.setSoLinger(true, 0);
            }
            socket.close();
        } catch (IOException alreadyGone) {
            // nothing is left to close
        }
    }
}
