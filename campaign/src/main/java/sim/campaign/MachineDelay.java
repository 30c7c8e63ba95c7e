package sim.campaign;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How long the machine itself delays whoever does what a commit takes: computes for 20 ms, writes a page and has it on disk. What is later by
 * more than that is the server's doing. A thread of its own, which takes 5 % of a processor.
 */
final class MachineDelay implements AutoCloseable {
    private static final long PAUSE_MILLIS = 400;
    private static final long WORK_NANOS = 20_000_000;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long REMEMBERED_NANOS = 60_000_000_000L;

    private final Path file;
    private final Deque<long[]> delays = new ArrayDeque<>();
    private final Thread thread;
    private volatile boolean over;
    private long most;

    MachineDelay(Path folder) {
        file = folder.resolve("delay.tmp");
        thread = Injector.daemon(this::measure, "machine-delay");
    }

    private void measure() {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer page = ByteBuffer.allocate(4_096);
            while (!over) {
                long begin = System.nanoTime();
                Thread.sleep(PAUSE_MILLIS);
                long until = THREADS.getCurrentThreadCpuTime() + WORK_NANOS;
                while (THREADS.getCurrentThreadCpuTime() < until) {
                    // computes
                }
                page.clear();
                channel.write(page, 0);
                channel.force(true);
                add(System.nanoTime(), System.nanoTime() - begin - PAUSE_MILLIS * 1_000_000 - WORK_NANOS);
            }
        } catch (IOException unknown) {
            // then no delay is known, and none is excused
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void add(long at, long delay) {
        most = Math.max(most, delay);
        delays.add(new long[]{at, delay});
        while (at - delays.peek()[0] > REMEMBERED_NANOS) {
            delays.remove();
        }
    }

    /** The longest since a time of {@link System#nanoTime}, ns. */
    synchronized long since(long begin) {
        return delays.stream().filter(delay -> delay[0] - begin >= 0).mapToLong(delay -> delay[1]).max().orElse(0);
    }

    /** The longest of all, ns. */
    synchronized long most() {
        return most;
    }

    @Override
    public void close() throws InterruptedException {
        over = true;
        thread.join();
    }
}
