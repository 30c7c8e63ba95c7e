package sim.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps the store small and quick to ask: full slots become segments, segments are rolled up and merged, the old ones go.
 * One thread at a time.
 */
final class Upkeep {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    /** A segment has at most such a part of what the store may take. */
    private static final int PARTS = 16;
    /** Passes of a search by a value. A program that writes the value all the time must not keep the upkeep from its work. */
    private static final int MOST_PASSES = 5;
    private static final long CHECK_NANOS = TimeUnit.MINUTES.toNanos(10);
    /** Of segments, compared with their checksums in each round: 65 GB in half a day, at a hundredth of a core. */
    private static final long COMPARED_BYTES = 16L << 20;
    /** A question that failed compares segments for so long while others wait for its place, a round those that were set aside. */
    private static final long COMPARING_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** So long nothing is compared for a failure that does not tell of a file: it has another cause, and others may have it too. */
    private static final long IN_VAIN_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** How far the noted time may be behind: much less than the downtime after which a server doubts its clock. */
    private static final long NOTE_MICROS = TimeUnit.MINUTES.toMicros(1);

    private final Database database;
    private final SegmentFiles files;
    private final Rollups rollups;
    private final Damage damage;
    private final Merging merging;
    private final Ageing ageing;
    private final Closing closing;
    private final Ladder ladder;
    private final Forgetting forgetting;
    private final Progress progress = new Progress();
    private final Returned returned;
    private volatile boolean suspects;
    private final Object suspecting = new Object();
    /** When questions failed last and what they read was sound; guarded by {@code suspecting}. */
    private long inVainNanos = System.nanoTime() - IN_VAIN_NANOS;
    /** The segment that was compared last. */
    private String compared = "";
    private boolean checked;
    private long checkedNanos;
    private String over;
    private TrustedClock.Noted noted = new TrustedClock.Noted(0, -1);

    /** @param told hears in one line which segments were not the database's */
    Upkeep(Database database, Instances instances, Ladder ladder, Consumer<String> told) throws SQLException {
        this.database = database;
        this.ladder = ladder;
        files = new SegmentFiles(database, ladder, told);
        rollups = new Rollups(database, files, ladder, progress);
        damage = rollups.damage;
        merging = new Merging(rollups, files, ladder, progress);
        ageing = new Ageing(database, instances, rollups, new NotableContexts(files, ladder), ladder,
                progress);
        closing = new Closing(database, rollups, ageing, ladder);
        forgetting = new Forgetting(database, files, rollups, progress);
        returned = new Returned(files.folder);
        files.numberFrom(database.query(c -> Database.number(c, "SELECT last_file FROM store")));
        String aside = files.removeUnnamed();
        if (aside != null) {
            told.accept(aside);
        }
        progress.rests(manifest());
    }

    /** Waits for nothing. */
    StoreProgress progress() {
        return progress.told(database.clock.isInDoubt());
    }

    Inspection inspection() {
        return new Inspection(database, files, ladder);
    }

    private Manifest manifest() throws SQLException {
        return database.query(database::manifest);
    }

    /**
     * One round.
     *
     * @param sealNow whether the slot that collects becomes segments, full or not
     * @return the rows removed, or {@link Store#NOT_DONE}
     */
    synchronized long round(Keep keep, long maxBytes, boolean sealNow) throws SQLException {
        return round(keep, maxBytes, sealNow, true);
    }

    /** Makes of all there is what a server with these options would, and removes nothing: that server does. */
    synchronized void compact(Keep keep, long maxBytes) throws SQLException {
        round(keep, maxBytes, true, false);
    }

    private long round(Keep keep, long maxBytes, boolean sealNow, boolean removes) throws SQLException {
        if (database.isInvalid()) {
            return Store.NOT_DONE; // the committer opens it again
        }
        progress.begin();
        try {
            long removed = run(keep, maxBytes, sealNow, removes);
            if (database.isInvalid()) {
                return Store.NOT_DONE; // from where it failed on nothing was run
            }
            progress.completed();
            return removed;
        } finally {
            if (!database.isInvalid()) {
                progress.rests(manifest());
            }
        }
    }

    private long run(Keep keep, long maxBytes, boolean sealNow, boolean removes) throws SQLException {
        long now = database.clock.now();
        // a segment goes whole, so none may be a large part of what the store may take
        long large = maxBytes / PARTS;
        rollups.bound(large);
        AtomicLong removed = new AtomicLong();
        long over = database.clock.over();
        Parts parts = new Parts(database);
        parts.run("comparing the manifest", files::committed);
        parts.run("looking for segments", files::tellAway);
        parts.run("noting the time", () -> noteTime(false));
        parts.run("checking segments", this::takeBack);
        parts.run("checking segments", this::checkSuspects);
        parts.run("checking segments", this::checkSome);
        parts.run("closing the slot", () -> closing.close(now, sealNow || closing.isLarger(large)));
        parts.run("sealing", closing::seal);
        parts.run("rolling up", () -> rollups.rollUp(over));
        parts.run("merging", () -> merging.merge(over, large, keep));
        if (removes) {
            parts.run("ageing", () -> removed.addAndGet(ageing.age(keep, now)));
            parts.run("keeping to --max-size", () -> removed.addAndGet(shrink(parts, keep, maxBytes, now)));
            parts.run("keeping to --max-size", () -> tellOver(maxBytes));
        }
        parts.run("sweeping", this::sweep);
        try {
            parts.tell();
        } catch (SQLException failure) {
            suspects |= Failures.isOfASegment(failure); // a roll-up stumbles over a damaged one as a question does
            throw failure;
        }
        return removed.get();
    }

    private long shrink(Parts parts, Keep keep, long maxBytes, long now) throws SQLException {
        long most = maxBytes - maxBytes / 8; // the file keeps free blocks, and the log grows until the next round
        if (ageing.usedBytes() <= most) {
            return 0;
        }
        long large = maxBytes / PARTS;
        parts.run("closing the slot", () -> closing.close(now, closing.isLarger(large)));
        parts.run("sealing", closing::seal);
        // else what was sealed counts twice, and live rows would go for what a checkpoint gives back
        boolean isGivenBack = database.hasRoomForCheckpoint() && database.checkpointBehindQuestions();
        closing.noteGivenBack();
        long head = isGivenBack ? ageing.headBytes() : 0;
        // a head that is too large is no smaller without segments
        return ageing.shrink(Math.max(most - head, large), keep, now);
    }

    /**
     * Removes files that are in use no longer, behind a checkpoint: else a start without the log needs them. Where the disk has no room for one they go
     * all the same, because they are what makes room; the log, which is on the disk, says that they are gone.
     */
    private void sweep() throws SQLException {
        if (!database.wantsCheckpoint() || !database.hasRoomForCheckpoint() || database.checkpoint()) {
            files.sweep();
        }
        closing.noteGivenBack();
    }

    /** Says that it is larger than it may be because of what was set aside, and that it no longer is. */
    private void tellOver(long maxBytes) throws SQLException {
        long aside = ageing.asideBytes();
        long used = aside == 0 ? 0 : ageing.usedBytes();
        String said = used > maxBytes && used - aside <= maxBytes
                ? "the store " + database.file + " takes " + used + " bytes, more than --max-size, because " + aside
                        + " bytes of segments are set aside; nothing of the newest hour goes for them: see that they can be read, put sound "
                        + "copies in their place, or move them away"
                : null;
        if (said != null && over == null) {
            LOG.warn(said);
        } else if (said == null && over != null) {
            LOG.info("what is set aside of the store {} fits into --max-size again", database.file);
        }
        over = said;
    }

    /** Why it is larger than it may be though all is done; null where it is not. The thread of the rounds. */
    String over() {
        return over;
    }

    /** @param anyhow though little has passed since */
    private void noteTime(boolean anyhow) throws SQLException {
        TrustedClock.Noted now = database.clock.noted();
        if (anyhow || now.isInDoubt() != noted.isInDoubt() || Math.abs(now.micros() - noted.micros()) >= NOTE_MICROS) {
            database.inTransaction(connection -> database.update(
                    "UPDATE store SET trusted_micros = ?, doubted_micros = ?", now.micros(), now.doubtedMicros()));
            noted = now;
        }
    }

    /** Notes the time for the next start. */
    synchronized void close() {
        try {
            if (!database.isInvalid()) {
                noteTime(true);
            }
        } catch (SQLException | StoreException closing) {
            // what was noted before is a minute older
        }
    }

    /**
     * A question failed. If a segment that it read is damaged, that is set aside at once; where it is not known what it read, the next round looks
     * at all. Any thread, one at a time: the others find what it found.
     *
     * @return whether a segment that it read is set aside now
     */
    boolean suspect(SQLException failure) {
        boolean isOfASegment = Failures.isOfASegment(failure);
        suspects |= isOfASegment;
        List<Segment> read = failure instanceof Unanswered asked ? asked.read() : List.of();
        if (read.isEmpty() || Failures.isOfMemory(failure)) {
            return false;
        }
        synchronized (suspecting) {
            if (!isOfASegment && System.nanoTime() - inVainNanos < IN_VAIN_NANOS) {
                return false;
            }
            Map<String, String> wrong = damaged(read, failure);
            if (wrong.isEmpty()) {
                inVainNanos = System.nanoTime();
                return false;
            }
            try {
                damage.setAside(wrong);
                return true;
            } catch (SQLException | StoreException passing) {
                database.damaged.addAll(wrong.keySet()); // for when it is opened again
                return false;
            }
        }
    }

    /** Those that are wrong at sight, and those that the failure names first: to compare all with what was written takes long. */
    private Map<String, String> damaged(List<Segment> read, SQLException failure) {
        String said = String.valueOf(failure.getMessage());
        Map<String, String> wrong = SegmentCheck.damagedAtSight(files.folder, read);
        wrong.putAll(SegmentCheck.damaged(files.folder,
                read.stream().filter(each -> said.contains(each.file())).toList(), passing -> {}));
        if (!wrong.isEmpty()) {
            return wrong;
        }
        long begun = System.nanoTime();
        wrong = SegmentCheck.damaged(files.folder, read, passing -> {}, COMPARING_NANOS);
        suspects |= System.nanoTime() - begun >= COMPARING_NANOS; // some were not looked at
        return wrong;
    }

    /** Answers have again what was set aside and is sound. */
    private void takeBack() throws SQLException {
        takeBack(COMPARING_NANOS);
    }

    /** Before something is removed for good all are looked at, however long that takes: a sound one has rows of others. */
    private void takeBackAll() throws SQLException {
        returned.forget();
        takeBack(Long.MAX_VALUE);
    }

    private void takeBack(long patienceNanos) throws SQLException {
        Manifest manifest = manifest();
        if (!manifest.damaged.isEmpty()) {
            progress.doing("checking segments that were set aside");
            Map<String, String> changed = returned.look(manifest, patienceNanos);
            if (!changed.isEmpty()) {
                damage.setAside(changed);
            }
        }
    }

    /** Compares every segment with what was written, at most every few minutes: that reads all of them. */
    private void checkSuspects() throws SQLException {
        if (!suspects) {
            return;
        }
        Map<String, String> atSight = SegmentCheck.damagedAtSight(files.folder, manifest().segments);
        if (!atSight.isEmpty()) {
            damage.setAside(atSight);
        }
        if (checked && System.nanoTime() - checkedNanos < CHECK_NANOS) {
            return;
        }
        suspects = false;
        checked = true;
        checkedNanos = System.nanoTime();
        progress.doing("checking segments");
        damage.compare(manifest().segments);
    }

    /** Compares the next few segments with what was written, so that a damaged one is found before anybody asks. */
    private void checkSome() throws SQLException {
        List<Segment> all = manifest().segments.stream().sorted(Comparator.comparing(Segment::file)).toList();
        List<Segment> next = new ArrayList<>();
        long bytes = 0;
        for (Segment each : all) {
            if (each.file().compareTo(compared) > 0 && bytes < COMPARED_BYTES) {
                next.add(each);
                bytes += each.bytes();
            }
        }
        compared = next.isEmpty() || next.get(next.size() - 1) == all.get(all.size() - 1)
                ? "" // from the first one on again
                : next.get(next.size() - 1).file();
        damage.compare(next);
    }

    /** Removes an application for good. {@code then} is told in the transaction which instances go. */
    synchronized StoreProgress.Removal forget(String application, Consumer<List<String>> then) throws SQLException {
        List<Path> old = oldOf(application); // a file that cannot be read keeps all from being forgotten
        prepareToForget();
        damage.compare(manifest().segments.stream().filter(forgetting.mayHave(application)).toList());
        closing.close(database.clock.now(), true);
        List<String> unsealed = rollups.sealToForget();
        return forgotten(forgetting.application(application, then).and(unsealed), old);
    }

    /** What is away or set aside may have some of it. */
    private void prepareToForget() throws SQLException {
        files.refuseAway();
        takeBackAll();
    }

    /** Whether segments that were moved aside for a new database have sums of an application. */
    boolean isOld(String application) throws SQLException {
        return !oldOf(application).isEmpty();
    }

    /** Removes these alone: the store has no such application. */
    synchronized StoreProgress.Removal forgetOld(String application) throws SQLException {
        return forgotten(new StoreProgress.Removal(database.clock.now(), "forget", "application " + application, 0, 0,
                0), oldOf(application));
    }

    private List<Path> oldOf(String application) throws SQLException {
        return files.oldWith(Scope.APPLICATION, null, "application = " + Literals.text(application));
    }

    /** Removes the contexts with a value for good: again as long as more of them came while it was at it. */
    synchronized StoreProgress.Removal forget(ContextValue value) throws SQLException {
        List<Path> old = files.oldWith(Scope.INSTANCE, ContextValue.TABLE.name(), value.condition());
        prepareToForget();
        damage.compare(segments(table -> table == ContextValue.TABLE)); // of a value that nothing has no others are read
        ContextValue.Found found = forgetting.find(value);
        if (!found.isAny()) {
            StoreProgress.Removal nothing = forgetting.nothing(value, found);
            return old.isEmpty() ? nothing : forgotten(nothing, old);
        }
        damage.compare(segments(table -> table != ContextValue.TABLE && Forgetting.hasContexts(table)));
        StoreProgress.Removal all = null;
        try {
            int passes = 0;
            do {
                closing.close(database.clock.now(), true);
                List<String> unsealed = rollups.sealToForget();
                StoreProgress.Removal removal = forgetting.contexts(value).and(unsealed);
                all = all == null ? removal.and(found.remarks()) : all.and(removal);
            } while (++passes < MOST_PASSES && forgetting.find(value).isAny());
        } catch (SQLException | RuntimeException failure) {
            if (all == null) {
                throw failure;
            }
            forgotten(all, old);
            throw new StoreException("it is forgotten, " + all.rows() + " rows, but what came meanwhile may not be: "
                    + Failures.line(failure) + "; forget again", failure);
        }
        return forgotten(all, old);
    }

    private List<Segment> segments(Predicate<Table<?>> of) throws SQLException {
        return manifest().segments.stream().filter(each -> of.test(each.table())).toList();
    }

    /** Whether there are contexts with a value. Where a damaged segment keeps that from being told, it is set aside. */
    boolean hasContexts(ContextValue value) throws SQLException {
        try {
            return forgetting.find(value).isAny();
        } catch (SQLException failure) {
            if (!Failures.isOfASegment(failure)
                    || damage.compare(segments(table -> table == ContextValue.TABLE)).isEmpty()) {
                throw failure;
            }
            return forgetting.find(value).isAny();
        }
    }

    /** What is said of segments that are away, in one line; null where they are there. */
    String away() throws SQLException {
        return files.away();
    }

    /**
     * What was asked is committed: the folders that have some of it go. The rest is for the next round where it fails, because nobody may hear that
     * nothing was forgotten.
     */
    private StoreProgress.Removal forgotten(StoreProgress.Removal removal, List<Path> old) {
        StoreProgress.Removal all = removal;
        try {
            all = removal.and(files.removeOld(old));
        } finally {
            progress.removed(all);
            try {
                sweep(); // or the next round does
                progress.rests(manifest());
            } catch (SQLException | RuntimeException later) {
                LOG.warn("{} is forgotten; its files go later: {}", removal.what(), Failures.line(later));
            }
        }
        return all;
    }
}
