package sim.collector;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import sim.wire.WireException;
import sim.wire.WireFrame;

/**
 * Carries frames to whoever stores them, and answers back: TCP to an agent server is one transport. It knows nothing of a frame's
 * content, of sequences or of the dictionary. Only the shipper's thread uses it, except {@link #look} and {@link Link#look}. Its {@code toString}
 * names its target in messages: {@code agent server 127.0.0.1:7420}.
 */
public interface Transport extends Closeable {
    /** What the hello calls this machine. */
    String localName() throws InterruptedException;

    /**
     * Opens a link.
     *
     * @param ending whether the application ends, so that nothing may take long
     */
    Link open(BooleanSupplier ending) throws IOException, InterruptedException;

    /** Called each second until there is something to send for the first time. Does not use the network. */
    default void rest(long nowNanos) {}

    /** Ends the link that is being opened if that takes too long. Called by the collector's thread in each round. */
    default void look(long nowNanos) {}

    /** Releases what all links share. */
    @Override
    void close();

    /** A link to the other side. Each frame that is sent is answered by one frame, in order. */
    interface Link extends Closeable {
        /** Sends an encoded frame of at most {@code Wire.MAX_FRAME} bytes. Only the answer tells whether it has arrived. */
        void send(byte[] frame) throws IOException;

        /** Waits for the answer to the frame that was sent last; null if the other side has ended the link. */
        WireFrame acknowledged() throws IOException, WireException;

        /** Ends the link if a frame takes too long to leave. Called by the collector's thread in each round. */
        default void look(long nowNanos) {}

        /** Closes the link. Whatever waits in it then fails. Any thread may call it. */
        @Override
        void close();
    }
}
