package sim.export.span;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spans that wait to be sent, in bundles, the oldest first. A bundle is filled by as many batches as have room in it, so that a round
 * trip carries what many instances shipped meanwhile. While the receiver does not take them they wait, and past the bound the
 * oldest go and are counted. A bundle that is refused for what it holds is halved, so that the rest of it arrives. One is given up and
 * counted if the receiver refuses it for good, or does not take it while it takes others, or if it cannot be packed. Any thread adds;
 * one sends.
 */
final class SpanQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SpanQueue.class);
    private static final int MOST_TRIES = 5;
    /** From a full bundle down to a single span. A receiver that refused so many in a row refuses whatever it is sent: no more is halved then. */
    private static final int MOST_HALVED = 10;
    /** The library gives up by itself before. */
    private static final long GRACE_MILLIS = 1_000;
    /** The process that ends has 10 s for everything. */
    private static final long CLOSING_MILLIS = 3_000;
    private static final long LONGEST_PAUSE_MILLIS = 30_000;

    private final String receiver;
    private final SpanExporter exporter;
    private final Refusals refusals;
    private final int most;
    private final long firstPauseMillis;
    private final long patienceMillis;
    /** Without the one that is being sent. */
    private final Deque<SpanBundle> waiting = new ArrayDeque<>();
    /** Null where none is. */
    private SpanBundle sending;
    /** Those of the bundle that is being sent, too. */
    private int spans;
    private long sent;
    private long dropped;
    private long refused;
    private long failures;
    private int failedInARow;
    private int refusedInARow;
    /** It was said. */
    private boolean isRefusing;
    private boolean closed;

    /**
     * @param receiver the option that names the receiver, for what is said of it
     * @param refusals what its failures mean
     * @param most spans that wait
     * @param firstPause after a failure; each further one in a row doubles it
     * @param patience how long the receiver has for an answer
     */
    SpanQueue(String receiver, SpanExporter exporter, Refusals refusals, int most, Duration firstPause,
            Duration patience) {
        this.receiver = receiver;
        this.exporter = exporter;
        this.refusals = refusals;
        this.most = most;
        this.firstPauseMillis = firstPause.toMillis();
        this.patienceMillis = patience.toMillis();
    }

    synchronized void add(List<SpanData> more) {
        for (SpanData each : more) {
            SpanBundle last = waiting.peekLast();
            if (last == null || !last.add(each)) {
                last = new SpanBundle(each);
                waiting.addLast(last);
            }
        }
        spans += more.size();
        while (spans > most && !waiting.isEmpty()) {
            int gone = waiting.removeFirst().spans.size();
            spans -= gone;
            dropped += gone;
        }
        notifyAll();
    }

    /** Takes back those spans. What is being sent may arrive. */
    synchronized void forget(Predicate<SpanData> what) {
        for (SpanBundle bundle : unsent()) {
            int had = bundle.spans.size();
            bundle.spans.removeIf(what);
            spans -= had - bundle.spans.size();
            dropped += had - bundle.spans.size();
        }
        waiting.removeIf(bundle -> bundle.spans.isEmpty());
        notifyAll();
    }

    /** Takes back those spans and all others of their traces: what was called in them says of what they were. */
    synchronized void forgetTraces(Predicate<SpanData> what) {
        Set<String> traces = new HashSet<>();
        unsent().forEach(bundle -> bundle.spans.stream().filter(what).map(SpanData::getTraceId).forEach(traces::add));
        forget(span -> traces.contains(span.getTraceId()));
    }

    private List<SpanBundle> unsent() {
        List<SpanBundle> unsent = new ArrayList<>(waiting);
        if (sending != null) {
            unsent.add(sending);
        }
        return unsent;
    }

    /** Waits for a bundle and tries to send it; to be called again and again, by one thread. */
    void send() throws InterruptedException {
        SpanBundle next;
        synchronized (this) {
            while (waiting.isEmpty() && !closed) {
                wait();
            }
            next = waiting.pollFirst();
            if (next == null) {
                wait(); // closed, and all is sent
                return;
            }
            next.isBegun = true;
            sending = next;
        }
        Throwable why;
        try {
            why = trySend(next);
        } catch (RuntimeException | Error broken) { // such as no memory to pack it
            unpacked(next, broken);
            throw broken;
        }
        synchronized (this) {
            sending = null;
            if (why == null) {
                taken(next);
            } else if (refusals.isOfContent(why) || refusals.isFinal(why)) {
                refused(next, why);
            } else {
                failures++;
                if (failedInARow++ == 0 && !closed) {
                    LOG.warn("spans wait, because the receiver of {} does not take them: {}", receiver,
                            refusals.line(why));
                }
                again(next);
                pause(nextPause());
            }
            notifyAll();
        }
    }

    private void taken(SpanBundle bundle) {
        sent += gone(bundle);
        if (failedInARow > 0 || isRefusing) {
            LOG.info("the receiver of {} takes spans again", receiver);
        }
        failedInARow = 0;
        refusedInARow = 0;
        isRefusing = false;
    }

    private void refused(SpanBundle bundle, Throwable why) {
        failures++;
        failedInARow = 0; // it is not away
        boolean isHalved = bundle.spans.size() > 1 && refusals.isOfContent(why) && refusedInARow < MOST_HALVED;
        refusedInARow++;
        if (isHalved) {
            int half = bundle.spans.size() / 2;
            waiting.addFirst(bundle.part(half, bundle.spans.size()));
            waiting.addFirst(bundle.part(0, half));
            return;
        }
        refused += gone(bundle);
        if (!isRefusing) {
            isRefusing = true;
            LOG.warn("spans are lost, because the receiver of {} refuses them: {}", receiver,
                    refusals.line(why));
        }
    }

    /** The fault is the bundle's or this process's, and not the receiver's: after so many tries the others have their turn. */
    private synchronized void unpacked(SpanBundle bundle, Throwable broken) throws InterruptedException {
        sending = null;
        failures++;
        failedInARow++;
        if (bundle.spans.isEmpty()) { // all of it was forgotten meanwhile
            notifyAll();
            return;
        }
        if (++bundle.tries < MOST_TRIES) {
            waiting.addFirst(bundle);
        } else {
            int lost = gone(bundle);
            refused += lost;
            LOG.warn("{} spans are lost, because they cannot be packed for the receiver of {}: {}", lost, receiver,
                    String.valueOf(broken.getMessage()));
        }
        notifyAll();
        pause(nextPause());
    }

    private long nextPause() {
        return Math.min(LONGEST_PAUSE_MILLIS, firstPauseMillis << Math.min(failedInARow - 1, 10));
    }

    private synchronized void pause(long millis) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; left > 0 && !closed; left = TimeUnit.NANOSECONDS
                .toMillis(until - System.nanoTime())) {
            wait(left);
        }
    }

    /** After so many tries it goes behind the others; if one of them is taken and this is not again, it is the bundle and not the receiver. */
    private void again(SpanBundle bundle) {
        if (bundle.spans.isEmpty()) { // all of it was forgotten meanwhile
            return;
        }
        if (++bundle.tries % MOST_TRIES != 0) {
            waiting.addFirst(bundle);
        } else if (failedInARow < bundle.tries) {
            refused += gone(bundle);
        } else {
            waiting.addLast(bundle);
        }
    }

    /** It waits no longer. */
    private int gone(SpanBundle bundle) {
        spans -= bundle.spans.size();
        return bundle.spans.size();
    }

    /** Null where it was taken. */
    private Throwable trySend(SpanBundle bundle) {
        List<SpanData> spans;
        synchronized (this) {
            spans = List.copyOf(bundle.spans);
        }
        CompletableResultCode result = exporter.export(spans);
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

    /** Waits for a moment until all is sent; what is not is lost and said. */
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
                LOG.warn("{} spans are lost, because the receiver of {} did not take them before the server ended",
                        spans, receiver);
            }
        }
        exporter.shutdown();
    }
}
