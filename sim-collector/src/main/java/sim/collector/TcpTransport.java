package sim.collector;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.function.BooleanSupplier;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.wire.FrameReader;
import sim.wire.FrameWriter;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** Carries frames to an agent server, over a TCP connection of its own. */
final class TcpTransport implements Transport {
    private static final int CONNECT_MILLIS = 2_000;
    private static final int ANSWER_MILLIS = 10_000;
    /**
     * The time in which the largest frame must have left, in addition to the time for an answer. The server waits no longer for a frame.
     */
    private static final int FRAME_MILLIS = 60_000;

    private final String host;
    private final int port;
    private final Resolver resolver;
    /** Null for clear text. */
    private final Encryption encryption;
    /** The link whose handshake is being made, or null. */
    private volatile Connected opening;

    TcpTransport(Options options) {
        this(options.host(Option.SERVER), options.port(Option.SERVER),
                options.isEncrypted(Option.SERVER) ? Encryption.of(options) : null);
    }

    TcpTransport(String host, int port) {
        this(host, port, null);
    }

    private TcpTransport(String host, int port, Encryption encryption) {
        this.encryption = encryption;
        this.host = host;
        this.port = port;
        this.resolver = new Resolver(host);
    }

    @Override
    public String localName() throws InterruptedException {
        return resolver.localName();
    }

    @Override
    public Link open(BooleanSupplier ending) throws IOException, InterruptedException {
        if (encryption != null) {
            encryption.await(ending);
        }
        InetAddress address = resolver.resolve(ending);
        Connected link = new Connected();
        opening = link; // before its handshake, which a server can draw out
        try {
            link.connect(address, port, encryption);
            return link;
        } finally {
            opening = null;
        }
    }

    @Override
    public void rest(long nowNanos) {
        if (encryption != null) {
            encryption.isEarly(nowNanos);
        }
    }

    @Override
    public void look(long nowNanos) {
        Connected link = opening;
        if (link != null) {
            link.look(nowNanos);
        }
    }

    @Override
    public void close() {
        resolver.close();
    }

    @Override
    public String toString() {
        return "agent server " + (encryption == null ? "" : "tls://") + host + ":" + port;
    }

    /** A link over a socket. */
    private static final class Connected implements Link {
        private static final long NEVER = Long.MAX_VALUE;

        /** The connection itself: closing the TLS around it waits for a write that is blocked. */
        private final Socket socket = new Socket();
        private FrameReader reader;
        private FrameWriter writer;
        /** When the handshake, or the frame that is being written, must be over, by {@link System#nanoTime}. */
        private volatile long writtenUntil = NEVER;
        private volatile boolean isDeaf;

        void connect(InetAddress host, int port, Encryption encryption) throws IOException {
            try {
                connect(new InetSocketAddress(host, port));
                socket.setSoTimeout(ANSWER_MILLIS);
                socket.setTcpNoDelay(true);
                writtenUntil = System.nanoTime() + ANSWER_MILLIS * 1_000_000L;
                Socket frames = encryption == null ? socket : encryption.around(socket, port);
                writtenUntil = NEVER;
                reader = new FrameReader(frames.getInputStream());
                writer = new FrameWriter(frames.getOutputStream());
            } catch (IOException failure) {
                close();
                throw isDeaf ? new IOException("its handshake took too long", failure) : failure;
            }
        }

        /** Whoever does not take a connection in time is not there; a server that is there and slow takes it, and answers late. */
        private void connect(InetSocketAddress address) throws IOException {
            try {
                socket.connect(address, CONNECT_MILLIS);
            } catch (SocketTimeoutException nobody) {
                ConnectException away = new ConnectException(nobody.getMessage());
                away.initCause(nobody);
                throw away;
            }
        }

        @Override
        public void send(byte[] frame) throws IOException {
            long millis = ANSWER_MILLIS + (long) FRAME_MILLIS * frame.length / Wire.MAX_FRAME;
            writtenUntil = System.nanoTime() + millis * 1_000_000;
            try {
                writer.write(frame);
            } catch (IOException ended) {
                throw isDeaf ? new IOException("it does not read what is sent", ended) : ended;
            }
            writtenUntil = NEVER;
        }

        @Override
        public WireFrame acknowledged() throws IOException, WireException {
            return reader.read();
        }

        /**
         * Closes the socket if a write takes too long. A peer that reads nothing blocks a write for ever, and a socket has no timeout for
         * writes.
         */
        @Override
        public void look(long nowNanos) {
            long until = writtenUntil;
            if (until != NEVER && nowNanos - until > 0) {
                isDeaf = true;
                close();
            }
        }

        @Override
        public void close() {
            try {
                socket.close();
            } catch (IOException alreadyGone) {
                // nothing is left to close
            }
        }
    }
}
