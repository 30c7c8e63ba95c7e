package sim.server.query;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import sim.server.store.Store;

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
        LEFT
    }

    Stage stage = Stage.NEW;
    private final QueryGate gate;
    private final Runnable onEnd;
    private final CountDownLatch called = new CountDownLatch(1);
    private Future<?> deadline;
    private long heapLeft;
    /** Guarded by this, as is the next. */
    private Statement running;
    private RuntimeException ended;

    Turn(QueryGate gate, Runnable onEnd) {
        this.gate = gate;
        this.onEnd = onEnd;
        this.heapLeft = gate.limits().heapBytes();
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
                "it took more than " + gate.limits().time().toMillis() + " ms; ask for a shorter range")));
    }

    /** Asks within the turn: all of it sees one state of the store. */
    public <T> T ask(Store store, Ask<Queries, T> ask) {
        return askRaw(store, question -> ask.of(new Queries(question)));
    }

    <T> T askRaw(Store store, Ask<Question, T> ask) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            try {
                return ask.of(new Question(connection, this));
            } finally {
                connection.rollback();
            }
        });
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
        Statement now;
        synchronized (this) {
            if (ended != null) {
                return;
            }
            ended = reason;
            now = running;
        }
        interrupt(now);
        onEnd.run();
        call();
    }

    private static void interrupt(Statement statement) {
        try {
            if (statement != null) {
                statement.cancel();
            }
        } catch (SQLException closed) {
            // then it has just finished
        }
    }

    /** Notes what runs in the store now, or null when nothing does. */
    synchronized void running(Statement statement) {
        running = statement;
        if (statement != null) {
            check();
        }
    }

    /** Throws the reason when the turn was ended. */
    synchronized void check() {
        if (ended != null) {
            throw ended;
        }
    }

    /** Reserves heap for what must be kept until all rows were read. */
    void reserve(long bytes) {
        heapLeft -= bytes;
        if (heapLeft < 0) {
            throw gate.tooDear("memory", "it needs more than " + (gate.limits().heapBytes() >> 20)
                    + " MB of the server's heap; name an instance, or start the server with more (-Xmx)");
        }
    }

    /** What DuckDB means by being out of memory. */
    RuntimeException tooLarge() {
        return gate.tooDear("memory", "it needs more memory than the store may use; ask for a shorter range");
    }

    /** What is asked in a turn. */
    public interface Ask<S, T> {
        T of(S asked) throws SQLException;
    }

    @Override
    public void close() {
        if (deadline != null) {
            deadline.cancel(false);
        }
        gate.leave(this);
    }
}
