package sim.export.totals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.export.prometheus.MetricsPage;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Counter;
import sim.wire.Hello;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import sim.wire.Wire;
import sim.wire.totals.ApplicationTotals;
import sim.wire.totals.Figures;
import sim.wire.totals.InstanceTotals;
import sim.wire.totals.Ladder;
import sim.wire.totals.PlatformSeries;
import sim.wire.totals.SeriesBounds;

/** What readers add up is what was counted, whichever names have series; and nobody who counts waits for a reader. */
class TotalsTest {
    private static final long MINUTE = 60_000;

    @TempDir
    Path folder;

    private long now = 1_000_000_000_000L;
    private long mostBytes = Long.MAX_VALUE;

    /** As Prometheus does: by series, what each gained since it was read before. */
    private static final class Reader {
        private final Map<String, Long> last = new HashMap<>();
        private final Map<String, Long> gained = new HashMap<>();

        void read(Totals totals) {
            totals.read((applications, instances, missed) -> {
                for (ApplicationTotals of : applications) {
                    of.methods().forEach(method -> read(method.member(), method.figures()));
                    read(ApplicationTotals.OTHER, of.rest());
                    assertThat(of.methods().stream().mapToLong(method -> method.figures().calls()).sum()
                            + of.rest().calls()).as("all series together").isEqualTo(of.all().calls());
                }
                return null;
            });
        }

        private void read(String method, Figures figures) {
            Long before = last.put(method + " since " + figures.bornMillis(), figures.calls());
            long gain = figures.calls() - (before == null ? 0 : before);
            assertThat(gain).as("a series goes back: %s", method).isNotNegative();
            gained.merge(method, gain, Long::sum);
        }

        long all() {
            return gained.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    @Test
    void aSeriesThatIsDisplacedAndComesBackLosesNoIncrement() throws Exception {
        int methods = 12;
        Random random = new Random(5);
        Reader reader = new Reader();
        Totals totals = totals(SeriesBounds.ofAll(4, 1, 3, 100_000));
        totals.opened(Batches.hello("shop", "one"), 0, 0);
        totals.stored("one", names(1, methods));
        long calls = 0;
        long displaced = 0;
        Map<String, Long> called = new HashMap<>();
        for (int minute = 0; minute < 300; minute++) {
            int hot = minute / 7 % methods; // for a while one explains most, then another
            List<TreeRow> rows = new ArrayList<>();
            for (int id = 1; id <= methods; id++) {
                long count = 1 + random.nextInt(5);
                rows.add(Batches.row(id, count, count * 10, id == hot + 1 ? 1_000_000 : count));
                called.merge("m" + id, count, Long::sum);
                calls += count;
            }
            totals.stored("one", Batches.of(2 + minute, rows, List.of()));
            now += MINUTE;
            totals.save();
            if (random.nextInt(3) > 0 || minute % 3 == 0) { // more often than each five minutes
                reader.read(totals);
            }
            if (minute % 50 == 49) { // the server starts again
                totals.close();
                totals = totals(SeriesBounds.ofAll(4, 1, 3, 100_000));
                totals.opened(Batches.hello("shop", "one"), 2 + minute, methods);
            }
        }
        reader.read(totals);
        assertThat(reader.all()).as("what gave way counts once more, as other").isGreaterThanOrEqualTo(calls);
        reader.gained.forEach((method, gain) -> {
            if (!method.equals(ApplicationTotals.OTHER)) {
                assertThat(gain).as(method).isPositive().isLessThanOrEqualTo(called.get(method));
            }
        });
        displaced = totals.read((applications, instances, missed) -> {
            ApplicationTotals of = applications.iterator().next();
            assertThat(of.methods()).hasSizeBetween(4, 5);
            assertThat(of.folded(SeriesBounds.Sort.METHODS)).isEqualTo(of.rest().calls());
            return of.displaced();
        });
        assertThat(displaced).as("it was tried").isGreaterThan(10);
        totals.close();
    }

    @Test
    void theBoundIsOverAllApplicationsAndEachHasSomeForItself() throws Exception {
        Totals totals = new Totals(folder, (instance, place) -> true);
        int applications = 100;
        int methods = 60;
        for (int i = 0; i < applications; i++) {
            ship(totals, "shop-" + i, methods);
        }
        ship(totals, "one too many", methods);
        ship(totals, "shop-0", 0);
        totals.read((all, instances, missed) -> {
            int listed = all.stream().mapToInt(each -> each.methods().size()).sum();
            assertThat(listed).isEqualTo((applications + 1) * 20 + 2_000);
            assertThat(all).allSatisfy(each -> {
                assertThat(each.methods()).hasSizeGreaterThanOrEqualTo(20);
                assertThat(each.all().calls()).isEqualTo(3L * methods);
                assertThat(each.folded(SeriesBounds.Sort.METHODS)).isEqualTo(each.rest().calls())
                        .isEqualTo(3L * (methods - each.methods().size()));
            });
            return null;
        });
        assertThat(totals.figures()).containsEntry("methodsFree", 0).containsEntry("foldedApplications", 1L)
                .containsEntry("contextsFree", 1_000);
        totals.forget("shop-0"); // it had 60
        assertThat(totals.figures()).containsEntry("methodsFree", 40);
        totals.close();
    }

    /** One that uses most of the time takes the series of those that use none, whichever application they are of. */
    @Test
    void whatExplainsMostHasTheSeriesThatAllShare() throws Exception {
        Totals totals = totals(SeriesBounds.ofAll(10, 1, 4, 100_000));
        ship(totals, "idle", 5);
        ship(totals, "busy", 5);
        for (int minute = 0; minute < 20; minute++) {
            totals.stored("busy", Batches.of(10 + minute, IntStream.rangeClosed(1, 5)
                    .mapToObj(id -> Batches.row(id, 1, 1_000_000, 1_000_000)).toList(), List.of()));
            now += MINUTE;
            totals.save();
        }
        totals.read((all, instances, missed) -> {
            Map<String, Integer> listed = new HashMap<>();
            all.forEach(each -> listed.put(each.name(), each.methods().size()));
            assertThat(listed).as("two of the idle ones stand still").isEqualTo(Map.of("idle", 3, "busy", 5));
            return null;
        });
        totals.close();
    }

    /** It counted in its own application once there was room, with the methods of the one that it had counted in before. */
    @Test
    void anInstanceThatHadNoRoomStaysWhereItsMethodsAre() throws Exception {
        Totals totals = totals(SeriesBounds.ofAll(1_000, 20, 2_000, 100_000));
        for (int i = 0; i < 100; i++) {
            ship(totals, "shop-" + i, 3);
        }
        ship(totals, "late", 3);
        totals.forget("shop-0");
        totals.forget("shop-1");
        totals.stored("late", Batches.of(2, List.of(Batches.row(1, 5, 50, 50)), List.of()));
        assertThat(calls(totals)).containsEntry(ApplicationTotals.OTHER, 14L).doesNotContainKey("late");
        totals.opened(Batches.hello("late", "later"), 0, 0);
        totals.stored("later", names(1, 3).with(Sections.ROWS, List.of(Batches.row(1, 7, 70, 70))));
        assertThat(calls(totals)).containsEntry(ApplicationTotals.OTHER, 14L).containsEntry("late", 7L);
        totals.forget(ApplicationTotals.OTHER); // one that is called so; the instance is of another one, and goes on
        totals.stored("late", Batches.of(3, List.of(Batches.row(1, 2, 20, 20)), List.of()));
        assertThat(calls(totals)).containsEntry("late", 9L).doesNotContainKey(ApplicationTotals.OTHER);
        totals.close();
    }

    /** By application. All of them are those of its methods and of the rest. */
    private static Map<String, Long> calls(Totals totals) {
        Map<String, Long> calls = new HashMap<>();
        totals.read((applications, instances, missed) -> {
            for (ApplicationTotals of : applications) {
                long listed = of.methods().stream().mapToLong(each -> each.figures().calls()).sum();
                assertThat(of.all().calls()).as(of.name()).isEqualTo(listed + of.rest().calls());
                calls.put(of.name(), of.all().calls());
            }
            return null;
        });
        return calls;
    }

    /** As one that lists methods anew, or a connection, while an application is forgotten. */
    @Test
    void whoStillHasAForgottenApplicationTakesAndGivesBackNothing() {
        SeriesBounds bounds = SeriesBounds.ofAll(10, 1, 4, 100_000);
        CountedApplication gone = new CountedApplication(new ApplicationTotals("shop", bounds, 100, now), 0);
        InstanceTotals of = new InstanceTotals("one", "shop");
        of.placed();
        Batch batch = names(1, 8).with(Sections.ROWS,
                IntStream.rangeClosed(1, 8).mapToObj(id -> Batches.row(id, 3, 30, 30)).toList());
        assertThat(gone.count(of, batch, now)).isTrue();
        assertThat(bounds.free(SeriesBounds.Sort.METHODS)).isZero();
        gone.end(List.of());
        assertThat(bounds.free(SeriesBounds.Sort.METHODS)).isEqualTo(4);
        gone.leave(1);
        gone.enter(5, now);
        gone.placed(of, List.of(new Place(9, 0, 9, "a.A", "m9")), now);
        assertThat(gone.count(of, batch, now)).isFalse();
        assertThat(bounds.free(SeriesBounds.Sort.METHODS)).isEqualTo(4);
    }

    /** At the bound, series came and went with each scrape. */
    @Test
    void theSameTelemetriesFindRoomWhoeverSaidSomethingLast() throws Exception {
        List<String> names = List.of("c", "a", "b");
        Totals totals = totals(SeriesBounds.ofOne(10));
        MetricsPage page = new MetricsPage(totals, () -> Set.copyOf(names), Map::of);
        Map<String, Double> values = new LinkedHashMap<>();
        IntStream.range(0, 9_000).forEach(i -> values.put("queue " + i + " (length)", 5.0));
        for (String name : names) {
            totals.opened(Batches.hello("shop", name), 0, 0);
            totals.stored(name, Batches.of(1, List.of(), List.of()).with(Sections.PLATFORM,
                    List.of(new PlatformSample(Batches.now(), values))));
        }
        Set<String> before = telemetries(page);
        totals.stored("c", Batches.of(2, List.of(), List.of()));
        Set<String> after = telemetries(page);
        assertThat(after).hasSize(PlatformSeries.MOST_TELEMETRIES);
        assertThat(after.equals(before)).isTrue();
        totals.close();
    }

    private static Set<String> telemetries(MetricsPage page) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        page.write(null, application -> true, false, out);
        return out.toString(StandardCharsets.UTF_8).lines().filter(line -> line.startsWith("sim_telemetry{"))
                .collect(Collectors.toSet());
    }

    /** The usual kill: an instance that came after the last save is in no file, and its batches are in no total. */
    @Test
    void whatAKillTookIsCountedAlsoOfOneThatCameAfterTheLastSave() {
        Totals killed = totals(SeriesBounds.ofOne(10));
        now += 1_000;
        killed.opened(started("new", now), 0, 0);
        killed.stored("new", rows(1, 5));
        Totals totals = totals(SeriesBounds.ofOne(10));
        totals.opened(started("new", now), 1, 12);
        totals.opened(started("older", now - 5_000), 7, 12); // nobody knows which of these are older than the totals
        assertThat(missed(totals)).isEqualTo(1);
        totals.stored("new", rows(2, 3));
        totals.opened(started("new", now), 2, 12); // it connects again
        totals.opened(started("older", now - 5_000), 7, 12);
        assertThat(missed(totals)).isEqualTo(1);
        assertThat(calls(totals)).containsEntry("shop", 3L);
        totals.stored("older", rows(8, 1)); // and a kill before that is saved
        Totals third = totals(SeriesBounds.ofOne(10));
        third.opened(started("older", now - 5_000), 8, 12);
        assertThat(missed(third)).isEqualTo(2);
        third.close();
    }

    /** It connects again between the commit of a batch and its telling: the hello comes before what was stored, or after it. */
    @Test
    void aBatchIsCountedOrMissedWhicheverIsToldFirst() {
        Totals totals = totals(SeriesBounds.ofOne(20));
        totals.opened(started("a", now), 0, 0);
        totals.stored("a", names(1, 2).with(Sections.ROWS, List.of(Batches.row(1, 5, 5, 5))));
        totals.opened(started("a", now), 2, 12);
        totals.stored("a", rows(2, 7));
        assertThat(missed(totals)).isEqualTo(1);
        assertThat(calls(totals)).as("the batch that was missed").containsEntry("shop", 5L);
        totals.stored("a", rows(3, 11));
        totals.opened(started("a", now), 3, 12);
        assertThat(missed(totals)).isEqualTo(1);
        totals.stored("a", Batches.of(4, List.of(Batches.row(12, 2, 2, 2)), List.of()));
        assertThat(calls(totals)).containsEntry("shop", 18L);
        Map<String, Long> methods = new HashMap<>();
        totals.read((applications, instances, missed) -> {
            applications.iterator().next().methods()
                    .forEach(each -> methods.put(each.member(), each.figures().calls()));
            return null;
        });
        assertThat(methods).as("also of places that the missed batch brought").containsEntry("m12", 2L);
        totals.close();
    }

    /** One that still has the instance at hand when it gives way to another counts nothing that is missed when it comes back. */
    @Test
    void whoStillHasAnInstanceThatGaveWayCountsNothing() {
        CountedApplication application = new CountedApplication(
                new ApplicationTotals("shop", SeriesBounds.ofOne(10), 10, now), 0);
        InstanceTotals of = new InstanceTotals("a", "shop");
        application.opened(of, 0, 0, now, now);
        assertThat(application.count(of, rows(1, 5), now)).isTrue();
        assertThat(application.giveUp(of)).isEqualTo(1);
        assertThat(application.count(of, rows(2, 7), now)).isFalse();
        assertThat(of.lastSequence()).isEqualTo(1);
    }

    private static long missed(Totals totals) {
        return totals.read((applications, instances, missed) -> missed);
    }

    private static Hello started(String instance, long millis) {
        return new Hello(Wire.VERSION, "shop", instance, "host", 42, "JVM", millis * 1_000, false, List.of());
    }

    /** So many calls of a place, and what was dropped since the process began: the sequence. */
    private static Batch rows(long sequence, long calls) {
        return Batches.of(sequence, List.of(Batches.row(1, calls, calls, calls)), List.of()).with(Sections.COUNTERS,
                List.of(new Counter("invocations.dropped", sequence)));
    }

    /** An instance gives way to others, and comes back: nothing counts twice, nothing goes without being counted. */
    @Test
    void anInstanceThatGaveWayComesBack() {
        Totals totals = totals(SeriesBounds.ofOne(10), 2);
        for (String each : List.of("a", "b")) {
            totals.opened(started(each, now), 0, 12);
            totals.stored(each, rows(1, 10));
        }
        totals.stored("a", rows(2, 10));
        totals.opened(started("c", now), 0, 12); // b said something before a did
        totals.stored("b", rows(2, 1_000));
        totals.stored("c", rows(1, 10));
        assertThat(totals.figures()).containsEntry("forgottenInstances", 1L).containsEntry("leftOut", 1L);
        assertThat(calls(totals)).containsEntry("shop", 40L);
        assertThat(dropped(totals)).isEqualTo(2 + 1 + 1);
        totals.close();
        Totals again = totals(SeriesBounds.ofOne(10), 2);
        again.opened(started("b", now), 2, 12);
        assertThat(missed(again)).as("the batch that was left out").isEqualTo(1);
        again.stored("b", rows(3, 10));
        assertThat(dropped(again)).as("as much as it said before").isEqualTo(4);
        again.stored("b", rows(4, 10));
        assertThat(dropped(again)).isEqualTo(5);
        assertThat(calls(again)).containsEntry("shop", 60L);
        again.opened(started("d", now), 0, 12);
        again.forget("shop"); // with those that were given up
        again.opened(started("a", now), 0, 12);
        again.stored("a", rows(1, 10));
        assertThat(dropped(again)).isEqualTo(1);
        assertThat(calls(again)).containsEntry("shop", 10L);
        again.close();
    }

    private static long dropped(Totals totals) {
        return totals.read((applications, instances, missed) -> applications.iterator().next().mishaps()
                .get("invocations.dropped"));
    }

    /** As on a full disk. What is read is in the file, so that a kill takes nothing from what was told. */
    @Test
    void whileTheFileCannotBeWrittenReadersGetWhatItHas() throws Exception {
        Totals totals = totals(SeriesBounds.ofOne(10));
        ship(totals, "shop", 2);
        ship(totals, "bank", 1);
        assertThat(calls(totals)).isEqualTo(Map.of("shop", 6L, "bank", 3L));
        Path inTheWay = Files.createDirectories(folder.resolve("exported.totals.new").resolve("in the way"));
        totals.stored("shop", rows(2, 5));
        totals.forget("bank");
        assertThat(calls(totals)).as("and nothing of what is forgotten").isEqualTo(Map.of("shop", 6L));
        assertThatThrownBy(totals::save).isInstanceOf(IOException.class);
        assertThat(totals.figures()).containsEntry("fileFailures", 2L);
        Totals restarted = totals(SeriesBounds.ofOne(10));
        assertThat(calls(restarted)).as("on a full disk").isEqualTo(Map.of("shop", 6L, "bank", 3L));
        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());
        assertThat(calls(totals)).isEqualTo(Map.of("shop", 11L));
        totals.close();
    }

    @Test
    void aFileThatCannotBeReadIsSetAsideUntilSomethingIsForgotten() throws Exception {
        Path file = folder.resolve("exported.totals");
        Path aside = folder.resolve("exported.totals.unreadable");
        Totals totals = totals(SeriesBounds.ofOne(10));
        ship(totals, "shop", 2);
        totals.close();
        byte[] whole = Files.readAllBytes(file);
        byte[] newer = whole.clone();
        newer[3]++; // the layout, with another checksum
        byte[] bent = whole.clone();
        bent[40]++;
        for (byte[] each : List.of(Arrays.copyOf(whole, 5), Arrays.copyOf(whole, whole.length - 1), bent,
                checked(newer))) {
            Files.write(file, each);
            Totals again = totals(SeriesBounds.ofOne(10));
            assertThat(calls(again)).isEmpty();
            assertThat(aside).hasBinaryContent(each);
            again.forget("shop");
            assertThat(aside).doesNotExist();
            again.close();
        }
        Files.write(file, whole);
        assertThat(calls(totals(SeriesBounds.ofOne(10)))).isEqualTo(Map.of("shop", 6L));
    }

    /** With a checksum that is right. */
    private static byte[] checked(byte[] file) {
        CRC32 sum = new CRC32();
        sum.update(file, 0, file.length - Long.BYTES);
        return ByteBuffer.wrap(file).putLong(file.length - Long.BYTES, sum.getValue()).array();
    }

    /** As the build before wrote it: the durations are of kept contexts alone, mishaps are among all counters, and a sum may be below 0. */
    @Test
    void aFileOfTheBuildBeforeGoesOn() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(2);
        out.writeLong(now - MINUTE);
        out.writeInt(1);
        out.writeUTF("shop");
        longs(out, 0, 0, 4, 0, 0, 0); // displaced, unplaced, and what is in other by sort
        figures(out, 12, Map.of("coins", 3L));
        figures(out, 4, Map.of());
        out.writeInt(1);
        out.writeUTF("a.A");
        out.writeUTF("m1");
        out.writeBoolean(true);
        out.writeInt(0);
        figures(out, 8, Map.of("coins", 3L));
        out.writeInt(1);
        out.writeUTF("order");
        out.writeUTF("");
        longs(out, now - MINUTE, 7, 1, -9, 2_000); // of all: contexts, failed, time; of kept ones: time
        longs(out, new long[Ladder.COUNT - 1]);
        out.writeLong(2);
        out.writeInt(0);
        counters(out, Map.of("weaving.woven", 300L, "invocations.dropped", 2L));
        out.writeLong(5);
        out.writeInt(1);
        out.writeUTF("one");
        out.writeUTF("shop");
        longs(out, 40, now);
        counters(out, Map.of("invocations.dropped", 2L));
        out.writeInt(0);
        out.writeLong(0); // the checksum
        Files.write(folder.resolve("exported.totals"), checked(bytes.toByteArray()));
        Totals totals = totals(SeriesBounds.ofOne(10));
        assertThat(totals.bornMillis()).isEqualTo(now - MINUTE);
        totals.opened(started("one", now), 41, 12);
        totals.stored("one", rows(42, 1));
        totals.close();
        Totals again = totals(SeriesBounds.ofOne(10));
        assertThat(missed(again)).isEqualTo(6);
        again.read((applications, instances, missed) -> {
            ApplicationTotals of = applications.iterator().next();
            assertThat(of.all().calls()).isEqualTo(13);
            assertThat(of.all().extras()).isEqualTo(Map.of("coins", 3L));
            assertThat(of.mishaps()).isEqualTo(Map.of("invocations.dropped", 42L));
            assertThat(of.counters()).isEqualTo(Map.of("weaving.woven", 300L));
            assertThat(of.kinds()).hasSize(1);
            of.kinds().forEach((kind, sums) -> {
                assertThat(sums.contexts()).isEqualTo(7);
                assertThat(sums.lastedNanos()).as("was below 0").isZero();
                assertThat(sums.bucket(Ladder.COUNT - 1)).as("of kept ones alone").isZero();
            });
            return null;
        });
        again.close();
    }

    private void figures(DataOutputStream out, long calls, Map<String, Long> measures) throws IOException {
        longs(out, now - MINUTE, calls, 0);
        out.writeInt(1);
        longs(out, new long[Meter.COUNT + 1 + Ladder.COUNT]);
        counters(out, measures);
    }

    private static void longs(DataOutputStream out, long... values) throws IOException {
        for (long each : values) {
            out.writeLong(each);
        }
    }

    private static void counters(DataOutputStream out, Map<String, Long> counters) throws IOException {
        out.writeInt(counters.size());
        for (Map.Entry<String, Long> each : counters.entrySet()) {
            out.writeUTF(each.getKey());
            out.writeLong(each.getValue());
        }
    }

    @Test
    void whoCountsWaitsForNoReader() throws Exception {
        Totals totals = totals(SeriesBounds.ofOne(10));
        ship(totals, "shop", 3);
        CountDownLatch reads = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        Thread reader = new Thread(() -> {
            totals.read((applications, instances, missed) -> {
                reads.countDown();
                await().atMost(Duration.ofMinutes(5)).until(() -> goesOn.getCount() == 0);
                assertThat(applications.iterator().next().all().calls()).as("as when it began").isEqualTo(9);
                return null;
            });
        });
        reader.start();
        reads.await();
        Thread counting = new Thread(() -> {
            totals.opened(Batches.hello("shop", "two"), 0, 0);
            totals.stored("shop", Batches.of(2, List.of(Batches.row(1, 4, 4, 4)), List.of()));
        });
        counting.start();
        counting.join(Duration.ofMinutes(1).toMillis());
        boolean counted = !counting.isAlive();
        goesOn.countDown();
        reader.join();
        assertThat(counted).as("counted while a reader reads").isTrue();
        totals.read((applications, instances, missed) -> {
            assertThat(applications.iterator().next().all().calls()).isEqualTo(13);
            return null;
        });
        totals.close();
    }

    private Totals totals(SeriesBounds bounds) {
        return totals(bounds, Totals.MOST_INSTANCES);
    }

    private Totals totals(SeriesBounds bounds, int mostInstances) {
        return new Totals(folder, (instance, each) -> {
            for (int id = 1; id <= 12; id++) {
                each.accept(new Place(id, 0, id, "a.A", "m" + id));
            }
            return true;
        }, () -> now, bounds, mostInstances, mostBytes);
    }

    /** Forged instances come by hundreds. What they make the server keep has one bound, and who has little stays. */
    @Test
    void whatInstancesHaveHasABoundOfAllTogether() {
        mostBytes = 200_000;
        Totals totals = totals(SeriesBounds.ofAll(10, 1, 4, 1_000));
        totals.opened(Batches.hello("shop", "real"), 0, 0);
        for (int i = 1; i <= 300; i++) {
            String forged = "forged" + i;
            totals.opened(Batches.hello("f" + i % 5, forged), 0, 0);
            totals.stored(forged, counted(1, 500, i));
            totals.stored("real", counted(i, 30, 10L * i));
        }
        assertThat((long) totals.figures().get("forgottenInstances")).isGreaterThan(200);
        assertThat(totals.figures()).containsEntry("leftOut", 0L);
        totals.read((applications, instances, missed) -> {
            ApplicationTotals shop = applications.stream().filter(each -> each.name().equals("shop")).findFirst()
                    .orElseThrow();
            assertThat(shop.counters().values().stream().mapToLong(Long::longValue).sum()).isEqualTo(30 * 3_000);
            assertThat(instances).extracting(InstanceTotals::instance).contains("real").hasSizeLessThan(100);
            return null;
        });
        totals.close();
    }

    private static Batch counted(long sequence, int kinds, long count) {
        return Batches.of(sequence, List.of(), List.of()).with(Sections.COUNTERS,
                IntStream.range(0, kinds).mapToObj(i -> new Counter("weaving.kind" + i, count)).toList());
    }

    private static void ship(Totals totals, String application, int methods) {
        totals.opened(Batches.hello(application, application), 0, 0);
        totals.stored(application, names(1, methods).with(Sections.ROWS, IntStream.rangeClosed(1, methods)
                .mapToObj(id -> Batches.row(id, 3, 30, 30)).toList()));
    }

    private static Batch names(long sequence, int methods) {
        return Batches.of(sequence, List.of(), List.of())
                .with(Sections.NAMES,
                        IntStream.rangeClosed(1, methods).mapToObj(id -> new NameEntry(id, "a.A", "m" + id)).toList())
                .with(Sections.NODES,
                        IntStream.rangeClosed(1, methods).mapToObj(id -> new NodeEntry(id, 0, id)).toList());
    }
}
