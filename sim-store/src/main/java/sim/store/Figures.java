package sim.store;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The store's own measures, counted by the committer and read by any thread. */
class Figures {
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private long batches;
    private long already;
    private long unknown;
    private long quarantined;
    private long commits;
    private long failures;
    private long reopenings;
    private long commitNanos;
    private long minute = System.nanoTime();
    private long longestWait;
    private long longestWaitBefore;
    private boolean canStore = true;
    /** Why the store cannot store; null while it can. */
    private String failure;
    /** What went wrong although it could; null for nothing. */
    private String noted;
    /** What became of segments that are not the database's; null where there were none. */
    private String aside;
    /** Why the last round of upkeep was not completed, or left the store too large; null if neither. */
    private String untidy;
    private long sinceMicros = System.currentTimeMillis() * 1_000;

    /** A group is committed; its answers follow. */
    synchronized void committed(Group group, long nanos) {
        batches += group.count(Appended.STORED);
        already += group.count(Appended.ALREADY) + group.count(Appended.QUARANTINED_ALREADY);
        unknown += group.count(Appended.UNKNOWN_INSTANCE);
        quarantined += group.count(Appended.QUARANTINED);
        commits++;
        commitNanos += nanos;
    }

    synchronized void waited(long nanos) {
        turn();
        longestWait = Math.max(longestWait, nanos);
    }

    private void turn() {
        long now = System.nanoTime();
        if (now - minute >= MINUTE) {
            longestWaitBefore = now - minute >= 2 * MINUTE ? 0 : longestWait;
            longestWait = 0;
            minute = now;
        }
    }

    /** A transaction was rolled back. */
    synchronized void failed() {
        failures++;
    }

    synchronized void reopened() {
        reopenings++;
    }

    /** The store cannot store; returns whether it could before. */
    synchronized boolean failed(String error) {
        failure = error;
        boolean could = canStore;
        if (could) {
            canStore = false;
            sinceMicros = System.currentTimeMillis() * 1_000;
        }
        return could;
    }

    /** Says what went wrong, where the store stores all the same. */
    synchronized void noted(String error) {
        noted = error;
    }

    /** Says which segments the start found that are not the database's. */
    synchronized void aside(String said) {
        aside = said;
    }

    /** Says why upkeep fails, or leaves the store too large, or null if neither: the store stores all the same, until its disk is full. */
    synchronized void untidy(String why) {
        untidy = why;
    }

    /** The store stores; returns whether it could not before. */
    synchronized boolean works() {
        boolean could = canStore;
        failure = null;
        if (!could) {
            canStore = true;
            sinceMicros = System.currentTimeMillis() * 1_000;
        }
        return !could;
    }

    synchronized boolean canStore() {
        return canStore;
    }

    synchronized StoreHealth health() {
        String besides = Stream.of(untidy, noted, aside).filter(Objects::nonNull)
                .reduce((one, other) -> one + "; " + other).orElse(null);
        return new StoreHealth(canStore, failure == null ? besides : failure, sinceMicros);
    }

    synchronized StoreFigures figures(Quarantine quarantine, int waiting) {
        turn();
        return new StoreFigures(batches, already, unknown, quarantined, quarantine.files(), quarantine.bytes(),
                quarantine.removed(), commits, failures, reopenings, waiting, commitNanos,
                Math.max(longestWait, longestWaitBefore));
    }
}
