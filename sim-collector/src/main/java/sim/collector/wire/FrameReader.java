package sim.collector.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Reads frames off a connection. One thread. */
public final class FrameReader {
    private final DataInputStream in;

    public FrameReader(InputStream in) {
        this.in = new DataInputStream(in);
    }

    /**
     * The next frame; null at a clean end. Memory is taken as bytes arrive, not as a length claims them.
     *
     * @throws WireException if what came is not a frame
     * @throws IOException if the connection fails or ends within a frame
     */
    public Frame read() throws IOException, WireException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
        if (length <= 0 || length > Wire.MAX_FRAME) {
            throw new WireException("a frame of " + Integer.toUnsignedLong(length) + " bytes; the limit is "
                    + Wire.MAX_FRAME);
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("the connection ended within a frame");
        }
        return FrameCodec.decode(bytes);
    }
}
