package sim.collector;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import sim.collector.wire.WireException;
import sim.collector.wire.WireFrame;

/**
 * Carries frames to whoever stores them, and answers back: TCP to an agent server is one transport. It knows nothing of a frame's
 * content, of sequences or of the dictionary. Only the shipper's thread uses it, except {@link Link#look}. Its {@code toString}
 * names its target in messages: {@code agent server 127.0.0.1:7420}.
 */
public interface Transport extends Closeable {
    /** What the hello calls this machine. */
    String localName() throws InterruptedException;

    /**
     * Opens the way, for as long as it lasts.
     *
     * @param ending whether the application ends: then nothing is waited for at length
     */
    Link open(BooleanSupplier ending) throws IOException, InterruptedException;

    /** What was taken for all links is given back. */
    @Override
    void close();

    /** One opening of the way. Each frame that is sent is answered by one, in order. */
    interface Link extends Closeable {
        /** Hands over a frame, encoded and no longer than {@code Wire.MAX_FRAME}. Whether it arrived, the answer tells. */
        void send(byte[] frame) throws IOException;

        /** Waits for the answer to the frame that was sent last; null where the other side has ended the link. */
        WireFrame acknowledged() throws IOException, WireException;

        /** Looks whether a frame takes too long to leave, and if so ends the link. The collector's thread, as it goes round. */
        default void look(long nowNanos) {}

        /** Whatever waits in it fails then. Any thread. */
        @Override
        void close();
    }
}
