package sim.collector;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import sim.base.config.EarlyFile;
import sim.base.failure.OwnThread;

/**
 * Resolves addresses on a daemon thread of its own, because a name server that does not answer takes tens of seconds, and neither the
 * shipper nor the end of the JVM may wait for it. The one thread is started with the collector, before the application. With a thread for
 * each question, these threads would count as started by the application. One question at a time; only the shipper's thread asks.
 */
final class Resolver implements AutoCloseable {
    private static final long WAIT_MILLIS = 2_000;
    private static final long WAIT_AT_END_MILLIS = 500;
    private static final long LOOK_MILLIS = 50;
    private static final Path KERNELS = Path.of("/proc/sys/kernel/hostname");

    private final String host;
    /** This machine's name where nobody has to be asked for it, else null. */
    private final String local = hostName();
    /** Guarded by itself. A queue that waits would make the JDK's common pool, for which a program may say in {@code main} what it is like. */
    private final Deque<FutureTask<?>> questions = new ArrayDeque<>();
    /** Null if there is nothing to ask. */
    private final Thread thread;
    private FutureTask<InetAddress> pending;
    private boolean wasAsked;
    private volatile boolean closed;

    /**
     * @param host the name or address of the agent server
     */
    Resolver(String host) {
        this.host = host;
        this.thread = isAddress(host) && local != null ? null : OwnThread.of(this::answer, "sim-resolver");
        if (thread != null) {
            thread.start();
        }
    }

    /**
     * The server's address. If there is no answer within two seconds, throws; the next call continues to wait for the same answer. Where the program ends, only the first question
     * of all is waited for so long.
     */
    InetAddress resolve(BooleanSupplier ending) throws IOException, InterruptedException {
        if (isAddress(host)) {
            return InetAddress.getByName(host);
        }
        boolean isFirst = !wasAsked;
        wasAsked = true;
        if (pending == null) {
            pending = asked(() -> InetAddress.getByName(host));
        }
        long asked = System.nanoTime();
        while (!pending.isDone()) {
            long waited = (System.nanoTime() - asked) / 1_000_000;
            if (waited >= (ending.getAsBoolean() && !isFirst ? WAIT_AT_END_MILLIS : WAIT_MILLIS)) {
                throw new IOException("the name server has not answered yet");
            }
            look(LOOK_MILLIS);
        }
        try {
            return pending.get();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof IOException unknown ? unknown : new IOException(failure.getCause());
        } finally {
            pending = null;
        }
    }

    /** Whether the host is an address, so that nobody has to be asked. */
    private static boolean isAddress(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
    }

    private void look(long millis) throws InterruptedException {
        try {
            pending.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException seenLater) {
            // isDone distinguishes the two
        }
    }

    /** This machine's name; {@code localhost} if it is not known within two seconds. */
    String localName() throws InterruptedException {
        if (local != null) {
            return local;
        }
        try {
            return asked(InetAddress::getLocalHost).get(WAIT_MILLIS, TimeUnit.MILLISECONDS).getHostName();
        } catch (ExecutionException | TimeoutException nameless) {
            return "localhost";
        }
    }

    /** The host name that the environment gives or the kernel, or null. No name server is asked. */
    private static String hostName() {
        String named = System.getenv("HOSTNAME");
        if (named == null || named.isEmpty()) {
            try {
                named = new String(EarlyFile.bytes(KERNELS), StandardCharsets.UTF_8).strip();
            } catch (IOException | SecurityException elsewhere) {
                return null; // not on Linux
            }
        }
        return named.isEmpty() ? null : named;
    }

    /** Asks a question on the resolver's thread. */
    <T> FutureTask<T> asked(Callable<T> question) {
        FutureTask<T> task = new FutureTask<>(question);
        synchronized (questions) {
            questions.add(task);
            questions.notifyAll();
        }
        return task;
    }

    private void answer() {
        while (!closed) {
            try {
                next().run();
            } catch (InterruptedException maybeClosed) {
                // an application may interrupt all threads that it finds: the thread continues
            }
        }
    }

    private FutureTask<?> next() throws InterruptedException {
        synchronized (questions) {
            while (questions.isEmpty()) {
                questions.wait();
            }
            return questions.remove();
        }
    }

    /** Ends the thread after the name server has answered. Nobody waits for that. */
    @Override
    public void close() {
        closed = true;
        if (thread != null) {
            thread.interrupt();
        }
    }
}
