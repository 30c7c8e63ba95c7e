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

/**
 * Lets few requests ask the store at a time, so that collectors always find a processor and memory; the others wait in the
 * order they came, not many and not for long. Without it a dozen large answers at once exhausted the heap, and an
 * exhausted heap is fatal here: DuckDB's driver does not expect an allocation to fail and takes the JVM down. Any thread.
 */
public final class QueryGate implements AutoCloseable {
    /** How long closing waits for answers that are being written. */
    private static final long CLOSING_MILLIS = 5_000;

    private final Limits limits;
    private final Deque<Turn> line = new ArrayDeque<>();
    private final Set<Turn> inside = new HashSet<>();
    private final Map<String, Long> refused = new LinkedHashMap<>();
    private final ScheduledThreadPoolExecutor timer;
    private long answered;
    private boolean closed;

    public QueryGate(Limits limits) {
        this.limits = limits;
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

    /** A turn that has yet to enter; {@code onEnd} runs once on any thread when it is ended before its time. */
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
        if (inside.size() < limits.atOnce() && line.isEmpty()) {
            admit(turn);
        } else if (line.size() >= limits.waiting()) {
            throw busy("all " + limits.atOnce() + " places are taken and " + limits.waiting() + " requests wait");
        } else {
            turn.stage = Turn.Stage.WAITING;
            line.add(turn);
        }
    }

    /** Checks that the turn was admitted, and takes it out of the line when it was not. */
    synchronized void admitted(Turn turn) {
        if (turn.stage == Turn.Stage.WAITING) {
            leave(turn);
            throw busy("all " + limits.atOnce() + " places were taken for " + limits.patience().toMillis() + " ms");
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
            if (!line.isEmpty()) {
                admit(line.poll());
            }
            notifyAll();
        }
        turn.stage = Turn.Stage.LEFT;
    }

    private void admit(Turn turn) {
        turn.stage = Turn.Stage.ADMITTED;
        inside.add(turn);
        turn.call();
    }

    Future<?> within(Duration time, Runnable task) {
        return timer.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
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
    }
}
