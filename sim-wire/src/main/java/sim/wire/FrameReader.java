package sim.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads frames from a connection. One thread. */
public final class FrameReader {
    /**
     * The first four bytes of a web server's answer, read as a length. They come if the page's port is used instead of the collectors'.
     */
    private static final int HTTP = 'H' << 24 | 'T' << 16 | 'T' << 8 | 'P';

    /** The first two bytes of a record of TLS: a handshake, or what refuses a peer in clear text. */
    private static final int TLS_HANDSHAKE = 0x1603;
    private static final int TLS_ALERT = 0x1503;

    private final DataInputStream in;
    private Dialect dialect = Dialect.OWN;

    public FrameReader(InputStream in) {
        this.in = new DataInputStream(in);
    }

    /** Sets how the peer numbers meters and sections in the batches from now on. */
    public void agree(Dialect with) {
        dialect = with;
    }

    /**
     * The next frame; null at a clean end. Memory is taken as bytes arrive, not as a length claims them.
     *
     * @throws WireException if what came is not a frame
     * @throws IOException if the connection fails or ends within a frame
     */
    public WireFrame read() throws IOException, WireException {
        int length = next(Wire.MAX_FRAME);
        return length == 0 ? null : body(length);
    }

    /** Waits for the next frame. Returns how many bytes {@link #body} has to read, at most {@code most}; 0 at a clean end. */
    public int next(int most) throws IOException, WireException {
        int first = in.read();
        if (first < 0) {
            return 0;
        }
        int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
        if (length == HTTP) {
            throw new WireException(
                    "it speaks HTTP; server= must name the port for collectors (7420 by default), "
                            + "not the page's");
        }
        if (length >>> 16 == TLS_HANDSHAKE || length >>> 16 == TLS_ALERT) {
            throw new WireException(
                    "it speaks TLS; server= begins with tls:// if the agent server has TLS, and only then");
        }
        if (length <= 0 || length > most) {
            throw new WireException("a frame of " + Integer.toUnsignedLong(length) + " bytes; the limit is " + most);
        }
        return length;
    }

    /** Reads the frame whose length {@link #next} returned. */
    public WireFrame body(int length) throws IOException, WireException {
        return frame(bytes(length));
    }

    /** Reads the bytes of a frame. Memory is taken as they arrive. */
    public byte[] bytes(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the connection ended within a frame");
        }
        return bytes;
    }

    /** The most heap that a batch of this length may take: see {@link FrameCodec#heapBytes}. */
    public long heapBytes(int length) {
        return FrameCodec.heapBytes(length, dialect);
    }

    /** Decodes a batch, which may take so much heap. */
    public WireFrame frame(byte[] bytes, long heapBytes) throws WireException {
        return FrameCodec.decode(bytes, dialect, heapBytes);
    }

    /** Decodes a frame, as the peer numbers meters and sections. */
    public WireFrame frame(byte[] bytes) throws WireException {
        return FrameCodec.decode(bytes, dialect);
    }
}
