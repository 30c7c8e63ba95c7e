package sim.server.ingest;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * Reads a connection's bytes under a deadline, so that neither a silent nor a slow peer holds anything for long. The bytes of a
 * frame's body take their memory from that for arriving frames as they come. The peer's thread reads; any other thread may make
 * it give way.
 */
final class TimedInput extends InputStream {
    private static final long NEVER = Long.MAX_VALUE;
    /** A socket's own timeout comes first, and says more. */
    private static final long GRACE_NANOS = 500_000_000;

    private final Socket socket;
    private final InputStream in;
    private final ArrivalMemory memory;
    private long deadline;
    private String late = "";
    private boolean inBody;
    /** Bytes taken of the memory; guarded by it. */
    long held;
    /** When the body's first byte was waited for, and the last byte that came; guarded by the memory. */
    long sinceNanos;
    long heardNanos;
    /** Whether this waits for memory and not for its peer; guarded by the memory. */
    boolean waiting;
    private volatile String gaveWay;
    private volatile boolean whole;
    /** When the read that is under way must have ended, or {@link #NEVER}. */
    private volatile long readUntil = NEVER;

    /**
     * @param socket the connection
     * @param in     what comes over it: its own stream, or that of the TLS around it
     */
    TimedInput(Socket socket, InputStream in, ArrivalMemory memory) {
        this.socket = socket;
        this.in = in;
        this.memory = memory;
    }

    /** From now on whatever comes must come within that; then it is refused with that line. */
    void within(Duration time, String lateLine) {
        deadline = System.nanoTime() + time.toNanos();
        late = lateLine;
    }

    /** From now on bytes are a frame's body, until {@link #endBody}. */
    void beginBody() {
        inBody = true;
        whole = false;
        memory.begin(this);
    }

    /** All of the body is here: no peer is waited for any more. */
    void allCame() {
        whole = true;
    }

    boolean isWhole() {
        return whole;
    }

    /** The frame is decoded, or never will be: its memory is given back. */
    void endBody() {
        inBody = false;
        memory.giveBack(this);
    }

    /** Makes room for others: the peer is refused with that line. */
    void giveWay(String line) {
        gaveWay = line;
        try {
            socket.shutdownInput(); // ends a read that is waiting
        } catch (IOException closed) {
            // then it has given way
        }
    }

    /**
     * Whether a read goes on past its deadline. TLS reads a whole record before it returns a byte of it, and each byte that comes begins the
     * socket's timeout anew. Any thread.
     */
    boolean isLate(long now) {
        long until = readUntil;
        return until != NEVER && now - until > 0;
    }

    /** Why this had to give way, or null. */
    String gaveWay() {
        return gaveWay;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int most) throws IOException {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            throw new LateException(late);
        }
        socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, left / 1_000_000 + 1));
        int read;
        readUntil = deadline + GRACE_NANOS == NEVER ? NEVER - 1 : deadline + GRACE_NANOS;
        try {
            read = in.read(bytes, from, most);
        } catch (SocketTimeoutException over) {
            throw new LateException(late);
        } catch (IOException broken) { // TLS takes an input that was shut for an attack
            throw gaveWay == null ? broken : new LateException(gaveWay);
        } finally {
            readUntil = NEVER;
        }
        if (gaveWay != null) {
            throw new LateException(gaveWay);
        }
        if (inBody && read > 0) {
            memory.take(this, read);
        }
        return read;
    }

    /** A peer took too long, or had to give way; the message is the line it is refused with. */
    static final class LateException extends IOException {
        private static final long serialVersionUID = 1;

        LateException(String line) {
            super(line);
        }
    }
}
