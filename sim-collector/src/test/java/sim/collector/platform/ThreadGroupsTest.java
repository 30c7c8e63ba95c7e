package sim.collector.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The CPU time of groups of threads, of this JVM and of threads that a folder tells of. */
class ThreadGroupsTest {
    @TempDir
    Path tasks;

    private final List<String> failures = new ArrayList<>();

    @Test
    void onlyThreadsOfAGroupCountAndOneThatEndedKeepsWhatItHad() throws Exception {
        thread("10", "C2 CompilerThre", 500);
        thread("11", "java", 7_000);
        thread("12", "sim-collector", 30);
        ThreadGroups groups = new ThreadGroups(tasks, failures::add);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(500);
        assertThat(groups.nanos(ThreadGroups.Group.SIM)).isEqualTo(30);
        assertThat(groups.nanos(ThreadGroups.Group.GC)).isZero();
        thread("10", "C2 CompilerThre", 600);
        thread("13", "C1 CompilerThre", 50);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(650);
        remove("10");
        groups.look();
        thread("10", "G1 Conc#0", 5);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).as("an id may be used again").isEqualTo(650);
        assertThat(groups.nanos(ThreadGroups.Group.GC)).isEqualTo(5);
    }

    /** The JVM cuts names after so many bytes, also within a character. */
    @Test
    void aNameThatIsCutWithinACharacterIsRead() throws Exception {
        thread("10", "worker", 7_000, 40);
        Files.write(tasks.resolve("10").resolve("comm"), new byte[]{'w', (byte) 0xd1});
        thread("11", "sim-collector", 30);
        ThreadGroups groups = new ThreadGroups(tasks, failures::add);
        groups.look();
        groups.look();
        assertThat(groups.queued()).isEqualTo(40);
        assertThat(groups.nanos(ThreadGroups.Group.SIM)).isEqualTo(30);
        assertThat(failures).isEmpty();
    }

    /** How long it was ready to run and had no processor: from the second look on, when its name is known. */
    @Test
    void theWaitOfTheApplicationsThreadsForAProcessorIsAddedUp() throws Exception {
        thread("10", "worker", 7_000, 40);
        thread("11", "sim-collector", 500, 1_000_000);
        ThreadGroups groups = new ThreadGroups(tasks, failures::add);
        groups.look();
        assertThat(groups.queued()).as("perhaps it is no thread of the application").isZero();
        groups.look();
        assertThat(groups.queued()).isEqualTo(40);
        thread("10", "worker", 8_000, 100);
        thread("12", "worker", 8_000, 5);
        groups.look();
        assertThat(groups.queued()).isEqualTo(100);
        groups.look();
        remove("12");
        groups.look();
        assertThat(groups.queued()).as("one that has ended keeps what it had").isEqualTo(105);
    }

    /** To read all of many would take as long as all other work of a shipment. A bound that switched the sum off and on again made holes in it. */
    @Test
    void ofManyThreadsThoseAreReadThatWereNotReadForLongest() throws Exception {
        for (int i = 0; i < ThreadGroups.MOST; i++) {
            thread("1" + i, "worker", 100, 10);
        }
        ThreadGroups groups = new ThreadGroups(tasks, failures::add);
        groups.look();
        groups.look();
        assertThat(groups.queued()).isEqualTo(10L * ThreadGroups.MOST);
        for (int i = 0; i < ThreadGroups.MOST; i++) {
            thread("2" + i, "worker", 100, 1_000);
        }
        thread("3", "worker", 100, 1_000_000);
        groups.look(); // whose names are known with the next one
        assertThat(groups.queued()).isEqualTo(10L * ThreadGroups.MOST);
        groups.look();
        groups.look();
        assertThat(groups.queued()).as("each has had its turn")
                .isEqualTo(1_010L * ThreadGroups.MOST + 1_000_000);
        for (int i = 0; i < ThreadGroups.MOST; i++) {
            thread("1" + i, "worker", 100, 11);
        }
        groups.look();
        long some = groups.queued();
        groups.look();
        groups.look();
        assertThat(some).as("a part of them in each sample").isLessThan(groups.queued());
        assertThat(groups.queued()).isEqualTo(1_011L * ThreadGroups.MOST + 1_000_000);
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).isZero();
        assertThat(failures).isEmpty();
    }

    /** As where the process has no file descriptor left for a moment: it ended all figures for ever. */
    @Test
    void aPassingFailureIsToldAndTheNextSampleHasWhatWasMissed() throws Exception {
        thread("10", "C2 CompilerThre", 500);
        thread("11", "worker", 7_000, 40);
        ThreadGroups groups = new ThreadGroups(tasks, failures::add);
        groups.look();
        groups.look();
        for (String id : List.of("10", "11")) {
            Path file = tasks.resolve(id).resolve("schedstat");
            Files.delete(file);
            Files.createDirectory(file); // cannot be read as a file
            groups.look();
            assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(-1);
            assertThat(groups.queued()).isEqualTo(-1);
            Files.delete(file);
            thread(id, "", 900, 60);
            groups.look();
            assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(900);
            assertThat(groups.queued()).isEqualTo(id.equals("10") ? 40 : 60);
        }
        assertThat(failures).hasSize(2).allMatch(line -> line.contains("cpu.queued"));
    }

    @Test
    void threadsThatCannotBeListedForAMomentAreListedAgain() throws Exception {
        thread("10", "C2 CompilerThre", 500);
        ThreadGroups groups = new ThreadGroups(tasks, failures::add);
        groups.look();
        Path away = tasks.resolveSibling(tasks.getFileName() + "-away");
        Files.move(tasks, away);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(-1);
        Files.move(away, tasks);
        thread("10", "C2 CompilerThre", 700);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(700);
        assertThat(failures).hasSize(1);
    }

    /** A thread gets its name a moment after its start. */
    @Test
    void aNameThatComesLateIsRead() throws Exception {
        thread("10", "java", 100);
        ThreadGroups groups = new ThreadGroups(tasks, failures::add);
        groups.look();
        thread("10", "GC Thread#3", 200);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.GC)).isEqualTo(200);
    }

    @Test
    void whereTheOperatingSystemDoesNotTellNothingIsTold() throws Exception {
        ThreadGroups groups = new ThreadGroups(tasks.resolve("none"), failures::add);
        groups.look();
        assertThat(groups.nanos(ThreadGroups.Group.JIT)).isEqualTo(-1);
        thread("10", "C2 CompilerThre", 500);
        Files.writeString(tasks.resolve("10").resolve("schedstat"), "unknown");
        ThreadGroups damaged = new ThreadGroups(tasks, failures::add);
        damaged.look();
        assertThat(damaged.nanos(ThreadGroups.Group.JIT)).isEqualTo(-1);
        assertThat(failures).as("nothing was told before").isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void theseThreadsAreFound() throws Exception {
        ThreadGroups groups = new ThreadGroups(failures::add);
        groups.look();
        long before = groups.nanos(ThreadGroups.Group.SIM);
        CountDownLatch burnt = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread own = new Thread(() -> {
            long until = System.nanoTime() + 50_000_000;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            burnt.countDown();
            try {
                end.await();
            } catch (InterruptedException ended) {
                // then it ends
            }
        }, "sim-of-a-test");
        own.start();
        burnt.await();
        groups.look();
        end.countDown();
        own.join();
        assertThat(groups.nanos(ThreadGroups.Group.SIM)).isGreaterThan(before);
        assertThat(groups.nanos(ThreadGroups.Group.VM)).isPositive();
        assertThat(groups.queued()).isNotNegative();
    }

    private void thread(String id, String name, long nanos) throws Exception {
        thread(id, name, nanos, 5);
    }

    /** With an empty name the thread keeps the one that it has. */
    private void thread(String id, String name, long nanos, long queued) throws Exception {
        Path thread = Files.createDirectories(tasks.resolve(id));
        if (!name.isEmpty()) {
            Files.writeString(thread.resolve("comm"), name + "\n");
        }
        Files.writeString(thread.resolve("schedstat"), nanos + " " + queued + " 1\n");
    }

    private void remove(String id) throws Exception {
        Files.delete(tasks.resolve(id).resolve("comm"));
        Files.delete(tasks.resolve(id).resolve("schedstat"));
        Files.delete(tasks.resolve(id));
    }
}
