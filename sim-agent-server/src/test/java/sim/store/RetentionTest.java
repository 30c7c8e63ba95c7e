package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.query.Page;
import sim.server.query.Range;
import sim.server.query.Sort;
import sim.server.query.TreePart;
import sim.wire.Batch;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** What goes and what stays, by the server's clock, whatever the applications' clocks say; and stores of another layout. */
class RetentionTest {
    private static final long HOUR = 3_600_000_000L;

    /** Another host than this one: the address is nobody's. */
    private static final InetAddress OTHER = address(1);

    @TempDir
    Path folder;

    private long clock = Batches.now();

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[]{(byte) 203, 0, 113, (byte) last});
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private DuckDbStore open() {
        return new DuckDbStore(folder, () -> clock);
    }

    @ParameterizedTest
    @ValueSource(longs = {-48, -3, 0, 3, 48})
    void aConnectedInstanceIsNeverRemovedWhateverItsClockSays(long hours) {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(1, Batches.now() + hours * HOUR));
            store.append("i", at(2, Batches.now() + hours * HOUR + 5_000_000));
            store.keep(Keep.STANDARD, 0);
            assertThat(store.upkeep()).isPositive();
            clock += 400 * 24 * HOUR;
            store.keep(Keep.all(1_000_000), 0);
            store.upkeep();
            assertThat(number(store, "SELECT count(*) FROM batches")).isZero();
            assertThat(store.append("i", at(3, Batches.now() + hours * HOUR))).isEqualTo(Appended.STORED);
            assertThat(number(store, "SELECT count(*) FROM tree_rows JOIN nodes USING (instance, node)")).isEqualTo(1);
        }
    }

    @Test
    void anInstanceThatIsGoneIsForgottenWithItsLastBatchAndMustIntroduceItselfAgain() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
        }
        try (DuckDbStore store = open()) { // nobody connects since
            clock += 3 * HOUR;
            store.keep(Keep.all(1_000_000), Long.MAX_VALUE);
            store.upkeep();
            for (String table : List.of("instances", "names", "nodes", "counters", "tree_rows", "batches")) {
                assertThat(number(store, "SELECT count(*) FROM " + table)).as(table).isZero();
            }
            assertThat(store.append("i", Batches.of(2, List.of(), List.of()))).isEqualTo(Appended.UNKNOWN_INSTANCE);
            assertThat(store.open(Batches.hello("shop", "i"))).isEqualTo(new Known(0, 0, 0));
            assertThat(store.append("i", Batches.recursion(1))).isEqualTo(Appended.STORED);
        }
    }

    /** A loop of hellos, or programs that end before they ship. */
    @Test
    void whoSaidHelloAndNothingElseIsForgottenSoonUnlessItMayBeConnected() {
        try (DuckDbStore store = open()) {
            for (int i = 0; i < 30; i++) {
                store.open(Batches.hello("shop", "mute" + i));
            }
            store.open(Batches.hello("shop", "one"));
            store.append("one", Batches.recursion(1));
            clock += HOUR;
            store.upkeep();
            assertThat(number(store, "SELECT count(*) FROM instances")).as("may be connected").isEqualTo(31);
        }
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "mute0"));
            store.upkeep();
            assertThat(number(store, "SELECT count(*) FROM instances")).isEqualTo(2);
            assertThat(store.append("mute0", Batches.recursion(1))).isEqualTo(Appended.STORED);
            assertThat(store.append("mute1", Batches.recursion(1))).isEqualTo(Appended.UNKNOWN_INSTANCE);
        }
    }

    /** Its names stayed for thirty days, whatever the bound of the store. */
    @Test
    void anInstanceOfWhichTheBoundLeavesNothingIsForgotten() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "old"));
            store.append("old", at(1, clock));
            store.upkeepNow();
        }
        clock += 3 * HOUR;
        try (DuckDbStore store = open()) { // the old one connects no more
            store.open(Batches.hello("shop", "new"));
            store.append("new", at(1, clock));
            store.upkeepNow();
            clock += HOUR;
            store.upkeepNow();
            assertThat(texts(store, "SELECT DISTINCT instance FROM names ORDER BY 1")).as("it has sums")
                    .containsExactly("new", "old");
            store.keep(Keep.STANDARD, 0);
            store.upkeepNow();
            store.upkeepNow();
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isZero();
            assertThat(texts(store, "SELECT DISTINCT instance FROM names")).as("it may be connected")
                    .containsExactly("new");
            assertThat(texts(store, "SELECT instance FROM instances")).containsExactly("new");
        }
    }

    /** A clock that is ahead by less than two seconds is not corrected: its last row was in the hour after the one in which it was heard. */
    @Test
    void anInstanceWhoseClockIsALittleAheadIsKeptAsLongAsItsLastRow() {
        clock = Ladder.down(Batches.now(), HOUR) - 10 * HOUR - 1_000_000;
        Keep onlyHours = Keep.of("1h,instance.batch=1h,instance.1m=1h,instance.10m=1h");
        try (DuckDbStore store = open()) {
            store.keep(onlyHours, Long.MAX_VALUE);
            store.open(Batches.hello("shop", "ahead"));
            store.append("ahead", at(1, clock + 1_500_000));
            store.upkeepNow();
        }
        try (DuckDbStore store = open()) { // it connects no more
            store.keep(onlyHours, Long.MAX_VALUE);
            for (int hours = 0; hours < 5; hours++) {
                clock += HOUR;
                store.upkeepNow();
            }
            assertThat(number(store, "SELECT count(*) FROM segments WHERE scope = 'instance' AND level < 3")).isZero();
            assertThat(number(store, "SELECT count(*) FROM tree_rows JOIN nodes USING (instance, node)")).isEqualTo(1);
        }
    }

    /** What is in the head alone is kept as well. */
    @Test
    void anInstanceWithRowsInTheHeadAloneIsKept() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "old"));
            store.append("old", at(1, clock));
        }
        clock += 3 * HOUR;
        try (DuckDbStore store = open()) {
            Files.createFile(folder.resolve("segments/tree_rows"));
            assertThatThrownBy(store::upkeepNow).hasMessageContaining("sealing failed");
            assertThat(number(store, "SELECT count(*) FROM segments")).isZero();
            assertThat(number(store, "SELECT count(*) FROM instances")).isEqualTo(1);
        }
    }

    /** It has sums of its platform for long; one that never sent anything has nothing. */
    @Test
    void anApplicationWithoutPlacesOutlivesItsInstancesIfTheySentBatches() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("quiet", "q"));
            store.open(Batches.hello("mute", "m"));
            store.append("q", Batches.of(1, List.of(), List.of()));
            assertThat(texts(store, "SELECT application FROM applications ORDER BY 1")).containsExactly("mute",
                    "quiet");
        }
        try (DuckDbStore store = open()) { // nobody connects since
            clock += HOUR;
            store.upkeepNow();
            assertThat(texts(store, "SELECT application FROM applications")).containsExactly("quiet");
            clock += 400 * 24 * HOUR;
            store.upkeepNow();
        }
        try (DuckDbStore store = open()) {
            assertThat(number(store, "SELECT count(*) FROM instances")).isZero();
            assertThat(texts(store, "SELECT application FROM applications")).containsExactly("quiet");
            store.open(Batches.hello("quiet", "another"));
            clock += HOUR;
        }
        try (DuckDbStore store = open()) {
            store.upkeepNow();
            assertThat(texts(store, "SELECT application FROM applications")).containsExactly("quiet");
            store.forget("quiet");
            assertThat(texts(store, "SELECT application FROM applications")).isEmpty();
        }
    }

    /** What waited in a spool is as old as it is; what an application's clock says wrongly is as old as the server says. */
    @Test
    void rowsAgeByWhenTheyHappenedByTheServersClock() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "ahead"));
            store.open(Batches.hello("shop", "late"));
            store.append("ahead", at(1, Batches.now() + 20 * HOUR));
            store.append("late", at(1, Batches.now() - 20 * HOUR));
            store.keep(Keep.all(4 * HOUR), Long.MAX_VALUE);
            assertThat(store.upkeepNow()).isPositive();
            assertThat(texts(store, "SELECT instance FROM tree_rows")).containsExactly("ahead");
            assertThat(texts(store, "SELECT instance FROM batches")).containsExactly("ahead");
            assertThat(number(store, "SELECT count(*) FROM instances")).isEqualTo(2);
        }
    }

    /** Of sixty orders and twenty steps in an hour: ten slowest of each, all that failed, and what is inside of these. */
    @Test
    void theSlowestAndTheFailedContextsOfAnHourAreKeptLongerWithWhatIsInside() {
        clock = Ladder.down(Batches.now(), HOUR) - 100 * HOUR;
        try (DuckDbStore store = open()) {
            store.keep(Keep.of("1h,notable=30d"), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            List<ContextRecord> contexts = new ArrayList<>();
            for (int id = 1; id <= 60; id++) {
                contexts.add(ended(id, 0, "order", id, id <= 2 ? "failed" : null));
            }
            for (int id = 101; id <= 120; id++) {
                contexts.add(ended(id, id == 101 ? 60 : 30, "step", id - 100, null));
            }
            // it was sent before, when it was not slow yet
            store.append("i", at(1, clock - 5_000_000).with(Sections.CONTEXTS,
                    List.of(ended(60, 0, "order", 0, null))));
            store.append("i", at(2, clock).with(Sections.CONTEXTS, contexts));
            store.upkeepNow();
        }
        try (DuckDbStore store = open()) { // nobody connects since
            store.keep(Keep.of("1h,notable=30d"), Long.MAX_VALUE);
            clock += HOUR - 60_000_000;
            store.upkeepNow();
            assertThat(number(store, "SELECT count(*) FROM contexts")).isEqualTo(80);
            clock += 2 * HOUR;
            assertThat(store.upkeepNow()).isPositive();
            List<String> kept = new ArrayList<>(List.of("1", "2"));
            IntStream.rangeClosed(51, 60).mapToObj(String::valueOf).forEach(kept::add);
            IntStream.rangeClosed(111, 120).mapToObj(String::valueOf).forEach(kept::add);
            kept.add("101");
            String all = "SELECT CAST(context AS VARCHAR) FROM ";
            assertThat(texts(store, all + "contexts")).containsExactlyInAnyOrderElementsOf(kept);
            assertThat(texts(store, all + "context_values WHERE key = 'id' AND value = CAST(context AS VARCHAR)"))
                    .containsOnly(kept.toArray(new String[0]));
            clock += 24 * 29 * HOUR;
            store.upkeepNow();
            assertThat(texts(store, all + "contexts")).containsExactlyInAnyOrderElementsOf(kept);
            assertThat(number(store, "SELECT count(*) FROM instances")).isEqualTo(1);
            clock += 48 * HOUR;
            store.upkeepNow();
            assertThat(texts(store, all + "contexts")).isEmpty();
            assertThat(number(store, "SELECT count(*) FROM instances")).isZero();
        }
    }

    /** It ended half a minute ago, or took longer. */
    private ContextRecord ended(long id, long parent, String name, long seconds, String error) {
        return new ContextRecord(id, parent, name, "shop", "main", clock - 30_000_000 - seconds * 1_000_000,
                clock - 30_000_000, error, Map.of("id", String.valueOf(id)), 2, 0, 1, Batches.meters(60));
    }

    /** A store that is too large gives contexts up before it gives up those that tell most. */
    @Test
    void aStoreThatIsTooLargeKeepsNotableContextsLongerThanTheOthersAndThenRemovesThemToo() {
        clock = Ladder.down(Batches.now(), HOUR) - 100 * HOUR;
        try (DuckDbStore store = open()) {
            store.keep(Keep.STANDARD, Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            Random random = new Random(1);
            List<ContextRecord> contexts = new ArrayList<>();
            for (int id = 1; id <= 5_000; id++) {
                byte[] text = new byte[500];
                random.nextBytes(text);
                contexts.add(new ContextRecord(id, 0, "order", "shop", "main", clock - id * 1_000L, clock, null,
                        Map.of("text", Base64.getEncoder().encodeToString(text)), 2, 0, 1, Batches.meters(60)));
            }
            store.append("i", at(1, clock).with(Sections.CONTEXTS, contexts));
            store.upkeepNow();
            clock += 3 * HOUR;
            store.upkeepNow();
            store.checkpoint();
            long used = store.progress().segmentBytes()
                    + number(store, "SELECT block_size * used_blocks FROM pragma_database_size()");
            assertThat(store.progress().segmentBytes()).isGreaterThan(2_000_000);
            store.keep(Keep.STANDARD, (used - store.progress().segmentBytes() / 2) / 7 * 8);
            store.upkeepNow();
            assertThat(number(store, "SELECT count(*) FROM contexts")).isEqualTo(10);
            assertThat(number(store, "SELECT min(context) FROM contexts")).isEqualTo(4_991);
            store.keep(Keep.STANDARD, 0);
            store.upkeepNow();
            assertThat(number(store, "SELECT count(*) FROM contexts")).isZero();
        }
    }

    @Test
    void aTimeLongerThanAnyStoreLivesIsForeverAndNoTimeIsRefused() {
        assertThat(Keep.of("999999999d").detail()).isEqualTo(Keep.FOREVER);
        assertThat(Keep.of("7d,application.1h=999999999d").application().get(3)).isEqualTo(Keep.FOREVER);
        assertThat(Keep.of("999999999h").detail()).isEqualTo(Keep.FOREVER);
        assertThat(Keep.of("36500d").detail()).isEqualTo(36_500 * 24 * HOUR);
        for (String none : List.of("0s", "000d", "7d,instance.1m=0h")) {
            assertThatThrownBy(() -> Keep.of(none)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageEndingWith("keeps nothing; write at least 1s, or leave it out")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void whoSaysHowLongContextsAreKeptKeepsNotableOnesNoLongerUnlessTheySaySo() {
        long day = 24 * HOUR;
        assertThat(Keep.of("7d,notable=30d")).isEqualTo(Keep.STANDARD);
        assertThat(Keep.of("instance.1m=24h").notable()).isEqualTo(30 * day);
        assertThat(Keep.of("3d").notable()).isEqualTo(3 * day);
        assertThat(Keep.of("3d,notable=1d").notable()).isEqualTo(3 * day);
        assertThat(Keep.of("notable=90d").detail()).isEqualTo(7 * day);
        assertThatThrownBy(() -> Keep.of("notable.1h=3d")).hasMessageContaining("notable= is for the slowest");
    }

    /** Measured before: of 149,370 calls 45,830 were left after a jump of a day with --keep 12h. */
    @Test
    void aServersClockThatJumpsDeletesNothingUntilCollectorsAgree() {
        long[] monotonic = {0};
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock, () -> monotonic[0] * 1_000, Ladder.STANDARD,
                new Figures(), Instances.MOST)) {
            store.keep(Keep.all(12 * HOUR), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(1, clock));
            store.upkeepNow();
            clock += 48 * HOUR;
            monotonic[0] += 10_000_000;
            assertThat(store.upkeepNow()).isZero();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(1);
            for (int i = 2; i <= 4; i++) {
                store.heard(OTHER, clock);
                store.append("i", at(i, clock).sentAt(clock));
            }
            monotonic[0] += 20_000_000;
            clock += 20_000_000;
            assertThat(store.upkeepNow()).as("another host's agree: what came since the jump too is as old")
                    .isPositive();
            assertThat(store.progress().isClockInDoubt()).isFalse();
            store.append("i", at(5, clock).sentAt(clock));
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(1);
        }
    }

    /** Measured before: with program and server on one machine three batches confirmed the jump, and all went. */
    @Test
    void collectorsOnTheServersOwnMachineHaveNoVoteAndOthersOneForEachHost() throws Exception {
        List<InetAddress> own = new ArrayList<>(
                List.of(InetAddress.getLoopbackAddress(), InetAddress.getByName("127.0.0.9"),
                        InetAddress.getByName("::1")));
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            own.addAll(Collections.list(each.getInetAddresses()));
        }
        long[] monotonic = {0};
        TrustedClock trusted = new TrustedClock(() -> clock, () -> monotonic[0] * 1_000);
        clock += 24 * HOUR;
        trusted.now(); // it is in doubt from here on
        for (int batches = 0; batches < 10; batches++) {
            own.forEach(each -> trusted.heard(each, clock));
            monotonic[0] += 5_000_000;
            clock += 5_000_000;
        }
        trusted.now();
        assertThat(trusted.isInDoubt()).as("the same clock").isTrue();
        for (int batches = 0; batches < 10; batches++) {
            trusted.heard(OTHER, clock);
        }
        trusted.heard(address(2), clock - 24 * HOUR);
        trusted.now();
        assertThat(trusted.isInDoubt()).as("one host against one").isTrue();
        trusted.heard(address(3), clock);
        trusted.now();
        assertThat(trusted.isInDoubt()).as("two against one").isFalse();
    }

    /** The host that ships most often is not heard alone. */
    @Test
    void hostsAreCountedOnceAllWereHeard() {
        long[] monotonic = {0};
        TrustedClock trusted = new TrustedClock(() -> clock, () -> monotonic[0] * 1_000);
        clock += 24 * HOUR;
        trusted.now(); // it is in doubt from here on
        for (int batches = 0; batches < 10; batches++) {
            trusted.heard(OTHER, clock);
        }
        trusted.now();
        assertThat(trusted.isInDoubt()).isTrue();
        monotonic[0] += 20_000_000;
        clock += 20_000_000;
        trusted.now();
        assertThat(trusted.isInDoubt()).isFalse();
    }

    @Test
    void aClockThatJumpsAndComesBackDeletesNothingAndOneThatStaysIsBelievedAfterADay() {
        long[] monotonic = {0};
        TrustedClock trusted = new TrustedClock(() -> clock, () -> monotonic[0] * 1_000);
        long before = clock;
        clock += 24 * HOUR;
        assertThat(trusted.now()).isEqualTo(before);
        trusted.heard(OTHER, before);
        assertThat(trusted.isInDoubt()).isTrue();
        clock = before;
        assertThat(trusted.now()).isEqualTo(before);
        assertThat(trusted.isInDoubt()).isFalse();
        clock -= 72 * HOUR;
        assertThat(trusted.now()).as("what comes is stored by a clock that is behind").isEqualTo(clock);
        assertThat(trusted.over()).isEqualTo(before);
        monotonic[0] += 24 * HOUR;
        clock += 24 * HOUR;
        assertThat(trusted.now()).isEqualTo(clock);
    }

    /** Measured before: what came while the clock was 13 h behind was stored as 13 h old, and went with the first round. */
    @Test
    void whatArrivesWhileTheClockIsBehindIsOfTheTimeThatGoesOn() throws Exception {
        long[] right = {clock};
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock, () -> right[0] * 1_000, Ladder.STANDARD,
                new Figures(), Instances.MOST)) {
            store.keep(Keep.all(12 * HOUR), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(1, right[0]).sentAt(right[0]));
            clock -= 13 * HOUR;
            right[0] += 5_000_000;
            clock += 5_000_000;
            store.open(Batches.hello("shop", "j"));
            store.append("i", at(2, right[0]).sentAt(right[0]));
            store.append("j", at(1, clock).sentAt(clock)); // on the server's machine
            store.upkeepNow();
            assertThat(last(store, "i", HOUR)).as("asked while it is behind").isEqualTo(2);
            clock = right[0];
            store.upkeepNow();
            assertThat(last(store, "i", HOUR)).as("and once it is right").isEqualTo(2);
            assertThat(last(store, "j", HOUR)).isEqualTo(1);
            assertThat(store.progress().removed()).noneMatch(each -> each.what().contains("instance"));
            assertThat(number(store, "SELECT min(last_seen_micros) FROM instances")).isEqualTo(right[0]);
        }
    }

    /** Measured before: an hour of rows stood in tomorrow. */
    @Test
    void whatArrivesWhileTheClockIsAheadStandsWhereItIsAskedForOnceItIsRight() throws Exception {
        long[] right = {clock};
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock, () -> right[0] * 1_000, Ladder.STANDARD,
                new Figures(), Instances.MOST)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(1, right[0]).sentAt(right[0]));
            clock += 24 * HOUR;
            for (int sequence = 2; sequence <= 13; sequence++) {
                right[0] += HOUR / 12;
                clock += HOUR / 12;
                store.append("i", at(sequence, right[0]).sentAt(right[0]));
            }
            assertThat(last(store, "i", 2 * HOUR)).as("asked while it is ahead").isEqualTo(13);
            clock = right[0];
            assertThat(last(store, "i", 2 * HOUR)).as("and once it is right").isEqualTo(13);
            assertThat(last(store, "i", HOUR / 2)).as("each at its time").isEqualTo(6);
        }
    }

    /** Calls that the methods of the last so many microseconds have. */
    private static long last(DuckDbStore store, String instance, long micros) throws Exception {
        return KeptTest.ask(store, (questions, answer) -> {
            long to = questions.nowMillis() * 1_000;
            questions.methods(new Range("shop", instance, to - micros, to), new TreePart(null, null, false),
                    Sort.named("count"), "",
                    Page.first(10), answer);
        }).path("methods").path(0).path("count").asLong();
    }

    /** Everything went with the first round. */
    @Test
    void aServerThatStartsWithAWrongClockDeletesNothingUntilItIsRightAndCollectorsAgree() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(1, clock).sentAt(clock));
            store.upkeepNow();
        }
        long[] right = {clock + 3 * HOUR};
        long[] wrong = {400 * 24 * HOUR};
        try (DuckDbStore store = new DuckDbStore(folder, () -> right[0] + wrong[0], () -> right[0] * 1_000,
                Ladder.STANDARD, new Figures(), Instances.MOST)) {
            assertThat(store.progress().isClockInDoubt()).isTrue();
            for (int sequence = 2; sequence <= 9; sequence++) { // collectors have the right time, and do not agree
                right[0] += 5_000_000;
                store.heard(OTHER, right[0]);
                store.append("i", at(sequence, right[0]).sentAt(right[0]));
            }
            assertThat(store.upkeep()).isZero();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(9);
            wrong[0] = 0; // a time service puts it right
            assertThat(store.upkeep()).isZero();
            assertThat(store.progress().isClockInDoubt()).as("nobody agreed yet").isTrue();
            for (int sequence = 10; sequence <= 12; sequence++) {
                right[0] += 10_000_000;
                store.heard(OTHER, right[0]);
                store.append("i", at(sequence, right[0]).sentAt(right[0]));
            }
            assertThat(store.upkeepNow()).as("rows as they were shipped three hours ago").isPositive();
            assertThat(store.progress().isClockInDoubt()).isFalse();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(12);
        }
    }

    @Test
    void theTimesOfAClockThatIsAheadAreStoredByTheServers() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 3; sequence++) {
                store.append("i", at(sequence, clock + 5 * HOUR));
                clock += 5_000_000;
            }
            assertThat(number(store, "SELECT count(*) FROM tree_rows WHERE to_micros > " + (clock - 20_000_000)
                    + " AND to_micros <= " + clock)).isEqualTo(3);
        }
    }

    /** Nothing tells a clock that is behind from a batch that waited in a spool, until the next batch comes. */
    @Test
    void aClockThatIsBehindIsToldFromASpoolThatIsEmptied() {
        ClockDifference behind = ClockDifference.UNKNOWN.after(at(1, clock - HOUR), clock, 0);
        assertThat(behind.shiftMicros()).isZero();
        behind = behind.after(at(2, clock - HOUR + 5_000_000), clock + 5_050_000, 5_050_000);
        assertThat(behind.shiftMicros()).isBetween(HOUR, HOUR + 1_000_000);
        assertThat(behind.time(clock - HOUR + 6_000_000)).isBetween(clock, clock + 10_000_000);
        ClockDifference spooled = ClockDifference.UNKNOWN;
        for (int i = 0; i < 720; i++) {
            spooled = spooled.after(at(i + 1, clock - HOUR + i * 5_000_000L), clock + i * 10_000L, i * 10_000L);
            assertThat(spooled.shiftMicros()).as("batch " + i).isZero();
        }
    }

    /** However often it ships, and whatever jumped meanwhile. */
    @Test
    void aCollectorThatSaysWhenItSentIsNeverTakenForLateOrAhead() {
        ClockDifference told = ClockDifference.UNKNOWN;
        for (int i = 0; i < 10; i++) {
            told = told.after(at(i + 1, clock - 3 * HOUR).sentAt(clock - 3 * HOUR), clock, i * 1_000_000L);
            assertThat(told.time(clock - 3 * HOUR)).isEqualTo(clock);
        }
        told = told.after(at(11, clock + 2 * HOUR).sentAt(clock + 2 * HOUR), clock, 11_000_000);
        assertThat(told.time(clock + 2 * HOUR)).isEqualTo(clock);
        told = told.after(at(12, clock - HOUR).sentAt(clock - 500_000), clock, 12_000_000);
        assertThat(told.shiftMicros()).as("right again, and an hour in the spool").isZero();
    }

    /** Measured before: 53 of 75 batches were left at 40 MB, none at 4 MB, though they take less than half of it. */
    @Test
    void whatFitsIntoTheBoundStaysThoughTheLogIsNotMergedYet() {
        try (DuckDbStore store = open()) {
            store.keep(Keep.STANDARD, 40 << 20);
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 12; sequence++) {
                store.append("i", Batches.megabyte(sequence, clock - (12 - sequence) * 5_000_000L));
            }
            assertThat(store.upkeep()).isZero();
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(12);
            assertThat(number(store, "SELECT count(*) FROM invocations")).isEqualTo(12 * Batches.MEGABYTE_CALLS);
            assertThat(store.progress().removed()).isEmpty();
        }
    }

    @Test
    void theNewestHourGoesLastAndEachRemovalSaysHowMuchOfWhomAndWhy() {
        try (DuckDbStore store = open()) {
            store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 6; sequence++) {
                store.append("i", Batches.megabyte(sequence, clock));
                store.upkeepNow();
                clock += 2 * HOUR;
            }
            store.append("i", Batches.megabyte(7, clock));
            store.upkeepNow();
            store.checkpoint();
            store.keep(Keep.all(Keep.FOREVER), store.bytes() * 7 / 10);
            assertThat(store.upkeep()).isPositive();
            long left = number(store, "SELECT count(*) FROM batches");
            assertThat(left).isBetween(1L, 6L);
            assertThat(number(store, "SELECT min(sequence) FROM batches")).isEqualTo(8 - left);
            assertThat(store.progress().removed()).isNotEmpty().allSatisfy(each -> {
                assertThat(each.why()).isEqualTo("--max-size");
                assertThat(each.what()).containsAnyOf("instance batch", "calls, contexts and events").contains(", i");
                assertThat(each.rows()).isPositive();
                assertThat(each.bytes()).isPositive();
                assertThat(each.upToMicros()).isLessThan(clock - HOUR);
            });
        }
    }

    /** Before, a burst that came between two looks at the store was one segment, which went whole: nothing was left of it. */
    @Test
    void ofABurstThatIsLargerThanTheBoundTheLastPartStays() {
        try (DuckDbStore store = open()) {
            store.keep(Keep.STANDARD, 6 << 20);
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 12; sequence++) {
                store.append("i", Batches.megabyte(sequence, clock - (12 - sequence) * 1_000_000L));
            }
            assertThat(store.upkeep()).isPositive();
            assertThat(number(store, "SELECT count(*) FROM invocations")).isBetween(Batches.MEGABYTE_CALLS * 1L,
                    Batches.MEGABYTE_CALLS * 6L);
            assertThat(number(store, "SELECT max(begin_micros) FROM invocations")).isEqualTo(clock);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(12);
        }
    }

    /** They cannot be removed, and all that could went in their place, in each round. */
    @Test
    void whatIsSetAsideTakesNothingOfTheNewestHourAlong() throws Exception {
        try (DuckDbStore store = open()) {
            store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 4; sequence++) {
                store.append("i", Batches.megabyte(sequence, clock));
                store.upkeepNow();
                clock += 2 * HOUR;
            }
        }
        try (Stream<Path> files = Files.list(folder.resolve("segments/invocations_full"))) {
            for (Path file : files.toList()) {
                Files.write(file, new byte[]{1}, StandardOpenOption.APPEND);
            }
        }
        try (DuckDbStore store = open()) {
            assertThat(store.progress().damaged()).isNotEmpty();
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(5, clock));
            store.checkpoint();
            long head = number(store, "SELECT block_size * used_blocks FROM pragma_database_size()");
            long aside = number(store, "SELECT sum(bytes) FROM segments WHERE damaged IS NOT NULL");
            store.keep(Keep.all(Keep.FOREVER), (head + aside / 2) / 7 * 8);
            for (int round = 0; round < 3; round++) {
                store.upkeepNow();
                assertThat(number(store, "SELECT count(*) FROM batches WHERE sequence = 5")).isEqualTo(1);
            }
            assertThat(number(store, "SELECT count(*) FROM batches")).as("what is older goes for them").isEqualTo(1);
            assertThat(store.health().lastError()).contains("more than --max-size", "are set aside");
            store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
            store.upkeep();
            assertThat(store.health().lastError()).isNull();
        }
    }

    /** Who has a page open reads the store as it was before the slot was sealed, and the library gives nothing back meanwhile. */
    @Test
    void whatFitsIntoTheBoundStaysThoughAQuestionKeepsTheHeadFromGivingBackWhatWasSealed() throws Exception {
        try (DuckDbStore store = open()) {
            store.keep(Keep.STANDARD, 40 << 20);
            store.open(Batches.hello("shop", "i"));
            beside(store, () -> {
                for (int sequence = 1; sequence <= 24; sequence++) {
                    store.append("i", Batches.megabyte(sequence, clock - (24 - sequence) * 5_000_000L));
                    if (sequence % 4 == 0) {
                        assertThat(store.upkeepNow()).as("rows removed after batch " + sequence).isZero();
                    }
                }
                long sealed = store.progress().segmentBytes();
                assertThat(store.bytes()).as("what was sealed is there twice").isGreaterThan(sealed + sealed);
                assertThat(sealed).isBetween(12L << 20, 30L << 20);
                store.keep(Keep.STANDARD, 10 << 20);
                assertThat(store.upkeep()).as("the bound holds for segments meanwhile").isPositive();
                assertThat(store.progress().segmentBytes()).isBetween(1L << 20, 10L << 20);
                store.keep(Keep.STANDARD, 40 << 20);
            });
            long left = number(store, "SELECT count(*) FROM batches");
            store.upkeep();
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(left);
            assertThat(store.bytes()).as("and it is given back").isLessThan(20 << 20);
        }
    }

    /** While a question has a view of the store as it is now. */
    private static void beside(DuckDbStore store, Runnable work) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        CompletableFuture<Void> question = CompletableFuture.runAsync(() -> store.query(connection -> {
            connection.setAutoCommit(false);
            Database.number(connection, "SELECT count(*) FROM batches");
            begun.countDown();
            try {
                done.await();
            } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
            }
            return null;
        }), task -> new Thread(task).start());
        begun.await();
        try {
            work.run();
        } finally {
            done.countDown();
        }
        question.get();
    }

    /** Before, the rest of an hour, and of a day, went with its first part, though no sum had it yet. */
    @Test
    void whateverTheBoundNothingGoesOfTheNewestHourOrOfAStepThatIsNotOverBeforeAllThatIsOlder() throws Exception {
        try (DuckDbStore store = hours()) {
            assertThat(shrunk(store)).anyMatch(what -> what.startsWith("instance 10m"))
                    .anyMatch(what -> what.startsWith("application 1h"));
        }
    }

    /** Before, what no coarser step had yet was taken for what can be added up again. */
    @Test
    void whatCouldNotBeRolledUpIsInItsSumsHoweverLittleMayStay() throws Exception {
        try (DuckDbStore store = hours()) {
            Files.createDirectories(folder.resolve("segments/tree_rows/draft.tmp/full"));
            clock += 2 * HOUR;
            assertThatThrownBy(store::upkeepNow).hasMessageContaining("rolling up");
            assertThat(shrunk(store)).anyMatch(what -> what.startsWith("application 1h"));
        }
    }

    /** A segment goes when all in it is too old; what is too old in it is in no answer before. */
    @Test
    void whatIsKeptNoLongerIsInNoAnswerThoughItsSegmentHasYoungerRows() throws Exception {
        try (DuckDbStore store = open()) {
            store.keep(Keep.STANDARD, Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(1, clock - 20 * 24 * HOUR));
            store.append("i", at(2, clock - 2 * 24 * HOUR));
            store.upkeepNow();
            assertThat(calls(store, clock)).isEqualTo(2);
            clock += 15 * 24 * HOUR; // 30 days are kept of an instance
            assertThat(calls(store, clock)).isEqualTo(1);
            store.upkeepNow();
            assertThat(calls(store, clock)).isEqualTo(1);
        }
    }

    private static long calls(DuckDbStore store, long now) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            return Database.number(connection, store.slice(connection, "shop", "i", false, now - 60 * 24 * HOUR, now, 0)
                    .narrow("SELECT sum(calls) FROM tree_rows"));
        });
    }

    /** Before, the last ten minutes were to be seen in the first ten minutes of an hour alone, and were removed in the others. */
    @Test
    void whoKeepsLessThanAStepHasTheStepThatIsNotOver() {
        clock = Ladder.down(Batches.now(), HOUR) + 55 * HOUR / 60;
        try (DuckDbStore store = open()) {
            store.keep(Keep.of("instance.batch=10m,instance.1m=10m,instance.10m=10m,instance.1h=10m"), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(1, clock));
            store.upkeepNow();
            clock += HOUR / 60;
            store.upkeepNow();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(1);
        }
    }

    private static final int PLACES = 2_000;

    /** A store of five hours up to ten minutes past three at night, sealed and rolled up each hour. */
    private DuckDbStore hours() {
        clock = Ladder.down(Batches.now(), 24 * HOUR) - 2 * HOUR;
        DuckDbStore store = open();
        store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
        store.open(Batches.hello("shop", "i"));
        Random random = new Random(1);
        for (int sequence = 1; sequence <= 31; sequence++) {
            clock += HOUR / 6;
            List<NameEntry> names = new ArrayList<>();
            List<NodeEntry> nodes = new ArrayList<>();
            List<TreeRow> rows = new ArrayList<>();
            for (int place = 1; place <= PLACES; place++) {
                names.add(new NameEntry(place, "a.A", "m" + place));
                nodes.add(new NodeEntry(place, 0, place));
                long nanos = random.nextInt(1_000_000_000);
                rows.add(Batches.row(place, 1, nanos, nanos));
            }
            store.append("i", new Batch(sequence, clock - 5_000_000, clock, sequence == 1 ? names : List.of(),
                    sequence == 1 ? nodes : List.of(), rows, List.of(), List.of(), List.of(), List.of(), List.of(),
                    List.of(), Map.of()));
            if (sequence % 6 == 1) {
                store.upkeepNow();
            }
        }
        return store;
    }

    /** Lowers the bound step by step until sums of days go, and looks after each what is gone; says of what. */
    private List<String> shrunk(DuckDbStore store) throws Exception {
        store.checkpoint();
        long head = number(store, "SELECT block_size * used_blocks FROM pragma_database_size()");
        long all = store.progress().segmentBytes();
        List<String> what = new ArrayList<>();
        for (int part = 39; part > 0 && what.stream().noneMatch(each -> each.startsWith("application 1d")); part -= 2) {
            assertThat(calls(store)).as("calls after %s", what).isEqualTo(31 * PLACES);
            store.keep(Keep.all(Keep.FOREVER), (head + all * part / 40) / 7 * 8);
            catchThrowable(store::upkeepNow); // where roll-ups fail the rest of it is done
            assertThat(number(store, "SELECT coalesce(max(micros), 0) FROM floors")).as("gone up to, after %s", what)
                    .isLessThanOrEqualTo(clock);
            for (StoreProgress.Removal each : store.progress().removed()) {
                what.add(each.what());
                if (each.upToMicros() > clock - HOUR) {
                    assertThat(number(store, "SELECT count(*) FROM segments WHERE rolled AND to_micros <= "
                            + (clock - 2 * HOUR))).as("older segments when %s goes", each).isZero();
                }
            }
        }
        return what;
    }

    /** Calls of the application, by its sums. */
    private static long calls(DuckDbStore store) throws Exception {
        long calls = 0;
        for (JsonNode method : KeptTest.ask(store, (questions, answer) -> questions.methods(
                new Range("shop", null, 0, Batches.now() + 48 * HOUR), new TreePart(null, null, false),
                Sort.named("count"), "", Page.first(PLACES), answer)).path("methods")) {
            calls += method.path("count").asLong();
        }
        return calls;
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 99})
    void aStoreOfAnotherLayoutIsRefusedInOneLineAndLeftAsItIs(int version) throws SQLException {
        open().close();
        sql("UPDATE store SET version = " + version);
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class).hasMessageContaining("layout " + version)
                .hasMessageContaining("layout " + Schema.VERSION).hasMessageContaining("sim.duckdb")
                .hasMessageContaining("--data").hasMessageNotContaining("\n");
        sql("UPDATE store SET version = " + Schema.VERSION);
        open().close();
    }

    @Test
    void aStoreWithOtherTablesIsRefusedInOneLineAndLeftAsItIs() throws SQLException {
        open().close();
        sql("ALTER TABLE counters ADD COLUMN unit VARCHAR");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class)
                .hasMessageContaining(
                        "sim.duckdb has other columns in the table counters than this server reads and writes; ")
                .hasMessageContaining("--data").hasMessageNotContaining("\n");
        sql("ALTER TABLE counters DROP COLUMN unit");
        open().close();
        sql("ALTER TABLE verdicts_1 RENAME TO verdicts_kept");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class)
                .hasMessageContaining("sim.duckdb has no table verdicts, which this server reads and writes; ");
        sql("ALTER TABLE verdicts_kept RENAME TO verdicts_1");
        open().close();
    }

    /** The path says "lock", the reason does not. */
    @Test
    void onlyAFileThatIsLockedIsInUse() throws Exception {
        Path clocks = Files.createDirectory(folder.resolve("lock"));
        Files.writeString(clocks.resolve("sim.duckdb"), "this is not a database".repeat(1_000));
        assertThatThrownBy(() -> new DuckDbStore(clocks)).hasMessageContaining("cannot be opened")
                .hasMessageNotContaining("in use");
        assertThat(
                Failures.cannotOpen(clocks, new SQLException("IO Error: Could not set lock on file \"x\": Conflicting "
                        + "lock is held in java (PID 7)")))
                .contains("in use by another process");
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("sim.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Batch at(long sequence, long toMicros) {
        return at(sequence, toMicros, 1);
    }

    /** A batch with so many calls. */
    static Batch at(long sequence, long toMicros, long calls) {
        return new Batch(sequence, toMicros - 5_000_000, toMicros,
                sequence > 1 ? List.of() : Batches.recursion(1).names(),
                sequence > 1 ? List.of() : Batches.nodes(1), List.of(Batches.row(1, calls, calls, calls)), List.of(),
                List.of(),
                List.of(), List.of(), List.of(), List.of(), java.util.Map.of());
    }

    private static List<String> texts(DuckDbStore store, String sql) {
        return store.query(connection -> {
            List<String> texts = new ArrayList<>();
            try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    texts.add(row.getString(1));
                }
            }
            return texts;
        });
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}
