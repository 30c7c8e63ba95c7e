package sim.server.query;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets few requests ask the store at a time, so that collectors always find a processor and memory; the others wait in the
 * order they came, not many and not for long. While collectors wait for the store hardly any request enters. Without it a dozen large answers at once exhausted the heap, and an
 * exhausted heap is fatal here: DuckDB's driver does not expect an allocation to fail and takes the JVM down. Any thread.
 */
public final class QueryGate implements AutoCloseable {
    /** How long closing waits for answers that are being written. */
    private static final long CLOSING_MILLIS = 5_000;

    /** Collectors that wait this long go before requests. A commit beside two requests takes a fifth of it. */
    private static final long BEHIND_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** However long collectors wait, a request enters from time to time, so that a reader can see why. */
    private static final Duration ANYHOW = Duration.ofSeconds(1);
    private static final long LOOK_AGAIN_MILLIS = 50;

    private final Limits limits;
    private final LongSupplier behindNanos;
    private final long anyhowNanos;
    private final Deque<Turn> line = new ArrayDeque<>();
    private final Set<Turn> inside = new HashSet<>();
    private final Map<String, Long> refused = new LinkedHashMap<>();
    private final ScheduledThreadPoolExecutor timer;
    private long answered;
    private long admittedNanos;
    private boolean looksAgain;
    private boolean closed;

    /** @param behindNanos how long collectors wait for the store */
    public QueryGate(Limits limits, LongSupplier behindNanos) {
        this(limits, behindNanos, ANYHOW);
    }

    /** @param anyhow after which a request enters whatever waits */
    QueryGate(Limits limits, LongSupplier behindNanos, Duration anyhow) {
        this.limits = limits;
        this.behindNanos = behindNanos;
        this.anyhowNanos = anyhow.toNanos();
        this.admittedNanos = System.nanoTime() - anyhowNanos;
        this.timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "sim-query-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        for (String kind : new String[]{"busy", "time", "memory", "gone"}) {
            refused.put(kind, 0L);
        }
    }

    /** A turn that has yet to enter; {@code onEnd} runs once on any thread when it is ended before its time: a moment later, unless its client has gone. */
    public Turn turn(Runnable onEnd) {
        return new Turn(this, onEnd);
    }

    public Limits limits() {
        return limits;
    }

    /** Requests that ask the store now. */
    public synchronized int active() {
        return inside.size();
    }

    /** Requests that wait for their turn. */
    public synchronized int waiting() {
        return line.size();
    }

    /** Requests whose answer is whole. */
    public synchronized long answered() {
        return answered;
    }

    /** Turns that did not, by reason: {@code busy}, {@code time}, {@code memory}, and {@code gone} for the client. */
    public synchronized Map<String, Long> refused() {
        return new LinkedHashMap<>(refused);
    }

    synchronized void line(Turn turn) {
        if (closed) {
            throw new TooBusy("the server is ending");
        }
        if (line.isEmpty() && mayEnter()) {
            admit(turn);
        } else if (line.size() >= limits.waiting()) {
            throw busy(taken() + " and " + limits.waiting() + " requests wait");
        } else {
            turn.stage = Turn.Stage.WAITING;
            line.add(turn);
            next();
        }
    }

    /** Checks that the turn was admitted, and takes it out of the line when it was not. */
    synchronized void admitted(Turn turn) {
        if (turn.stage == Turn.Stage.WAITING) {
            leave(turn);
            throw busy(taken() + ", for " + limits.patience().toMillis() + " ms now");
        }
    }

    synchronized void finished() {
        answered++;
    }

    synchronized void leave(Turn turn) {
        if (turn.stage == Turn.Stage.WAITING) {
            line.remove(turn);
        } else if (turn.stage == Turn.Stage.ADMITTED) {
            inside.remove(turn);
            next();
            notifyAll();
        }
        turn.stage = Turn.Stage.LEFT;
    }

    private boolean mayEnter() {
        return inside.size() < limits.atOnce() && (behindNanos.getAsLong() < BEHIND_NANOS
                || System.nanoTime() - admittedNanos >= anyhowNanos);
    }

    /** Admits who may enter. Nobody tells when collectors have stopped waiting: it looks again for as long as they do. */
    private void next() {
        while (!line.isEmpty() && mayEnter()) {
            admit(line.poll());
        }
        if (!line.isEmpty() && inside.size() < limits.atOnce() && !looksAgain && !closed) {
            looksAgain = true;
            timer.schedule(this::lookAgain, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized void lookAgain() {
        looksAgain = false;
        next();
    }

    private void admit(Turn turn) {
        turn.stage = Turn.Stage.ADMITTED;
        admittedNanos = System.nanoTime();
        inside.add(turn);
        turn.call();
    }

    Future<?> within(Duration time, Runnable task) {
        return timer.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private String taken() {
        return inside.size() < limits.atOnce()
                ? "collectors wait for the store and go first"
                : "all " + limits.atOnce() + " places are taken";
    }

    private TooBusy busy(String why) {
        count("busy");
        return new TooBusy(why);
    }

    TooDear tooDear(String bound, String why) {
        count(bound);
        return new TooDear(bound, why);
    }

    ClientGone gone() {
        count("gone");
        return new ClientGone();
    }

    private synchronized void count(String kind) {
        refused.merge(kind, 1L, Long::sum);
    }

    /** Ends all turns and waits until the store is left alone; it may be closed then. */
    @Override
    public void close() {
        Set<Turn> all;
        synchronized (this) {
            closed = true;
            all = new HashSet<>(inside);
            all.addAll(line);
        }
        all.forEach(turn -> turn.end(new TooBusy("the server is ending")));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSING_MILLIS);
        synchronized (this) {
            while (!inside.isEmpty() && System.nanoTime() < end) {
                try {
                    wait(50);
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                    break;
                }
            }
        }
        timer.shutdownNow();
    }

    /**
     * What requests may take.
     *
     * @param atOnce requests that ask the store at a time
     * @param waiting requests that wait for their turn
     * @param patience how long one waits
     * @param time from its turn to the last byte of its answer
     * @param heapBytes heap for what one request has to keep while it reads
     */
    public record Limits(int atOnce, int waiting, Duration patience, Duration time, long heapBytes) {
        /** Two at a time, which together keep at most a quarter of the heap: half of it is the collectors'. */
        public static Limits standard() {
            return new Limits(2, 64, Duration.ofSeconds(5), Duration.ofSeconds(20),
                    Runtime.getRuntime().maxMemory() / 8);
        }

        /**
         * Of readers: whoever waits does so for longer than an answer takes. Who asks again goes to the end of the line, so that with less patience a page
         * behind long questions would lose each time.
         */
        public static Limits ofReaders() {
            return ofReaders(standard().time);
        }

        /** The same with another time for an answer. */
        public static Limits ofReaders(Duration time) {
            Limits all = standard();
            return new Limits(all.atOnce, all.waiting, time.plus(all.patience), time, all.heapBytes);
        }
    }
}
