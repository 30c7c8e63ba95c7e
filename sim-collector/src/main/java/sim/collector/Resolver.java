package sim.collector;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Asks for addresses on a daemon thread of its own: a name server that does not answer takes tens of seconds, and neither
 * the shipper nor the end of the JVM waits for it. One question at a time; the shipper's thread only.
 */
final class Resolver {
    private static final long WAIT_MILLIS = 2_000;
    private static final long WAIT_AT_END_MILLIS = 500;
    private static final long LOOK_MILLIS = 50;

    private FutureTask<InetAddress> pending;

    /** The host's address, or an exception within two seconds; then the next call goes on waiting for the same answer. */
    InetAddress resolve(String host, BooleanSupplier ending) throws IOException, InterruptedException {
        if (isAddress(host)) {
            return InetAddress.getByName(host);
        }
        if (pending == null) {
            pending = asked(() -> InetAddress.getByName(host));
        }
        long asked = System.nanoTime();
        while (!pending.isDone()) {
            long waited = (System.nanoTime() - asked) / 1_000_000;
            if (waited >= (ending.getAsBoolean() ? WAIT_AT_END_MILLIS : WAIT_MILLIS)) {
                throw new IOException("the name server has not answered yet");
            }
            answer(LOOK_MILLIS);
        }
        try {
            return pending.get();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof IOException unknown ? unknown : new IOException(failure.getCause());
        } finally {
            pending = null;
        }
    }

    /** Then nobody is asked, and no thread of SIM's is started among those the application is said to start. */
    private static boolean isAddress(String host) {
        return host.indexOf(':') >= 0 || host.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
    }

    private void answer(long millis) throws InterruptedException {
        try {
            pending.get(millis, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException seenLater) {
            // isDone tells them apart
        }
    }

    /** This machine's name, or a name that is always right where it is not known within two seconds. */
    static String localName() throws InterruptedException {
        try {
            return asked(InetAddress::getLocalHost).get(WAIT_MILLIS, TimeUnit.MILLISECONDS).getHostName();
        } catch (ExecutionException | TimeoutException nameless) {
            return "localhost";
        }
    }

    private static FutureTask<InetAddress> asked(Callable<InetAddress> question) {
        FutureTask<InetAddress> task = new FutureTask<>(question);
        Collector.daemon(task, "sim-resolver").start();
        return task;
    }
}
