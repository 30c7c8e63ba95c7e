package sim.collector.scrape;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Deque;

/** A connection to the port that is scraped: it asks first, and then takes its answer as fast as it likes. Only the server's thread uses it. */
final class ScrapeClient {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final long since;
    /** When it last sent or took anything. */
    private long moved;
    /** What came of its request; null once that is answered. */
    private ByteBuffer head;
    private Deque<ByteBuffer> answer;

    /** If it cannot be registered the channel is closed. */
    ScrapeClient(SocketChannel channel, Selector selector, long now) throws IOException {
        this.channel = channel;
        this.since = now;
        this.moved = now;
        boolean isRegistered = false;
        try {
            head = ByteBuffer.allocate(ScrapeRequest.LONGEST);
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            key = channel.register(selector, SelectionKey.OP_READ, this);
            isRegistered = true;
        } finally {
            if (!isRegistered) {
                channel.close();
            }
        }
    }

    boolean isAnswered() {
        return answer != null;
    }

    /** When it is cut off if it asks nothing more, or has not all by then. */
    long until(long readNanos, long longestNanos) {
        long last = since + longestNanos;
        return isAnswered() || moved + readNanos - last > 0 ? last : moved + readNanos;
    }

    /** Whether it has done nothing for longer than another one. */
    boolean isSlowerThan(ScrapeClient other) {
        return moved - other.moved < 0;
    }

    /** Reads what has come. Returns the request once it is complete, or never will be; otherwise null. */
    ScrapeRequest read(long now) throws IOException {
        int length = channel.read(head);
        moved = length > 0 ? now : moved;
        if (length < 0 && head.position() == 0) {
            throw new IOException("it asked nothing");
        }
        return length < 0 || !head.hasRemaining() || ScrapeRequest.ends(head.array(), head.position())
                ? ScrapeRequest.of(head.array(), head.position())
                : null;
    }

    /** Whether it is on this machine. */
    boolean isNear() throws IOException {
        return ((InetSocketAddress) channel.getRemoteAddress()).getAddress().isLoopbackAddress();
    }

    void answer(Deque<ByteBuffer> with) {
        answer = with;
        head = null;
        key.interestOps(SelectionKey.OP_WRITE);
    }

    /** Writes what it takes now; whether that is all. */
    boolean write(long now) throws IOException {
        for (ByteBuffer next = answer.peek(); next != null; next = answer.peek()) {
            moved = channel.write(next) > 0 ? now : moved;
            if (next.hasRemaining()) {
                return false;
            }
            answer.poll();
        }
        channel.shutdownOutput();
        return true;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException ended) {
            // it is closed
        }
    }
}
