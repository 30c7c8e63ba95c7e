package sim.server.query;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
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

    /** A place is lent once somebody has waited for so long, and its answer's client has taken nothing for so long. */
    private static final long LENDING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long BLOCKED_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    /** Requests whose places are lent. With more, the one whose place was lent first is ended. */
    private static final int MOST_LENT = 8;

    private final Limits limits;
    private final LongSupplier behindNanos;
    private final long anyhowNanos;
    private final Deque<Turn> line = new ArrayDeque<>();
    private final Set<Turn> inside = new HashSet<>();
    /** The one that has all places; null where none has. */
    private Turn whole;
    /** Those whose places are lent, in the order in which they were, until they have left: one that was ended has its heap until then. */
    private final Set<Turn> lent = new LinkedHashSet<>();
    /** Those of them that may go on, and wait for a place. */
    private final Deque<Turn> returning = new ArrayDeque<>();
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

    /** Requests that ask the store now, those included whose clients take the answer slowly. */
    public synchronized int active() {
        return inside.size() + lent.size() + returning.size();
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
            turn.linedNanos = System.nanoTime();
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
        } else if (turn.stage != Turn.Stage.NEW && turn.stage != Turn.Stage.LEFT) {
            inside.remove(turn);
            lent.remove(turn);
            returning.remove(turn);
            whole = whole == turn ? null : whole;
            next();
            notifyAll();
        }
        turn.stage = Turn.Stage.LEFT;
    }

    /**
     * Gives a turn all places, so that it may keep the heap of all of them: waits until the others have left. An application of a program that is woven
     * whole has more methods than one place's heap holds.
     *
     * @throws TooBusy when another has them, or waits for them
     */
    synchronized void takeAll(Turn turn) {
        if (whole != null) {
            throw busy("a large answer is asked for, and has all " + limits.atOnce() + " places");
        }
        whole = turn;
        while (inside.size() > 1) {
            turn.check();
            lend();
            try {
                wait(LOOK_AGAIN_MILLIS);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new TooBusy("the server is ending");
            }
        }
        turn.check();
    }

    /** A turn begins to send bytes to its client. */
    synchronized void sends(Turn turn) {
        turn.blockedNanos = System.nanoTime();
    }

    /** It has; waits until it has its place again if that was lent. */
    synchronized void sent(Turn turn, boolean goesOn) {
        turn.blockedNanos = 0;
        if (turn.stage != Turn.Stage.LENT || !goesOn) {
            return;
        }
        if (turn.cut != null) {
            throw turn.cut;
        }
        turn.stage = Turn.Stage.RETURNING;
        turn.linedNanos = System.nanoTime();
        lent.remove(turn);
        returning.add(turn);
        while (true) {
            turn.check();
            next();
            if (turn.stage != Turn.Stage.RETURNING) {
                return;
            }
            try {
                wait(LOOK_AGAIN_MILLIS);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                throw new TooBusy("the server is ending");
            }
        }
    }

    /** Lends the place of the answer whose client takes it most slowly, where others have waited for long. */
    private void lend() {
        long now = System.nanoTime();
        if (closed || isRoom() || !hasWaited(line.peek(), now) && !hasWaited(returning.peek(), now)
                && (whole == null || inside.size() == 1)) {
            return;
        }
        Turn slowest = null;
        for (Turn each : inside) {
            if (each.blockedNanos != 0 && now - each.blockedNanos >= BLOCKED_NANOS
                    && (slowest == null || each.blockedNanos - slowest.blockedNanos < 0)) {
                slowest = each;
            }
        }
        if (slowest == null) {
            return;
        }
        if (slowest == whole) { // it has more heap than may be lent
            if (now - slowest.blockedNanos >= LENDING_NANOS && slowest.cut == null) {
                end(slowest);
            }
            return;
        }
        makeRoom(slowest);
        if (lent.size() < MOST_LENT
                && slowest.reserved() + lent.stream().mapToLong(Turn::reserved).sum() <= limits.heapBytes()) {
            inside.remove(slowest);
            slowest.stage = Turn.Stage.LENT;
            lent.add(slowest);
        } // else once those that were ended have left
    }

    private static boolean hasWaited(Turn turn, long now) {
        return turn != null && now - turn.linedNanos >= LENDING_NANOS;
    }

    /** Ends turns whose places are lent until one more of them is not too many, and together they have reserved no more heap than one may. */
    private void makeRoom(Turn next) {
        List<Turn> stay = new ArrayList<>(lent);
        stay.removeIf(each -> each.cut != null);
        while (!stay.isEmpty()) {
            boolean isTooMuch = next.reserved() + stay.stream().mapToLong(Turn::reserved).sum() > limits.heapBytes();
            if (!isTooMuch && stay.size() < MOST_LENT) {
                return;
            }
            Turn ended = isTooMuch ? Collections.max(stay, Comparator.comparingLong(Turn::reserved)) : stay.get(0);
            stay.remove(ended);
            end(ended);
        }
    }

    private void end(Turn slow) {
        slow.cut = tooDear("time", "its client reads it too slowly while others wait for their turn");
        timer.execute(() -> slow.endAtOnce(slow.cut));
    }

    /** Whether one more may enter, or come back. */
    private boolean isRoom() {
        return inside.size() < (whole == null ? limits.atOnce() : 1);
    }

    private boolean mayEnter() {
        return isRoom() && (behindNanos.getAsLong() < BEHIND_NANOS
                || System.nanoTime() - admittedNanos >= anyhowNanos);
    }

    /** Admits who may enter. Nobody tells when collectors have stopped waiting, or that a client reads nothing: it looks again while anybody waits. */
    private void next() {
        lend();
        while (!returning.isEmpty() && isRoom()) {
            Turn back = returning.poll();
            back.stage = Turn.Stage.ADMITTED;
            inside.add(back);
            notifyAll();
        }
        while (!line.isEmpty() && mayEnter()) {
            admit(line.poll());
        }
        if (!line.isEmpty() && !looksAgain && !closed) {
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

    /** Runs something later, if it is not cancelled before. */
    public Future<?> within(Duration time, Runnable task) {
        try {
            return timer.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) { // the server ends, and so do its connections
            return CompletableFuture.completedFuture(null);
        }
    }

    private String taken() {
        return isRoom()
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
            all.addAll(lent);
            all.addAll(returning);
            all.addAll(line);
        }
        all.forEach(turn -> turn.end(new TooBusy("the server is ending")));
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSING_MILLIS);
        synchronized (this) {
            while (active() > 0 && System.nanoTime() < end) {
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
     * @param time from its turn until its answer is whole, or until the last byte of one that leaves while it is read
     * @param heapBytes heap for what one request has to keep while it reads; one that needs more takes all places
     */
    public record Limits(int atOnce, int waiting, Duration patience, Duration time, long heapBytes) {
        /**
         * Two at a time, which together keep at most a quarter of the heap, or one that takes both, and those whose places are lent an eighth:
         * half of it is the collectors'.
         */
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
