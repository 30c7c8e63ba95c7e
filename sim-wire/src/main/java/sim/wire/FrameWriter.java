package sim.wire;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Writes frames to a connection and flushes each. One thread. */
public final class FrameWriter {
    private final DataOutputStream out;

    public FrameWriter(OutputStream out) {
        this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 10));
    }

    public void write(WireFrame frame) throws IOException {
        write(FrameCodec.encode(frame));
    }

    /** Writes a frame that is already encoded. */
    public void write(byte[] frame) throws IOException {
        out.writeInt(frame.length);
        out.write(frame);
        out.flush();
    }
}
