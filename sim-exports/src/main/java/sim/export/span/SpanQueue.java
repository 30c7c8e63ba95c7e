package sim.export.span;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spans that wait to be sent, in bundles, the oldest first. A bundle is filled by as many batches as have room in it, so that a round
 * trip carries what many instances shipped meanwhile. While the receiver does not take them they wait, and past the bound the
 * oldest go and are counted. A bundle is given up and counted if the receiver refuses it for good, or does not take it while it takes
 * others. Any thread adds; one sends.
 */
final class SpanQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpanQueue.class);
    private static final int BUNDLE = 512;
    private static final int MOST_TRIES = 5;
    /** The library gives up by itself before. */
    private static final long GRACE_MILLIS = 1_000;
    /** The process that ends has 10 s for everything. */
    private static final long CLOSING_MILLIS = 3_000;
    private static final long LONGEST_PAUSE_MILLIS = 30_000;

    private static final class Bundle {
        final List<SpanData> spans = new ArrayList<>();
        int tries;
    }

    private final String receiver;
    private final SpanExporter exporter;
    private final Predicate<Throwable> isFinal;
    private final int most;
    private final long firstPauseMillis;
    private final long patienceMillis;
    /** Without the one that is being sent. */
    private final Deque<Bundle> waiting = new ArrayDeque<>();
    /** Those of the bundle that is being sent, too. */
    private int spans;
    private long sent;
    private long dropped;
    private long refused;
    private long failures;
    private int failedInARow;
    private boolean refusing;
    private boolean closed;

    /**
     * @param receiver the option that names the receiver, for what is said of it
     * @param isFinal whether a failure means that the receiver takes such a bundle never
     * @param most spans that wait
     * @param firstPause after a failure; each further one in a row doubles it
     * @param patience how long the receiver has for an answer
     */
    SpanQueue(String receiver, SpanExporter exporter, Predicate<Throwable> isFinal, int most, Duration firstPause,
            Duration patience) {
        this.receiver = receiver;
        this.exporter = exporter;
        this.isFinal = isFinal;
        this.most = most;
        this.firstPauseMillis = firstPause.toMillis();
        this.patienceMillis = patience.toMillis();
    }

    synchronized void add(List<SpanData> more) {
        for (SpanData each : more) {
            Bundle last = waiting.peekLast();
            if (last == null || last.spans.size() == BUNDLE || last.tries > 0) {
                last = new Bundle();
                waiting.addLast(last);
            }
            last.spans.add(each);
        }
        spans += more.size();
        while (spans > most && !waiting.isEmpty()) {
            int gone = waiting.removeFirst().spans.size();
            spans -= gone;
            dropped += gone;
        }
        notifyAll();
    }

    /** Waits for a bundle and tries to send it; to be called again and again, by one thread. */
    void send() throws InterruptedException {
        Bundle next;
        synchronized (this) {
            while (waiting.isEmpty() && !closed) {
                wait();
            }
            next = waiting.pollFirst();
            if (next == null) {
                wait(); // closed, and all is sent
                return;
            }
        }
        Throwable why;
        try {
            why = trySend(next.spans);
        } catch (RuntimeException | Error broken) { // such as no memory to pack it
            synchronized (this) {
                waiting.addFirst(next);
            }
            throw broken;
        }
        synchronized (this) {
            if (why == null) {
                sent += gone(next);
                if (failedInARow > 0) {
                    LOG.info("the receiver of {} takes spans again", receiver);
                }
                failedInARow = 0;
                refusing = false;
            } else if (isFinal.test(why)) {
                failures++;
                refused += gone(next);
                if (!refusing) {
                    LOG.warn("spans are lost, because the receiver of {} refuses them: {}", receiver, line(why));
                }
                failedInARow = 0; // it is not away
                refusing = true;
            } else {
                failures++;
                if (failedInARow++ == 0) {
                    LOG.warn("spans wait, because the receiver of {} does not take them: {}", receiver,
                            line(why));
                }
                again(next);
                pause(Math.min(LONGEST_PAUSE_MILLIS, firstPauseMillis << Math.min(failedInARow - 1, 10)));
            }
            notifyAll();
        }
    }

    private synchronized void pause(long millis) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; left > 0 && !closed; left = TimeUnit.NANOSECONDS
                .toMillis(until - System.nanoTime())) {
            wait(left);
        }
    }

    private static String line(Throwable why) {
        return why.getMessage() == null ? "it answers with an error" : why.getMessage();
    }

    /** After so many tries it goes behind the others; if one of them is taken and this is not again, it is the bundle and not the receiver. */
    private void again(Bundle bundle) {
        if (++bundle.tries % MOST_TRIES != 0) {
            waiting.addFirst(bundle);
        } else if (failedInARow < bundle.tries) {
            refused += gone(bundle);
        } else {
            waiting.addLast(bundle);
        }
    }

    /** It waits no longer. */
    private int gone(Bundle bundle) {
        spans -= bundle.spans.size();
        return bundle.spans.size();
    }

    /** Null where it was taken. */
    private Throwable trySend(List<SpanData> bundle) {
        CompletableResultCode result = exporter.export(List.copyOf(bundle));
        if (result.join(patienceMillis + GRACE_MILLIS, TimeUnit.MILLISECONDS).isSuccess()) {
            return null;
        }
        return result.getFailureThrowable() == null
                ? new IllegalStateException("it was not taken")
                : result.getFailureThrowable();
    }

    synchronized Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("waiting", spans);
        figures.put("sent", sent);
        figures.put("failures", failures);
        figures.put("dropped", dropped);
        figures.put("refused", refused);
        return figures;
    }

    /** Waits for a moment until all is sent; what is not is counted and said. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
            long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(patienceMillis, CLOSING_MILLIS));
            try {
                while (spans > 0 && failedInARow == 0 && System.nanoTime() < until) {
                    wait(50);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            if (spans > 0) {
                LOG.warn("{} spans were not sent to the receiver of {}", spans, receiver);
            }
        }
        exporter.shutdown();
    }
}
