package sim.export.totals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.export.prometheus.MetricsPage;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import sim.wire.totals.ApplicationTotals;
import sim.wire.totals.EndedContexts;
import sim.wire.totals.Figures;
import sim.wire.totals.InstanceTotals;
import sim.wire.totals.PlatformSeries;
import sim.wire.totals.SeriesBounds;

/** What readers add up is what was counted, whichever names have series; and nobody who counts waits for a reader. */
class TotalsTest {
    private static final long MINUTE = 60_000;

    @TempDir
    Path folder;

    private long now = 1_000_000_000_000L;

    /** As Prometheus does: by series, what each gained since it was read before. */
    private static final class Reader {
        private final Map<String, Long> last = new HashMap<>();
        private final Map<String, Long> gained = new HashMap<>();

        void read(Totals totals) throws IOException {
            totals.read((applications, instances, missed) -> {
                for (ApplicationTotals of : applications) {
                    of.methods().forEach(method -> read(method.member(), method.figures()));
                    read(ApplicationTotals.OTHER, of.rest());
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
        Totals totals = totals(SeriesBounds.ofAll(4, 1, 3));
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
                totals = totals(SeriesBounds.ofAll(4, 1, 3));
                totals.opened(Batches.hello("shop", "one"), 2 + minute, methods);
            }
        }
        reader.read(totals);
        assertThat(reader.all()).isEqualTo(calls);
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
        Totals totals = totals(SeriesBounds.ofAll(10, 1, 4));
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
            assertThat(listed).isEqualTo(Map.of("idle", 1, "busy", 5));
            return null;
        });
        totals.close();
    }

    /** It counted in its own application once there was room, with the methods of the one that it had counted in before. */
    @Test
    void anInstanceThatHadNoRoomStaysWhereItsMethodsAre() throws Exception {
        Totals totals = totals(SeriesBounds.ofAll(1_000, 20, 2_000));
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
    private static Map<String, Long> calls(Totals totals) throws IOException {
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
        SeriesBounds bounds = SeriesBounds.ofAll(10, 1, 4);
        CountedApplication gone = new CountedApplication(new ApplicationTotals("shop", bounds, 100, now), 0);
        InstanceTotals of = new InstanceTotals("one", "shop");
        of.placed();
        EndedContexts ended = new EndedContexts(4);
        Batch batch = names(1, 8).with(Sections.ROWS,
                IntStream.rangeClosed(1, 8).mapToObj(id -> Batches.row(id, 3, 30, 30)).toList());
        assertThat(gone.count(of, batch, ended, now)).isTrue();
        assertThat(bounds.free(SeriesBounds.Sort.METHODS)).isZero();
        gone.end(List.of());
        assertThat(bounds.free(SeriesBounds.Sort.METHODS)).isEqualTo(4);
        gone.leave(1);
        gone.enter(5, now);
        gone.placed(of, List.of(new Place(9, 0, 9, "a.A", "m9")), now);
        assertThat(gone.count(of, batch, ended, now)).isFalse();
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

    @Test
    void whoCountsWaitsForNoReader() throws Exception {
        Totals totals = totals(SeriesBounds.ofOne(10));
        ship(totals, "shop", 3);
        CountDownLatch reads = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        Thread reader = new Thread(() -> {
            try {
                totals.read((applications, instances, missed) -> {
                    reads.countDown();
                    await().atMost(Duration.ofMinutes(5)).until(() -> goesOn.getCount() == 0);
                    assertThat(applications.iterator().next().all().calls()).as("as when it began").isEqualTo(9);
                    return null;
                });
            } catch (IOException failed) {
                throw new java.io.UncheckedIOException(failed);
            }
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
        return new Totals(folder, (instance, each) -> {
            for (int id = 1; id <= 12; id++) {
                each.accept(new Place(id, 0, id, "a.A", "m" + id));
            }
            return true;
        }, () -> now, bounds);
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
