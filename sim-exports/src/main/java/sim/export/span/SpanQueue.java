package sim.export.span;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spans that wait to be sent, in bundles, the oldest first. While the receiver does not take them they wait, and past the bound the
 * oldest go and are counted. A bundle that is refused while others are taken is given up. Any thread adds; one sends.
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
        final List<SpanData> spans;
        int tries;

        Bundle(List<SpanData> spans) {
            this.spans = spans;
        }
    }

    private final String receiver;
    private final SpanExporter exporter;
    private final int most;
    private final long firstPauseMillis;
    private final long patienceMillis;
    private final Deque<Bundle> waiting = new ArrayDeque<>();
    private int spans;
    private long sent;
    private long dropped;
    private long refused;
    private long failures;
    private int failedInARow;
    private boolean closed;

    /**
     * @param receiver the option that names the receiver, for what is said of it
     * @param most spans that wait
     * @param firstPause after a failure; each further one in a row doubles it
     * @param patience how long the receiver has for an answer
     */
    SpanQueue(String receiver, SpanExporter exporter, int most, Duration firstPause, Duration patience) {
        this.receiver = receiver;
        this.exporter = exporter;
        this.most = most;
        this.firstPauseMillis = firstPause.toMillis();
        this.patienceMillis = patience.toMillis();
    }

    synchronized void add(List<SpanData> more) {
        for (int from = 0; from < more.size(); from += BUNDLE) {
            Bundle bundle = new Bundle(List.copyOf(more.subList(from, Math.min(more.size(), from + BUNDLE))));
            waiting.addLast(bundle);
            spans += bundle.spans.size();
        }
        while (spans > most) {
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
            next = waiting.peekFirst();
            if (next == null) {
                wait(); // closed, and all is sent
                return;
            }
        }
        Throwable why = trySend(next.spans);
        boolean taken = why == null;
        synchronized (this) {
            boolean still = waiting.contains(next); // unless it was dropped meanwhile
            if (taken) {
                sent += next.spans.size();
                remove(next, still);
                if (failedInARow > 0) {
                    LOG.info("the receiver of {} takes spans again", receiver);
                }
                failedInARow = 0;
            } else {
                failures++;
                if (failedInARow++ == 0) {
                    LOG.warn("spans wait, because the receiver of {} does not take them: {}", receiver,
                            why.getMessage() == null ? "it answers with an error" : why.getMessage());
                }
                if (still && ++next.tries % MOST_TRIES == 0) {
                    again(next);
                }
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

    /** It goes behind the others; once one of them was taken it is the bundle and not the receiver. */
    private void again(Bundle bundle) {
        remove(bundle, true);
        if (failedInARow < bundle.tries) {
            refused += bundle.spans.size();
        } else {
            waiting.addLast(bundle);
            spans += bundle.spans.size();
        }
    }

    private void remove(Bundle bundle, boolean still) {
        if (still) {
            waiting.remove(bundle);
            spans -= bundle.spans.size();
        }
    }

    /** Null where it was taken. */
    private Throwable trySend(List<SpanData> bundle) {
        CompletableResultCode result = exporter.export(bundle);
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
                while (!waiting.isEmpty() && failedInARow == 0 && System.nanoTime() < until) {
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
