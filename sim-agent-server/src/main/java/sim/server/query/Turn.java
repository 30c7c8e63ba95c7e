package sim.server.query;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * One request's turn to ask the store. The thread that answers the request enters and closes it; any other thread may end
 * it, which interrupts what the store is doing for it.
 */
public final class Turn implements AutoCloseable {
    /** Where the turn is in its life; guarded by the gate. */
    enum Stage {
        NEW,
        WAITING,
        ADMITTED,
        /** Its place is another's, while its client takes what was sent. */
        LENT,
        /** The client has taken it, and the place is not free again yet. */
        RETURNING,
        LEFT
    }

    /** A busy machine is as likely a reason as a long range. */
    private static final String CHEAPER = "ask again when the server has less to do, ask for less (one instance, one context, "
            + "a shorter range), or start the server with a longer --query-time";

    /** How long an answer that was ended may take to say so. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    Stage stage = Stage.NEW;
    /** Since when it waits for a place; guarded by the gate, as is the next. */
    long linedNanos;
    /** Since when it waits for its client to take what was sent; 0 where it does not. */
    long blockedNanos;
    /** Why it was ended while its place was lent; null if it was not. */
    TooDear cut;
    private final QueryGate gate;
    private final Runnable onEnd;
    private final CountDownLatch called = new CountDownLatch(1);
    private Future<?> deadline;
    /** What ends the request's connection, a moment after the turn was ended; guarded by this, as is whether it is over. */
    private Future<?> ending;
    private boolean over;
    /** What it may reserve, and what is left of it. Written by the thread that answers; the gate may read an older value. */
    private volatile long heap;
    private volatile long heapLeft;
    /** Guarded by this, as is the next. */
    private Runnable running;
    private RuntimeException ended;

    Turn(QueryGate gate, Runnable onEnd) {
        this.gate = gate;
        this.onEnd = onEnd;
        this.heap = gate.limits().heapBytes();
        this.heapLeft = heap;
    }

    /**
     * Waits until the request may ask.
     *
     * @throws TooBusy when too many wait already, or no other turn ended in time
     * @throws ClientGone when the client went away meanwhile
     */
    public void enter() throws InterruptedException {
        gate.line(this);
        called.await(gate.limits().patience().toNanos(), TimeUnit.NANOSECONDS);
        check();
        gate.admitted(this);
        deadline = gate.within(gate.limits().time(), () -> end(gate.tooDear("time",
                "it took more than " + gate.limits().time().toMillis() + " ms; " + CHEAPER)));
    }

    /** Called when it is this turn's time, or when it is pointless to wait on. */
    void call() {
        called.countDown();
    }

    /** Nobody reads the answer any more. */
    public void clientGone() {
        end(gate.gone());
    }

    /** What runs in the store is interrupted; whatever is asked next fails with the reason. */
    void end(RuntimeException reason) {
        end(reason, reason instanceof ClientGone);
    }

    /** The same where the client takes nothing, so that the answer cannot say so. */
    void endAtOnce(RuntimeException reason) {
        end(reason, true);
    }

    private void end(RuntimeException reason, boolean atOnce) {
        Runnable now;
        synchronized (this) {
            if (ended != null) {
                return;
            }
            ended = reason;
            now = running;
        }
        if (now != null) {
            now.run();
        }
        if (atOnce) {
            onEnd.run();
        } else {
            endSoon();
        }
        call();
    }

    /** The thread that answers ends the answer if it can; one that is blocked writing to its client cannot. */
    private synchronized void endSoon() {
        if (!over) {
            ending = gate.within(GRACE, onEnd);
        }
    }

    /** Notes how to interrupt what runs in the store now; null when nothing does. */
    synchronized void running(Runnable interrupt) {
        running = interrupt;
        if (interrupt != null) {
            check();
        }
    }

    /**
     * The first byte leaves: runs that as one step with the look whether the turn was ended, so that whoever ends it sees
     * what has begun, or what begins sees that it was ended.
     */
    public synchronized void begin(Runnable begins) {
        check();
        begins.run();
    }

    /**
     * Sends bytes to the client. Whoever reads slowly must not keep others from the store: while this waits for the client, the place may be lent to
     * another request.
     */
    public void send(Sending bytes) throws IOException {
        gate.sends(this);
        boolean isSent = false;
        try {
            bytes.send();
            isSent = true;
        } finally {
            gate.sent(this, isSent);
        }
    }

    /** Heap that it has reserved. */
    long reserved() {
        return heap - heapLeft;
    }

    /** The question is asked anew: nothing is kept of what was read. */
    public void again() {
        check();
        heapLeft = heap;
    }

    /** The answer is whole. */
    public void finished() {
        gate.finished();
    }

    /** Throws the reason when the turn was ended. */
    public synchronized void check() {
        if (ended != null) {
            throw ended;
        }
    }

    /** Reserves heap for what must be kept until all rows were read. One that needs more than its share waits for that of all places. */
    void reserve(long bytes) {
        long all = gate.limits().heapBytes() * gate.limits().atOnce();
        if (heapLeft < bytes && heap < all) {
            gate.takeAll(this);
            heapLeft += all - heap;
            heap = all;
        }
        heapLeft -= bytes;
        if (heapLeft < 0) {
            throw gate.tooDear("memory", "it needs more than " + (heap >> 20)
                    + " MB of the server's heap; name an instance, or start the server with more (-Xmx)");
        }
    }

    /** The store has not the memory for what was asked. */
    RuntimeException tooLarge() {
        return gate.tooDear("memory", "it needs more memory than the store may use; ask for a shorter range");
    }

    @Override
    public void close() {
        if (deadline != null) {
            deadline.cancel(false);
        }
        synchronized (this) {
            over = true;
            if (ending != null) {
                ending.cancel(false);
            }
        }
        gate.leave(this);
    }

    /** Sends bytes. */
    public interface Sending {
        void send() throws IOException;
    }
}
