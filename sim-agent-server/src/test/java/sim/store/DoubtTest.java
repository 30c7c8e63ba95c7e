package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.wire.Sections;

/** What the store does while it doubts the server's clock: nothing goes for it, and nothing piles up for it, over restarts too. */
class DoubtTest {
    private static final long SECOND = 1_000_000;
    private static final long HOUR = 3_600 * SECOND;
    private static final long DAY = 24 * HOUR;

    @TempDir
    Path folder;

    /** The right time, which the monotonic clock follows. */
    private long right = Ladder.down(Batches.now(), DAY) - 50 * DAY;
    /** By how much the server's clock is ahead of it. */
    private long wrong;
    private long sequence;

    private DuckDbStore open() {
        DuckDbStore store = new DuckDbStore(folder, () -> right + wrong, () -> right * 1_000, Ladder.STANDARD,
                new Figures(), Instances.MOST);
        store.keep(Keep.STANDARD, Long.MAX_VALUE);
        store.open(Batches.hello("shop", "i"));
        return store;
    }

    private void ship(DuckDbStore store) {
        right += 5 * SECOND;
        sequence++;
        store.append("i", RetentionTest.at(sequence, right, 1).sentAt(right));
    }

    /** The batch was stored as of the wrong time, and the next start took that for the time of the store. */
    @Test
    void aBatchAndARestartDoNotEndTheDoubt() {
        try (DuckDbStore store = open()) {
            ship(store);
            store.upkeepNow();
        }
        wrong = 400 * DAY;
        for (int start = 1; start <= 3; start++) {
            try (DuckDbStore store = open()) {
                assertThat(store.progress().isClockInDoubt()).as("start %d", start).isTrue();
                ship(store);
                assertThat(store.upkeepNow()).as("start %d", start).isZero();
            }
        }
        wrong = 0;
        try (DuckDbStore store = open()) { // a few seconds after the last one, by the right clock
            assertThat(store.progress().isClockInDoubt()).isFalse();
            assertThat(store.upkeepNow()).isZero();
            assertThat(calls(store)).isEqualTo(4);
        }
    }

    /** Too little for a start that has no doubt. */
    @Test
    void aDoubtOfSomeMinutesGoesOnAfterARestartToo() {
        try (DuckDbStore store = open()) {
            ship(store);
            wrong = 30 * 60 * SECOND;
            store.upkeepNow();
            assertThat(store.progress().isClockInDoubt()).isTrue();
        }
        try (DuckDbStore store = open()) {
            assertThat(store.progress().isClockInDoubt()).isTrue();
        }
    }

    /** Steps that are over by the wrong clock, by which rows are stored, are rolled up; else each slot left its segments for a day. */
    @Test
    void whatIsStoredInTheDoubtIsRolledUpAndMerged() {
        try (DuckDbStore store = open()) {
            ship(store);
            store.upkeepNow();
            wrong = 30 * DAY;
            for (int slot = 0; slot < 18; slot++) {
                ship(store);
                right += 600 * SECOND;
                store.upkeep();
            }
            assertThat(store.progress().isClockInDoubt()).isTrue();
            assertThat(count(store, "tbl = 'tree_rows' AND NOT rolled AND level = 1")).isLessThan(5);
            assertThat(count(store, "tbl = 'tree_rows' AND level = 1 AND scope = 'instance'")).isLessThan(18);
            assertThat(calls(store)).isEqualTo(19);
        }
    }

    /** What comes is stored by a clock that is behind; by the one before it were old at once. */
    @Test
    void aClockThatIsSetBackRemovesNothingThatComes() {
        try (DuckDbStore store = open()) {
            ship(store);
            store.upkeepNow();
            wrong = -20 * DAY;
            sequence++;
            store.append("i", RetentionTest.at(sequence, right + wrong, 1).with(Sections.CONTEXTS,
                    List.of(Batches.context(1, 0, 0, Map.of()))));
            assertThat(store.upkeepNow()).isZero();
            assertThat(store.progress().isClockInDoubt()).isTrue();
            assertThat(store.<Long>query(connection -> Database.number(connection,
                    store.kept(connection, NotableContexts.on(connection)).narrow("SELECT count(*) FROM contexts"))))
                    .isEqualTo(1);
        }
    }

    @Test
    void aClockThatNeverRestsIsNotDoubtedForLongerThanADay() {
        TrustedClock clock = new TrustedClock(() -> right + wrong, () -> right * 1_000);
        wrong = HOUR;
        long begun = clock.now();
        for (int hour = 0; hour < 23; hour++) {
            right += HOUR;
            wrong += 1_800 * SECOND;
            assertThat(clock.now()).isEqualTo(right);
        }
        assertThat(right - begun).isEqualTo(23 * HOUR);
        right += HOUR;
        assertThat(clock.now()).isEqualTo(right + wrong);
        assertThat(clock.isInDoubt()).isFalse();
    }

    @Test
    void theDayOfADoubtGoesOnOverRestarts() {
        TrustedClock clock = new TrustedClock(() -> right + wrong, () -> right * 1_000);
        wrong = 9 * DAY;
        clock.now();
        for (int start = 1; start <= 3; start++) {
            right += 9 * HOUR;
            TrustedClock.Noted noted = clock.noted();
            clock = new TrustedClock(() -> right + wrong, () -> right * 1_000);
            clock.startsAfter(noted);
            assertThat(clock.isInDoubt()).as("start %d", start).isEqualTo(start < 3);
        }
    }

    /** One host, the first that was heard, made the clock right: the doubt itself was old enough. */
    @Test
    void afterAnotherJumpOrARestartAllHostsAreHeardAgain() throws Exception {
        InetAddress first = InetAddress.getByName("192.0.2.1");
        TrustedClock clock = new TrustedClock(() -> right + wrong, () -> right * 1_000);
        wrong = DAY;
        clock.now();
        right += HOUR;
        wrong = 3 * DAY;
        clock.now();
        clock.heard(first, right + wrong);
        clock.now();
        assertThat(clock.isInDoubt()).as("after another jump").isTrue();
        TrustedClock.Noted noted = clock.noted();
        clock = new TrustedClock(() -> right + wrong, () -> right * 1_000);
        clock.startsAfter(noted);
        clock.heard(first, right + wrong);
        clock.now();
        assertThat(clock.isInDoubt()).as("after a restart").isTrue();
        right += 20 * SECOND;
        clock.now();
        assertThat(clock.isInDoubt()).isFalse();
    }

    /** A machine without a battery starts in the past, and its clock is set right after a while: what came then was stored in that past. */
    @Test
    void aClockThatIsBehindAtTheStartIsFollowedOnceItIsRight() {
        TrustedClock clock = new TrustedClock(() -> right + wrong, () -> right * 1_000);
        TrustedClock.Noted noted = clock.noted();
        wrong = -3 * DAY;
        clock = new TrustedClock(() -> right + wrong, () -> right * 1_000);
        clock.startsAfter(noted);
        assertThat(clock.isInDoubt()).isTrue();
        assertThat(clock.now()).isEqualTo(right + wrong);
        right += 2 * HOUR;
        wrong = 0;
        assertThat(clock.arrival()).isEqualTo(right);
        assertThat(clock.now()).isEqualTo(right);
        assertThat(clock.isInDoubt()).isFalse();
    }

    private static long calls(DuckDbStore store) {
        return store.query(connection -> Database.number(connection, "SELECT sum(calls) FROM tree_rows"));
    }

    private static long count(DuckDbStore store, String which) {
        return store.query(connection -> Database.number(connection,
                "SELECT count(*) FROM segments WHERE " + which));
    }
}
