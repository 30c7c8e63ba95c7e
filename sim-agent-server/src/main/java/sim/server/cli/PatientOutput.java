package sim.server.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * Writes to another stream on a thread of its own: nobody waits for a terminal that was stopped, or a pipe that is not
 * read. What finds no room meanwhile is left out, and said once there is room again. Any thread.
 */
final class PatientOutput extends OutputStream {
    /** Bytes kept for a reader that does not read. */
    private static final int ROOM = 1 << 20;
    private static final int CLOSING_SECONDS = 1;

    private final OutputStream out;
    private final Deque<byte[]> waiting = new ArrayDeque<>();
    private final Thread writer;
    private int bytes;
    private long leftOut;
    private boolean closed;

    PatientOutput(OutputStream out) {
        this.out = out;
        this.writer = new Thread(this::run, "sim-log");
        writer.setDaemon(true);
        writer.start();
    }

    @Override
    public void write(int value) {
        write(new byte[]{(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] from, int offset, int count) {
        if (bytes + count > ROOM || leftOut > 0) {
            leftOut += count;
        } else {
            waiting.add(Arrays.copyOfRange(from, offset, offset + count));
            bytes += count;
        }
        notifyAll();
    }

    private void run() {
        try {
            for (byte[] next = next(); next != null; next = next()) {
                out.write(next);
                out.flush();
            }
        } catch (IOException | InterruptedException gone) {
            // then nobody reads what is written any more
        }
    }

    private synchronized byte[] next() throws InterruptedException {
        while (waiting.isEmpty() && leftOut == 0 && !closed) {
            wait();
        }
        byte[] next = waiting.poll();
        if (next != null) {
            bytes -= next.length;
        } else if (leftOut > 0) {
            next = ("\n" + leftOut + " bytes of this log were left out: nobody read it\n")
                    .getBytes(StandardCharsets.UTF_8);
            leftOut = 0;
        }
        return next;
    }

    /** Waits a second at most until all is written. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            writer.join(TimeUnit.SECONDS.toMillis(CLOSING_SECONDS));
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
