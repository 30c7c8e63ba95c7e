package sim.store;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.store.loop.Loop;

/**
 * Stores the batches of peers, on a thread of its own: it takes the waiting batches, writes all of them in one transaction, and
 * answers the peers once it is committed. A commit takes about as long for one batch as for a hundred.
 *
 * <p> A group that fails is halved until the failing batch stands alone; that batch is quarantined. If the disk or the database
 * fails, the committer tells all peers, and tries every second until it works again, with or without batches.
 */
final class Committer {
    private static final Logger LOG = LoggerFactory.getLogger(Committer.class);
    /** Wakes the thread, so that it sees that it is to end. */
    private static final Task END = new Task("", null, null, 0);
    private static final long TRY_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** How long the committer retries a group that does not fit into memory, in ever smaller parts. A query may hold all of the memory meanwhile. */
    private static final long MEMORY_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long MEMORY_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MOST_TASKS = 1_000;
    /** Rows of a transaction, more or less: they stay in memory until it is committed. */
    private static final long MOST_WEIGHT = 500_000;
    /** What a checkpoint writes at a time, while which nothing is stored. */
    private static final long CHECKPOINT_BYTES = 64L << 20;
    /** Where the disk is nearly full. */
    private static final long LEAST_CHECKPOINT_BYTES = 4L << 20;

    private final Database database;
    private final Instances instances;
    private final Quarantine quarantine;
    private final LastBatch lastBatch;
    private final Figures figures;
    private final Room room;
    private final Places places = new Places();
    private final PayloadTexts texts = new PayloadTexts();
    private final ErrorTypes types = new ErrorTypes();
    private final SummedNames names = new SummedNames();
    private final BlockingQueue<Task> queue = new LinkedBlockingQueue<>();
    /** Second batches of an instance, which wait for the next group. */
    private final Deque<Task> next = new LinkedList<>(); // one that fails to grow loses none
    /** What is being stored, each of another instance. */
    private final List<Task> group = new ArrayList<>(MOST_TASKS);
    private final Set<String> having = new HashSet<>();
    private long weight;
    /** On its way from the queue into the group. */
    private Task taken;
    /** The group's first, while it is being stored; read by any thread. */
    private volatile Task first;
    /** The answer to the peers of a round that failed; made before memory is short. */
    private final StoreException lost;
    /** True if it is not known what is stored: the last group failed after its COMMIT was executed, or the database was opened again. */
    private boolean isUnsure;
    private final Loop loop;
    private volatile boolean closing;
    private long memoryUntil;
    private long triedNanos = System.nanoTime() - TRY_EVERY_NANOS;
    /** When it was looked at last how much of the disk is free. */
    private long lookedNanos = System.nanoTime() - TRY_EVERY_NANOS;
    private long checkpointNanos = System.nanoTime() - TRY_EVERY_NANOS;

    Committer(Database database, Instances instances, Quarantine quarantine, LastBatch lastBatch, Figures figures) {
        this.lastBatch = lastBatch;
        this.database = database;
        this.instances = instances;
        this.quarantine = quarantine;
        this.figures = figures;
        room = new Room(() -> database.free().orElse(0), System::nanoTime);
        lost = new StoreException(
                "the store " + database.file + " failed at it, its log says why; it will be sent again", null);
        loop = new Loop("sim-store", this::goesOn, this::round, this::failed);
    }

    /** Waits until the task is done, on the caller's thread; returns the answer. */
    Object await(Task task) {
        enqueue(task);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.await();
                } catch (InterruptedException later) {
                    interrupted = true; // it may be committed: the answer must be known
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Nothing comes behind the end: nobody would answer it. */
    private synchronized void enqueue(Task task) {
        if (closing) {
            throw closed();
        }
        queue.add(task);
    }

    private synchronized void end() {
        closing = true;
        queue.add(END);
    }

    int waiting() {
        return queue.size();
    }

    /** How long the oldest waiting task has waited, in ns; 0 if none waits. Any thread. */
    long behindNanos() {
        Task oldest = first;
        if (oldest == null) {
            oldest = queue.peek();
        }
        return oldest == null || oldest == END ? 0 : System.nanoTime() - oldest.receivedNanos;
    }

    private boolean goesOn() {
        return !closing || !queue.isEmpty() || !next.isEmpty();
    }

    private void round() throws InterruptedException {
        try {
            collect();
            if (!group.isEmpty()) {
                first = group.get(0);
                store(group);
                first = null;
            }
            boolean isThere = database.isThere(); // each second, though nothing comes
            if ((!figures.canStore() || database.isInvalid()) && isTime(triedNanos)) {
                if (!isThere && figures.failed(database.gone().getMessage())) {
                    LOG.error(database.gone().getMessage());
                }
                recover();
            } else if (isThere && isTime(lookedNanos)) {
                lookedNanos = System.nanoTime();
                if (database.free().orElse(1) == 0) { // else nobody knows before a batch fails at it
                    recover();
                }
            }
            checkpoint();
        } catch (Throwable failure) {
            answerAll();
            throw failure;
        } finally {
            first = null;
            taken = null;
            group.clear();
        }
    }

    /** Answers the peers of a round that failed, because each waits without a limit; they send again. */
    private void answerAll() {
        boolean all = true;
        if (taken != null && !taken.isDone()) {
            taken.refuse(lost);
            all = false;
        }
        for (int i = 0; i < group.size(); i++) {
            if (!group.get(i).isDone()) {
                group.get(i).refuse(lost);
                all = false;
            }
        }
        if (!all) {
            figures.failed(lost.getMessage());
        }
    }

    private void failed(Throwable failure) {
        figures.failed(Failures.line(failure));
        LOG.warn("the store continues after {}", Failures.line(failure));
    }

    /**
     * Fills the group, first with the tasks that waited for it, then with those from the queue. A task is in {@link #taken} before anything can fail,
     * so none is lost.
     */
    private void collect() throws InterruptedException {
        having.clear();
        weight = 0;
        int waiting = next.size();
        for (; waiting > 0 && !isFull(); waiting--) {
            taken = next.poll();
            take();
        }
        if (waiting > 0) {
            return;
        }
        taken = group.isEmpty() ? queue.poll(closing ? 0 : 1_000, TimeUnit.MILLISECONDS) : queue.poll();
        while (taken != null) {
            take();
            taken = isFull() ? null : queue.poll();
        }
    }

    private void take() {
        if (taken == END) {
            return;
        }
        if (taken.batch != null && !having.add(taken.instance)) {
            next.add(taken);
        } else {
            group.add(taken);
            weight += taken.weight();
        }
    }

    private boolean isFull() {
        return group.size() == MOST_TASKS || weight >= MOST_WEIGHT;
    }

    private void store(List<Task> tasks) {
        memoryUntil = System.nanoTime() + MEMORY_NANOS;
        tryToStore(tasks);
    }

    private void tryToStore(List<Task> tasks) {
        try {
            if (database.isInvalid() && isTime(triedNanos)) {
                recover();
            }
            if (database.isInvalid()) {
                throw database.isThere()
                        ? new StoreException("the store " + database.file + " failed and is being opened again", null)
                        : database.gone();
            }
            commit(tasks);
        } catch (Throwable failure) {
            figures.failed();
            if (Failures.isOfMemory(failure) && System.nanoTime() - memoryUntil < 0) {
                LockSupport.parkNanos(MEMORY_PAUSE_NANOS);
                inHalves(tasks);
                return;
            }
            boolean blameless = failure instanceof StoreException || Failures.isOfTheEnvironment(failure);
            if (!blameless && database.isInvalid()) { // a batch that does so every time must not end it for all
                blameless = !recover();
            }
            if (!blameless && tasks.size() > 1) {
                inHalves(tasks);
            } else if (!blameless && tasks.get(0).batch != null && !tasks.get(0).hopeless && trial()) {
                Task poison = tasks.get(0);
                poison.hopeless = poison.poison != null;
                poison.poison = Failures.line(failure);
                tryToStore(tasks);
            } else {
                refuse(tasks, failure);
            }
        }
    }

    /** A single one is tried as it is. */
    private void inHalves(List<Task> tasks) {
        int middle = tasks.size() / 2;
        if (middle > 0) {
            tryToStore(tasks.subList(0, middle));
        }
        tryToStore(tasks.subList(middle, tasks.size()));
    }

    private void commit(List<Task> tasks) throws SQLException {
        database.writing.lock();
        try {
            makeSure();
            long begin = System.nanoTime();
            Group group = new Group(instances, quarantine, places, texts, types, names,
                    database.head, database.writer());
            database.inTransaction(connection -> {
                try {
                    group.write(tasks);
                    isUnsure = true;
                    return null;
                } catch (IOException noQuarantine) {
                    throw new SQLException("IO Error: a batch cannot be quarantined: " + noQuarantine.getMessage(),
                            noQuarantine);
                }
            });
            if (!database.hasCommitted(group.lastBatch() > instances.lastBatch)) { // the log was removed: the group counts as stored only once the log is saved
                throw database.gone();
            }
            figures.committed(group, System.nanoTime() - begin);
            lastBatch.write(group.lastBatch());
            group.committed();
            isUnsure = false;
            database.head.wrote(tasks.stream().mapToLong(Task::weight).sum());
        } catch (Throwable failure) {
            forgetDictionaries();
            throw failure;
        } finally {
            database.writing.unlock();
        }
        long now = System.nanoTime();
        tasks.forEach(task -> figures.waited(now - task.receivedNanos));
        if (!room.isMissed()) { // else the next one may find none again: recover() looks
            works();
        }
    }

    /**
     * A group that failed after its COMMIT may be stored, although its peers were told that it is not. They send it again, so the store has to know
     * by then what it has. Of what was acknowledged some is lost if a log was cut while the database failed. The caller holds {@code writing}.
     */
    private void makeSure() {
        if (!isUnsure) {
            return;
        }
        try {
            instances.load(database.writer());
            LastBatch.tell(instances.missing(0), database.file, figures);
            forgetDictionaries();
            isUnsure = false;
        } catch (SQLException failure) { // no batch is to blame
            throw new StoreException("the store " + database.file + " cannot be read: " + Failures.line(failure),
                    failure);
        }
    }

    /** Forgets the dictionaries in memory, which may differ from the stored ones now. The caller holds {@code writing}. */
    void forgetDictionaries() {
        places.forget();
        texts.forget();
        types.forget();
        names.forget();
    }

    private void refuse(List<Task> tasks, Throwable failure) {
        cannot(failure);
        StoreException said = failure instanceof StoreException already
                ? already
                : new StoreException("the store " + database.file + " cannot be written: " + Failures.line(failure)
                        + "; is the disk full?", failure);
        tasks.forEach(task -> task.refuse(said));
    }

    /** Says it in the log once. */
    private void cannot(Throwable failure) {
        boolean isOfRoom = Failures.isOfRoom(failure);
        if (isOfRoom) {
            room.missed();
        }
        boolean saysItself = failure instanceof StoreException; // such as of a store that was removed
        String line = isOfRoom && !saysItself
                ? Failures.full(database.file, database.free(), failure)
                : Failures.line(failure);
        if (figures.failed(line)) {
            LOG.error("the store {} cannot be written: {}; nothing is acknowledged until it can be{}", database.file,
                    line, isOfRoom || saysItself ? "" : ". Is the disk full?");
        }
    }

    /** Upkeep found no room. What it took meanwhile is free again, and does not mean that there is some. */
    void foundNoRoom() {
        if (room.isMissed()) {
            room.missed();
        }
    }

    private void works() {
        if (figures.works()) {
            LOG.info("the store {} can be written again", database.file);
        }
    }

    /** Opens the database again if it must be, and tries whether it can be written. */
    private boolean recover() {
        triedNanos = System.nanoTime();
        try {
            if (!database.isThere() && !database.save()) {
                return false;
            }
            if (database.isInvalid()) {
                isUnsure = true;
                boolean isOfRoom = database.hasFoundNoRoom();
                database.reopen();
                if (isOfRoom) { // the next checkpoint would fail as well, whatever the file has given back
                    cannot(new SQLException("No space left for a checkpoint"));
                }
                database.writing.lock();
                try {
                    makeSure();
                } finally {
                    database.writing.unlock();
                }
                figures.reopened();
            }
            if (database.hasRoom() && trial() && room.isBack()) {
                room.found();
                works();
                return true;
            }
            return false;
        } catch (Throwable failure) { // an Error as well: it is tried again
            cannot(failure);
            return false;
        }
    }

    /** Whether the database can be written. */
    private boolean trial() {
        try {
            database.inTransaction(connection -> database.update("UPDATE store SET tried_micros = ?",
                    System.currentTimeMillis() * 1_000));
            return true;
        } catch (Throwable failure) {
            cannot(failure); // else it is in no log: the store cannot store already where the batch is refused
            return false;
        }
    }

    /**
     * Moves the log into the file when it is long enough. A checkpoint that runs out of disk would invalidate the database, so it needs twice the
     * log's length in free space; and if less than four times is free, it comes early, while there is still room.
     */
    private void checkpoint() {
        long log = database.logBytes();
        if (log < LEAST_CHECKPOINT_BYTES || !isTime(checkpointNanos) || database.isInvalid()) {
            return;
        }
        long free = database.free().orElse(Long.MAX_VALUE);
        if (free > 2 * log && (log >= CHECKPOINT_BYTES || free < 4 * log)) {
            database.checkpoint();
            checkpointNanos = System.nanoTime();
        }
    }

    private static boolean isTime(long lastNanos) {
        return System.nanoTime() - lastNanos >= TRY_EVERY_NANOS;
    }

    private StoreException closed() {
        return new StoreException("the store " + database.file + " is closed", null);
    }

    /** Ends once everything that waits is stored. */
    void close() {
        end();
        try {
            loop.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
