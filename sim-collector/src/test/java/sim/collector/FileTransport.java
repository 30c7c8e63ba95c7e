package sim.collector;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.BooleanSupplier;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.FrameCodec;
import sim.wire.FrameWriter;
import sim.wire.Hello;
import sim.wire.Welcome;
import sim.wire.Wire;
import sim.wire.WireException;
import sim.wire.WireFrame;

/** Frames go to a file, and are acknowledged once they are in it. */
final class FileTransport implements Transport {
    private final Path file;
    /** So many links end before a frame that is sent is written. */
    volatile int breaks;
    volatile boolean isClosed;
    private long lastSequence;
    private int lastName;
    private int lastNode;

    FileTransport(Path file) {
        this.file = file;
    }

    @Override
    public String localName() {
        return "this file";
    }

    @Override
    public Link open(BooleanSupplier ending) throws IOException {
        OutputStream out = new BufferedOutputStream(
                Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        FrameWriter writer = new FrameWriter(out);
        return new Link() {
            private WireFrame answer;

            @Override
            public void send(byte[] bytes) throws IOException {
                WireFrame frame;
                try {
                    frame = FrameCodec.decode(bytes);
                } catch (WireException damaged) {
                    throw new IOException(damaged);
                }
                if (frame instanceof Batch && breaks > 0) {
                    breaks--;
                    throw new IOException("the disk was taken away");
                }
                writer.write(bytes);
                answer = frame instanceof Hello
                        ? new Welcome(Wire.VERSION, lastSequence, lastName, lastNode)
                        : stored((Batch) frame);
            }

            @Override
            public WireFrame acknowledged() {
                return answer;
            }

            @Override
            public void close() {
                try {
                    out.close();
                } catch (IOException full) {
                    // each frame was flushed
                }
            }
        };
    }

    private Ack stored(Batch batch) {
        lastSequence = batch.sequence();
        lastName = Math.max(lastName, batch.names().stream().mapToInt(name -> name.id()).max().orElse(0));
        lastNode = Math.max(lastNode, batch.nodes().stream().mapToInt(node -> node.id()).max().orElse(0));
        return new Ack(batch.sequence());
    }

    @Override
    public void close() {
        isClosed = true;
    }

    @Override
    public String toString() {
        return "file " + file;
    }
}
